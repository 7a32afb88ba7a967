"""Does a player always see what they need? Measured in a browser, as a guest, on a running Tefuda site.

    python -m tests.stage.check --base http://127.0.0.1:8000    (see --help)

Starts one match against bots per game and language from the front page and plays it with real presses. At every
decision the window takes each of the sizes in turn, without scrolling anything. A part counts as seen if it lies
entirely within the window and the boxes that clip it, and nothing that paints covers its middle or corners; an action
must also receive a press there. Views are taken of each question as asked, with cards marked where it wants some, of
one question per match with the hint open (only actions and hand must be seen), and of positions of the replay.

Exits with 0 only if every view is complete, a hint was looked at in each game, and no page reported an error. Pixels to
scroll, the smallest hand and board card, the smallest target, layout shifts, movements of the board and the own seat
are reported but don't count.
"""

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, sync_playwright

SUBMIT = "button:not([type=button], [type=reset])"
# A card of the own hand, in large or small type, or one to choose from. GET9 leaves a shadow where a laid card was.
CARD = ":is(.card, [data-own] .card-inline:not(.note *)):not(.get9-row [aria-pressed=true] *)"
# What is looked at. The first selector that finds anything counts: at a table, then in a replay.
SELECTORS = {
    "actions": [f"[data-stage=actions] {SUBMIT}"],
    "hand": [f"[data-stage=hand] {CARD}", f"#replay .tray__form {CARD}"],
    "status": ["[data-stage=status]"], "story": ["[data-stage=story]", ".position__line > *"],
    "board": ["[data-stage=board]", "#replay .board"],
    "centre": ["[data-stage=board] .centre", "#replay .board .centre"],
    "seats": ["[data-stage=seat]", "[data-stage=board] .seat", "#replay .board .seat"],
    "steps": [f"{place} :is(button, a, summary, input)" for place in ("[data-stage=steps]", "#steps")],
    "question": ["#move [name=asked]"], "sent": ["#move[data-sent]"],
    "name": [".seat__name"], "score": [".seat__stack :is(.chips, strong)", ".seat__stack"], "badge": [".badge"],
    "corner": [".card__index"], "pile's count": [".pile__count"], "own seat": [".seat--me, [data-own-seat]"],
}  # fmt: skip
# What is pressed besides the actions, and what is waited for.
BESIDES = {
    "go on": ".previous-board.is-shown button", "hint": "form[action$='/hint/'] button", "advice": ".hint__advice",
    "next play": "#move [data-next-play]", "card to lay": ".get9-row .get9-card[aria-pressed=false]",
    "cards to mark": "#move fieldset[data-min]", "slider": "#slider",
    "replay": "#zone a[href*='/replays/']", "replay so far": "#tail a[href*='/replays/']",
}  # fmt: skip
PIECE = ".pick, .pile, .crown-pile, label, button"  # what of it lies on one another hides nothing
GAMES = "lombard,sdc,dilemma,doudizhu,get9,crown"
LARGEST = {"lombard": 11, "dilemma": 10, "get9": 7}  # seats
LARGE_TEXT = "html { font-size: 200%; }"
SIZES = "320x568,360x640,360x740,390x844,740x300,740x360,820x1180,1280x800,1920x1080"
TABLE = ("actions", "hand", "status", "seats", "centre")
CHECKS = {"asked": TABLE, "marked": TABLE, "hint": TABLE[:2], "replay": ("hand", "centre", "story", "steps")}
# What is pressed: the first of these that is offered, and last what the site asks about once more.
ORDER = ("accept", "play", "call", "check", "bid", "defend", "bishops", "nobles", "attack", "end-turn")
WHOLE_HAND, TARGET, WAIT = 12, 44, 40  # cards, of more only the corners must be seen; px for a finger; s for bots
BROWSERS = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")
# Layout shifts without a cause, summed up as browsers do: less than a second apart, for five seconds at most.
WATCH = """let [sum, begun, last] = [window.worstShift = 0, 0, 0];
new PerformanceObserver((list) => {
  for (const { startTime: at, value } of list.getEntries().filter((one) => !one.hadRecentInput)) {
    if (at - last > 1000 || at - begun > 5000) [sum, begun] = [0, at];
    [sum, last] = [sum + value, at];
    window.worstShift = Math.max(window.worstShift, sum);
  }
}).observe({ type: "layout-shift" });"""
TRY = "const tried = new CSSStyleSheet(); document.adoptedStyleSheets = [tried]; tried.replaceSync(%s);"
FIND = """const all = (name, root = document) =>
  table[name].map((selector) => [...root.querySelectorAll(selector)]).find((found) => found.length) ?? [];
const box = (part) => part.getBoundingClientRect();
// What a closed fold holds is not drawn, nor what is there for browsers without scripts.
const isDrawn = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && box(one).width > 2;
const offered = () => all("actions").filter(isDrawn);
const enabled = () => offered().filter((one) => !one.disabled);"""
QUESTION = f"""(table) => {{ {FIND}
  return offered().length && !all("sent").length ? all("question")[0]?.value ?? document.body.innerText : null; }}"""
BEST_ACTION = f"""([table, order]) => {{ {FIND}
  const kind = (one) => (one.name === "move" ? JSON.parse(one.value).type : one.value);
  const rank = (one) => ("sure" in one.dataset) * 200 + (order.indexOf(kind(one)) + 100) % 100;
  return enabled().sort((one, other) => rank(one) - rank(other))[0]; }}"""
MEASURE = f"""async ([table, checks]) => {{ {FIND}
// The page as it opens: nothing scrolled, and everything that moves at rest.
const parts = () => ["board", "hand", "actions", "story"].flatMap((name) => all(name));
scrollTo({{ top: 0, behavior: "instant" }});
for (let part of parts()) for (; part; part = part.parentElement) if (part.scrollTop) part.scrollTop = 0;
const isMoving = (one) => one.playState === "running" && isFinite(one.effect?.getComputedTiming().endTime);
const isAtRest = (before) => before === JSON.stringify(parts().map(box)) && !document.getAnimations().some(isMoving);
for (let frames = 0, before = ""; frames < 120 && (frames < 3 || !isAtRest(before)); frames++) {{
  before = JSON.stringify(parts().map(box));
  await new Promise(requestAnimationFrame);
}}
// What has to be seen: [name, part, is it text?, the part with which it may share its place].
const css = (one) => one.tagName.toLowerCase() + (one.id ? "#" + one.id : [".", ...one.classList].slice(0, 2).join(""));
const words = (one) => one.textContent.trim().replace(/\\s+/g, " ").replace(/\\d+/g, "#").slice(0, 40);
const cornerOf = (card) => all("corner", card).find(isDrawn) ?? card;
const cards = all("hand").filter(isDrawn);
const count = (card) => parseInt(all("pile's count", card.closest(".pile") ?? card)[0]?.textContent.match(/\\d+/) ?? 1);
const isLarge = cards.reduce((sum, card) => sum + count(card), 0) > {WHOLE_HAND}; // a pile shows one card and how many
const actions = enabled().length ? enabled() : offered(); // before cards are marked, what they are marked for
const seats = (isOwn) => all("seats").filter((seat) => isDrawn(seat) && seat.matches(table["own seat"][0]) === isOwn);
const ofSeat = (seat) => [["name", all("name", seat)[0] ?? seat, true], ["score", all("score", seat)[0] ?? seat, true],
  ...all("badge", seat).filter((one) => /\\d/.test(one.textContent)).map((one) => ["count", one, true])];
const middle = all("centre").flatMap((one) => [...one.children]).filter(isDrawn);
const played = all("centre").flatMap((one) => [...one.querySelectorAll(".card")]).filter(isDrawn);
const wanted = {{
  actions: actions.map((one) => [words(one), one]),
  hand: cards.map((card) => ["card", isLarge ? cornerOf(card) : card, false, card]),
  status: all("status").map((one) => ["line", one, true]),
  seats: seats(false).flatMap(ofSeat),
  own: seats(true).flatMap(ofSeat),
  centre: [...middle.map((one) => [css(one), one]), ...played.map((card) => ["card", cornerOf(card), false, card])],
  story: all("story").map((one) => ["sentence", one, true]),
  steps: all("steps").filter((one) => isDrawn(one) && one.ariaDisabled !== "true").map((one) => [css(one), one]),
}};
// How much of each part the window and the boxes around it leave.
const left = await new Promise((done) => {{
  const watcher = new IntersectionObserver((entries) => {{
    watcher.disconnect();
    done(new Map(entries.map((one) => [one.target, one.intersectionRect])));
  }});
  for (const part of [document.body, ...Object.values(wanted).flat().map(([, part]) => part)]) watcher.observe(part);
}});
// What lies on a part at a point. What paints nothing there, as a wider place for a finger does, hides nothing either.
const lines = (part) => {{
  const range = document.createRange();
  range.selectNodeContents(part);
  return [...range.getClientRects()].filter((line) => line.width > 4);
}};
const paints = (part, x, y) => {{
  const {{ backgroundColor, backgroundImage }} = getComputedStyle(part);
  const isAt = (line) => line.left <= x && x <= line.right && line.top <= y && y <= line.bottom;
  return isDrawn(part) && (part.matches("svg, svg *, img, canvas, input, select") || backgroundImage !== "none"
    || !/transparent|^rgba.*, 0\\)|\\/ 0\\)/.test(backgroundColor) || lines(part).some(isAt));
}};
const coverAt = (piece, x, y, isAction) => {{
  const stack = document.elementsFromPoint(x, y);
  const above = stack.slice(0, Math.max(0, stack.findIndex((hit) => piece.contains(hit) || hit.contains(piece))));
  return isAction ? above[0] : above.find((hit) => paints(hit, x, y));
}};
const points = (part, isText) => (isText ? lines(part) : [box(part)]).flatMap(({{ left, right, top, bottom }}) => {{
  const [x, y, inset] = [(left + right) / 2, (top + bottom) / 2, Math.min(4, (right - left) / 3, (bottom - top) / 3)];
  const [start, end, upper, lower] = [left + inset, right - inset, top + inset, bottom - inset];
  return isText ? [[start, y], [x, y], [end, y]] : [[x, y], [start, upper], [end, upper], [start, lower], [end, lower]];
}});
const wrong = (part, isText, around, isAction) => {{
  const [{{ top, left: start, right, bottom, width, height }}, seen] = [box(part), left.get(part)];
  const where = top < -1.5 || start < -1.5 || bottom > innerHeight + 1.5 || right > innerWidth + 1.5 ? "screen" : "box";
  if (!isDrawn(part)) return "not drawn";
  if (!seen.width || !seen.height) return "outside of the " + where;
  if (seen.width < width - 1.5 || seen.height < height - 1.5) return "cut by the " + where;
  const piece = (around ?? part).closest("{PIECE}") ?? around ?? part;
  const cover = points(part, isText).map(([x, y]) => coverAt(piece, x, y, isAction)).find(Boolean);
  return cover && "under " + css(cover.closest("summary, [data-stage], .coach, .on-cloth, .tray, .steps") ?? cover);
}};
const failed = (check) => wanted[check].map(([name, part, isText, around]) =>
  [name, wrong(part, isText, around, check === "actions")]).filter(([, how]) => how);
const mayBeEmpty = checks.includes("story") ? ["hand", "centre"] : ["hand"]; // in a replay nothing may be dealt
const failures = Object.fromEntries([...checks, "own"].map((check) =>
  [check, wanted[check].length || mayBeEmpty.includes(check) ? failed(check) : [["nothing", "found"]]]));
const faces = all("board").flatMap((board) => [...board.querySelectorAll(".card:not(.card--back)")]).filter(isDrawn);
const least = (parts, of) => (parts.length ? Math.round(Math.min(...parts.map((part) => of(box(part))))) : null);
return {{ failures, cards: cards.length, buttons: actions.length, card: least(cards, (one) => one.height),
  scroll: document.documentElement.scrollHeight - innerHeight, face: least(faces, (one) => one.height),
  board: all("board").filter(isDrawn).flatMap((board) => [box(board).top, box(board).height]),
  target: least(actions, (one) => Math.min(one.width, one.height)) }}; }}"""


class Match:
    """One match in one language, and a measured view of every question or position at every size."""

    def __init__(self, options: argparse.Namespace, browser: Browser, game: str, language: str) -> None:
        self.options, self.game, self.language = options, game, language
        self.views: list[dict[str, Any]] = []
        self.errors: list[str] = []
        self.shots: Counter[tuple[str, bool]] = Counter()
        self.page = browser.new_page(locale=language)
        self.page.add_init_script(WATCH)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self.note)
        styles = (options.css.read_text() if options.css else "") + (LARGE_TEXT if options.large_text else "")
        if styles:
            self.page.add_init_script(TRY % json.dumps(styles))

    def note(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def visible(self, name: str) -> Locator:
        return self.page.locator(BESIDES[name]).locator("visible=true")

    def resize(self, size: str) -> None:
        width, height = map(int, size.split("x"))
        self.page.set_viewport_size({"width": width, "height": height})

    def look(self, kind: str, number: int, sizes: list[str]) -> None:
        most: Counter[str] = Counter()
        before = {view["size"]: view["board"] for view in self.views if view["kind"] == kind}
        for size in sizes:
            self.resize(size)
            view: dict[str, Any] = {
                "game": self.game,
                "language": self.language,
                "size": size,
                "kind": kind,
                "number": number,
            }
            view |= self.page.evaluate(MEASURE, [SELECTORS, CHECKS[kind]]) | {"shift": 0}
            for check, name in {"hand": "cards", "actions": "buttons"}.items() if kind != "replay" else ():
                most[name] = max(most[name], view[name])  # what is there at one size must not be missing at another
                if view[name] < most[name] or not (view[name] or self.game == "crown"):  # there one may have no cards
                    view["failures"][check].append([name, "missing"])
            moves = zip(view["board"], before.get(size, ()), strict=False)
            self.views.append(view | {"moved": max((abs(now - then) for now, then in moves), default=0)})
            failed = [check for check in CHECKS[kind] if view["failures"][check]]
            self.shots[size, kind == "replay"] += bool(failed)
            if self.options.shots and failed and self.shots[size, kind == "replay"] <= 3:
                name = f"{self.game}-{size}-{self.language}-{kind}{number}-{'-'.join(failed)}.png"
                self.page.screenshot(path=self.options.shots / name)

    def question(self) -> str | None:
        """Wait for the next decision of ours. Return its number, or None once the match is over."""
        until, before = time.monotonic() + WAIT, None
        while time.monotonic() < until:
            asked = self.page.evaluate(QUESTION, SELECTORS)
            if self.visible("go on").count():
                self.visible("go on").first.click()
            elif self.visible("replay").count():
                return None
            elif asked and asked == before:  # the board before it may be held for a look a moment later
                return asked
            before = asked
            self.page.wait_for_timeout(200)
        raise TimeoutError("nothing was asked for a long time")

    def mark(self) -> bool:
        """Mark what the question wants marked. Return whether there was anything."""
        if next_play := self.visible("next play").all():
            next_play[0].click()
        groups = self.visible("cards to mark").all()
        for group in groups:
            laid = self.visible("card to lay").count()
            for _ in range(laid):
                self.visible("card to lay").first.click()
            for at in range(0 if laid else max(int(group.get_attribute("data-min") or 0), 1)):
                group.locator(".pick").nth(at).click()
        return bool(groups or next_play)

    def decide(self, asked: str) -> None:
        """Press an action, and confirm it if asked, until the question is answered."""
        until = time.monotonic() + WAIT
        while self.page.evaluate(QUESTION, SELECTORS) == asked:
            best = self.page.evaluate_handle(BEST_ACTION, [SELECTORS, ORDER]).as_element()
            if best is None or time.monotonic() > until:
                raise TimeoutError("a decision could not be taken")
            best.click(timeout=5000)
            self.page.wait_for_timeout(400)

    def open_largest(self) -> None:
        """Open a table with as many seats as the game allows, against bots."""
        self.page.goto(f"{self.options.base}/games/{self.game}/new/")
        while (closed := self.page.locator("form.form details:not([open]) > summary")).count():
            closed.first.click()
        self.page.locator("[name=visibility][value=bots]").check()
        self.page.locator("[name=seats]").select_option(str(LARGEST[self.game]))
        self.page.locator("form.form button.btn--confirm").click()

    def play(self) -> None:
        """Start a match and play until enough decisions are taken."""
        if self.options.largest and self.game in LARGEST:
            self.open_largest()
        else:
            self.page.goto(self.options.base)
            self.page.locator(f"#play-{self.game} button").locator("visible=true").first.click()
        self.page.wait_for_url("**/tables/**")
        sizes = self.options.sizes
        for number in range(1, self.options.decisions + 1):
            if (asked := self.question()) is None:
                return
            self.look("asked", number, sizes)
            if number == 2 and self.visible("hint").count():
                self.visible("hint").first.click()
                self.visible("advice").first.wait_for(timeout=WAIT * 1000)
                self.look("hint", number, sizes)
            if self.mark():
                self.look("marked", number, sizes)
            self.resize(sizes[number % len(sizes)])  # in turn, for the layout shifts of each
            self.page.evaluate("worstShift = 0")
            self.decide(asked)
            self.question()
            self.views[number % len(sizes) - len(sizes)]["shift"] = self.page.evaluate("worstShift")

    def replay(self) -> None:
        """Measure the replay; of the match so far if it doesn't end in time."""
        until = time.monotonic() + self.options.finish
        while time.monotonic() < until and (asked := self.question()):
            self.mark()
            self.decide(asked)
        self.visible("replay" if self.visible("replay").count() else "replay so far").first.click()
        self.page.wait_for_url("**/replays/**")
        slider = self.visible("slider").first
        first, last = (int(slider.get_attribute(end) or 0) for end in ("min", "max"))
        positions = range(first, last + 1, max(1, -(-(last - first) // self.options.positions)))
        for size in self.options.sizes:  # each from the beginning, as the page keeps the heights that it had before
            self.resize(size)
            for number in positions:
                slider.fill(str(number))
                self.page.wait_for_timeout(200)
                self.look("replay", number, [size])

    def watch(self) -> None:
        try:
            self.play()
            if self.options.replay:
                self.replay()
        except (Error, TimeoutError) as error:
            self.errors.append(f"stopped: {str(error)[:300]}")
        self.page.close()


def share(views: list[dict], *checks: str) -> str:
    """Return the share of views that pass these checks, or all checks of their kind."""
    good = [not any(view["failures"][check] for check in checks or CHECKS[view["kind"]]) for view in views]
    return f"{100 * sum(good) / len(good):.0f}%" if good else "-"


def show(views: list[dict]) -> None:
    """Print a row for each game and size, and the most common failures."""
    row = "{:9}{:>10}{:>6}{:>9}{:>6}{:>8}{:>7}{:>8}{:>5}{:>6}{:>6}{:>8}{:>11}{:>8}{:>8}{:>6}{:>10}"
    print(row.format("", "", "views", *TABLE, "own", "ALL", "hint", "replay", "scroll", "cards", "tap", "CLS", "moved"))
    for game, size in dict.fromkeys((view["game"], view["size"]) for view in views):
        here = [view for view in views if (view["game"], view["size"]) == (game, size)]
        of_kind = {kind: [view for view in here if view["kind"] == kind] for kind in CHECKS}
        played = of_kind["asked"] + of_kind["marked"]
        least = {key: min((view[key] for view in played if view[key]), default=0) for key in ("card", "face", "target")}
        scroll = [view["scroll"] for view in played] or [0]
        shares = [share(played, check) for check in (*TABLE, "own")] + [share(played)]
        print(row.format(
            game, size, len(played), *shares, share(of_kind["hint"]), share(of_kind["replay"]),
            f"{median(scroll):.0f}/{max(scroll)}", "{card}/{face}".format(**least),
            f"{least['target']}{'!' * (least['target'] < TARGET)}", f"{max(view['shift'] for view in here):.2f}",
            f"{sum(view['moved'] > 1 for view in here)}x{max(view['moved'] for view in here):.0f}px"))  # fmt: skip
    print("\nThe commonest failures: in how many views, of what")
    failures: Counter[tuple[str, ...]] = Counter()
    for view, check in [(one, check) for one in views for check in CHECKS[one["kind"]]]:
        failures.update({(view["game"], view["kind"], check, *one) for one in view["failures"][check]})
    for (game, kind, check, name, how), count in failures.most_common(25):
        print(f"{count:6}  {game}, {kind}: {check}: {name} {how}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", required=True)
    for name, default in (("games", GAMES), ("sizes", SIZES), ("languages", "en,ja")):
        parser.add_argument(f"--{name}", default=default.split(","), type=lambda text: text.split(","))
    for name, number in (("decisions", 25), ("positions", 60), ("finish", 60)):
        parser.add_argument(f"--{name}", default=number, type=int)
    for name in ("json", "shots", "css"):  # css: a style sheet to try on every page
        parser.add_argument(f"--{name}", type=Path)
    for name in ("replay", "largest", "large-text"):
        parser.add_argument(f"--{name}", action="store_true")
    options, views, errors = parser.parse_args(), [], []
    with sync_playwright() as playwright:
        program = next(one for one in BROWSERS if Path(one).exists())
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for game, language in [(game, language) for game in options.games for language in options.languages]:
            match = Match(options, browser, game, language)
            match.watch()
            views += match.views
            errors += [f"{game} {language}: {error}" for error in match.errors]
            print(f"# {game} {language}: {len(match.views)} views", file=sys.stderr, flush=True)
    if options.json:
        options.json.write_text(json.dumps({"views": views, "errors": errors}, ensure_ascii=False))
    show(views)
    print(*(f"error: {error}" for error in errors), sep="\n")
    stage, replay = ([view for view in views if (view["kind"] == "replay") == is_it] for is_it in (False, True))
    seen, replayed = (sum(share([view]) == "100%" for view in some) for some in (stage, replay))
    print(f"stage: {seen} of {len(stage)} decision views complete ({share(stage)}), "
          f"replay: {replayed} of {len(replay)} ({share(replay)})")  # fmt: skip
    hinted = {view["game"] for view in views if view["kind"] == "hint"}
    unhinted = [game for game in options.games if game not in hinted]
    print(*(f"error: {game}: no hint was looked at" for game in unhinted), sep="\n")
    is_complete = bool(stage) and (bool(replay) or not options.replay) and seen + replayed == len(views)
    return 0 if is_complete and not errors and not unhinted else 1


if __name__ == "__main__":
    sys.exit(main())

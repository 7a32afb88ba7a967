"""A walk through what scripts do: matches, keys, a plan, a replay, and pages without a connection."""

import pytest

from tests.browser.closable_proxy import Door
from tests.browser.test_keyboard_match import PLAYS
from tests.browser.test_keys import SHORT
from tests.other_browsers.conftest import Person
from tests.other_browsers.driving import VISIBLE, Page
from tests.server.running import eventually

pytestmark = pytest.mark.other_browsers

DECISIONS = 12
HAND = "[aria-label='Your hand']"
OVER = ("main a", "Watch the replay")
# The number of what the hand asks; null while it asks nothing, has been answered, or no script is there yet.
QUESTION = f"""() => {{
  const form = document.querySelector("{HAND} form:has([name=asked])");
  if (document.readyState !== "complete" || !form || form.inert || "sent" in form.dataset) return null;
  return form.elements.asked.value;
}}"""
GO_ON, SURE = "#previous-board.is-shown button", f"{HAND} button.is-asking"
CHANGED = f"asked => ({QUESTION})() !== asked"
# The first of these kinds of move that has a button, as the selector of it.
BUTTON = f"""kinds => kinds.flatMap((kind) => [`[name=type][value=${{kind}}]`, `[name=move][value*='"${{kind}}"']`])
  .map((named) => `{HAND} button${{named}}:enabled`).find((button) => document.querySelector(button))"""
IS_SPLIT = f"() => document.querySelector(`{HAND} [data-piles]`) !== null"
# The keys of as many cards as are to be marked: their place, or their number where cards are numbers.
MARKS = f"""() => {{
  const group = document.querySelector("{HAND} fieldset[data-min]");
  const cards = [...(group?.querySelectorAll("input") ?? [])].slice(0, group?.dataset.min);
  return cards.map((card, n) => card.name === "card" ? card.value : String(n + 1));
}}"""
ON_A_MOVE = "() => document.activeElement.closest('button')?.matches(\"[name=type], [name=move]\") ?? false"
# The page as it is now: an older one may have been kept before it.
WORKS = "async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'"
KEPT = """async () => {
  const kept = await caches.match(location.pathname, { ignoreVary: true });
  return kept && (await kept.text()).includes(`data-revision="${document.getElementById("zone").dataset.revision}"`);
}"""
POSITIONS = """() => {
  const { min, value, max } = document.querySelector("[aria-label=Position]");
  return [min, value, max];
}"""
WHOLE = "() => document.readyState === 'complete'"
UNFOLD = "() => document.querySelectorAll('main details').forEach((fold) => { fold.open = true; })"
# What makes the page wider than the phone.
WIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
    .map((one) => one.outerHTML.slice(0, 120))"""


def table(page: Page, slug: str, **fields: str) -> None:
    """From the front page to the form for a new table, and to the table."""
    page.open("/")
    page.evaluate(UNFOLD)
    page.click(f"main a[href*='/games/{slug}/new/']", "New table")
    page.wait_for("h1", "New table")
    page.evaluate(UNFOLD)
    for name, value in fields.items():
        if page.there(tile := f"label:has([name={name}][type=radio][value='{value}'])"):
            page.click(tile)
        else:
            page.fill(f"[name={name}]", value)
    page.click("main button", "Create table")
    page.wait_until("() => location.pathname.startsWith('/tables/')")


def against_bots(page: Page, slug: str) -> None:
    bots = {"bots": "3"} if slug == "doudizhu" else {}
    table(page, slug, **{**SHORT[slug], "bot_level": "beginner", **bots})
    page.wait_until(f"() => ({QUESTION})() !== null")


def mark(page: Page) -> None:
    """Mark what the hand asks to be marked before a button can be pressed."""
    if page.there(f"{HAND} [data-next-play]"):
        page.press("h")
    elif page.evaluate(IS_SPLIT):
        page.wait_for(f"{HAND} button", "9")
        page.press(*"123456789")
    else:
        page.press(*page.evaluate(MARKS))


def decide(page: Page, kinds: tuple[str, ...]) -> None:
    """Answer what the hand asks with the first of these kinds of move that can be chosen."""
    answered_question = ""

    def is_answered() -> bool:
        nonlocal answered_question
        if answered_question and page.look(CHANGED, answered_question):
            return True
        for first in (GO_ON, SURE):  # the past is shown; expensive moves ask for confirmation
            if page.there(first):
                page.clicked(first)
                return False
        question = page.look(QUESTION)
        if question and question != answered_question:  # the first, or what others did has made it another
            answered_question = question
            mark(page)
        if question and (button := page.look(BUTTON, kinds)):
            page.clicked(button)
        return False

    assert eventually(is_answered), page.seen()
    assert not page.evaluate(WIDE)


def play(page: Page, kinds: tuple[str, ...], decisions: int) -> int:
    """Until the match is over, or for so many decisions. Returns how many there were."""
    decision_count = 0
    while decision_count < decisions:
        page.wait_until(f"(...over) => ({QUESTION})() !== null || ({VISIBLE})(...over) > 0", *OVER)
        if page.there(*OVER):
            break
        decide(page, kinds)
        decision_count += 1
    return decision_count


@pytest.mark.parametrize("slug", SHORT)
def test_a_match_against_bots(person: Person, slug: str) -> None:
    page = person()
    against_bots(page, slug)
    decision_count = play(page, tuple(sorted(PLAYS[slug], key="all-in".__eq__)), DECISIONS)
    assert decision_count == DECISIONS or page.there(*OVER)


def test_a_decision_by_keyboard_alone(person: Person) -> None:
    page = person()
    against_bots(page, "lombard")
    question = page.evaluate(QUESTION)
    for _ in range(60):
        if page.evaluate(ON_A_MOVE):
            break
        page.press("Tab")
    assert page.evaluate(ON_A_MOVE)
    page.press("Enter")
    page.wait_until(CHANGED, question)


def test_a_plan_answers_by_itself(person: Person) -> None:
    alice, bob = person(), person()
    table(alice, "lombard", seats="2", visibility="link", opt_target_coins="32")
    bob.goto(alice.evaluate("() => location.href"))
    bob.click("form[action$='/join/'] button")
    for page in (alice, bob):
        page.wait_for(HAND)
        page.wait_until(WHOLE)
    assert eventually(lambda: bool(alice.look(QUESTION)) != bool(bob.look(QUESTION)))
    mover, waits = (alice, bob) if alice.look(QUESTION) else (bob, alice)
    waits.click(f"{HAND} .plan__chip button", "Fold")
    waits.wait_for(f"{HAND} form", "Planned: fold")
    decide(mover, ("call",))
    waits.wait_for("main", "You fold.")
    assert not waits.there(f"{HAND} form", "Planned:")


def at(page: Page, n: int) -> None:
    page.wait_until("n => document.querySelector('[aria-label=Position]').value === String(n)", n)
    page.wait_until("n => location.pathname.endsWith(`/positions/${n}/`)", n)


def test_a_match_from_the_front_page_and_its_replay(person: Person) -> None:
    page = person()
    page.open("/")
    page.click("form[action*='/lombard/'] button", "Play against bots")
    page.wait_until(f"() => ({QUESTION})() !== null")
    play(page, PLAYS["lombard"], 200)
    page.wait_for(*OVER)
    assert not page.evaluate(WIDE)
    page.click(*OVER)
    page.wait_for("[aria-label=Play]")  # which scripts show
    first, start, last = (int(n) for n in page.evaluate(POSITIONS))
    page.press("ArrowRight", "ArrowRight")
    at(page, start + 2)
    page.press("ArrowLeft")
    at(page, start + 1)
    page.click("[aria-label^='Forward']")
    at(page, start + 2)
    page.fill("[aria-label=Position]", str(last))
    at(page, last)
    page.wait_for("main h2", "Result")
    page.press("Home")
    at(page, first)


def test_a_page_is_read_without_a_connection(person: Person, door: Door) -> None:
    page = person()
    against_bots(page, "lombard")
    # It begins when its browser has nothing else to do; two browsers share two cores here. A page that was on its way
    # while the worker began has none yet: the next one has.
    page.wait_until(WORKS, patience=90)
    address = page.evaluate("() => location.href")
    page.goto(address)
    page.wait_until(KEPT)
    door.shut()
    page.goto(address)
    page.wait_for("[role=status]", "Seen ")
    page.wait_for(f"{HAND} button", "Call")

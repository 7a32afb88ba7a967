"""Actions of people at a table, in any game."""

import time
from secrets import token_hex
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as TookTooLong

from games.catalog import registry

HAND = "#hand"
MATCH_SECONDS = 300  # no match of these tests is near it, on however busy a machine
LOOK_MS = 80  # between two looks at a page; one costs 6
NEWS_SECONDS = 20  # until a page has heard of what the others do, on a busy machine
CALM = ("draw", "check", "call", "bid", "fold", "double", "drop")  # what to press, first found


def buttons(kind: str, question: str = "") -> str:
    """A selector of the enabled buttons for a type of move, in both spellings of a button: of this question or any."""
    hand = f"{HAND}[data-question='{question}']" if question else HAND
    return f"{hand} button[name=type][value={kind}]:enabled, {hand} button[name=move][value*='\"{kind}\"']:enabled"


def my_turn(page: Page) -> bool:
    return page.locator("#move button[name=move], #move button[name=type]").count() > 0


def is_over(page: Page) -> bool:
    return page.locator("#zone a[href*='/replays/']").count() > 0


# What another part of the page asks of the table, and of the board before it was cleared.
REFRESH = "() => document.dispatchEvent(new CustomEvent('tefuda:refresh'))"
GO_ON = "() => document.dispatchEvent(new CustomEvent('tefuda:go-on'))"
# The Stimulus controller of that name, from the modules that the page itself has loaded.
CONTROLLER = """const controllerOf = async (name) => {
    const address = document.querySelector("link[rel=modulepreload][href*='/site/lib/application']").href;
    const { application } = await import(address);
    return application.getControllerForElementAndIdentifier(
        document.querySelector(`[data-controller~=${name}]`), name);
};"""
# As if the table had changed since: the whole of it comes, and is in its place.
FETCHED_ANEW = f"""async () => {{
    {CONTROLLER}
    const table = await controllerOf("table");
    const updated = new Promise((done) => document.addEventListener("tefuda:update", done, {{ once: true }}));
    table.etag = "";
    document.getElementById("zone").dataset.revision = 0;
    table.refresh();
    await updated;
}}"""


def stuck(page: Page) -> str:
    """Return what a stuck page shows."""
    return str(
        page.evaluate("""() => JSON.stringify({
            form: document.getElementById("move")?.outerHTML.slice(0, 400),
            inert: document.getElementById("move")?.inert,
            buttons: [...document.querySelectorAll("#hand button")].map((one) => [one.value, one.disabled]),
            says: ["turn", "refusal", "waiting"].map((id) => document.getElementById(id)?.textContent.trim()),
            seen: document.visibilityState, focus: document.activeElement.outerHTML.slice(0, 100),
            revision: document.getElementById("zone")?.dataset.revision,
        })""")
    )


# Of the buttons of several kinds, the first kind that is there, and of which question; by one look at the page.
# The site shows that it has this seat's client seed.
SEED_GIVEN = "[data-controller=client-seed]:has-text('Your client seed is added')"
THERE = f"""kinds => {{
  for (const [kind, selector] of kinds) {{
    const asked = document.querySelector(selector)?.closest("{HAND}").dataset.question;
    if (asked !== undefined) return [kind, asked];
  }}
  return null;
}}"""


def act(page: Page, kinds: tuple[str, ...] = CALM) -> str | None:
    """Press the first of these buttons that is there now; None if none is. Never one of a later question."""
    pressable = page.evaluate(THERE, [(kind, buttons(kind)) for kind in kinds])
    if pressable is None:
        return None
    kind, question = pressable
    button = page.locator(buttons(kind, question))
    try:
        # The highest bid, as matches are to end.
        (button.last if kind == "bid" else button.first).click(timeout=2_000)
    except TookTooLong:  # the clock or a refresh was quicker
        return None
    return str(kind)


def press(page: Page, kind: str) -> None:
    """Press this button as soon as it is there, which news of the table may delay or renew."""
    until = time.monotonic() + NEWS_SECONDS
    while act(page, (kind,)) is None:
        assert time.monotonic() < until, stuck(page)
        page.wait_for_timeout(LOOK_MS)


def play_to_the_end(*pages: Page, kinds: tuple[str, ...] = CALM, reload: bool = False) -> int:
    """Play until the match is over on every page. Return the number of decisions.

    `reload` is for pages without JavaScript, which see news only when loaded again.
    """
    until, decisions = time.monotonic() + MATCH_SECONDS, 0
    while not all(is_over(page) for page in pages):
        assert time.monotonic() < until, stuck(pages[0])
        for page in pages:
            if act(page, kinds):
                decisions += 1
            elif reload and not is_over(page):
                page.reload()
        pages[0].wait_for_timeout(LOOK_MS)
    return decisions


def in_language(page: Page, language: str) -> None:
    """The same page in another language, as if its visitor had switched."""
    site = urlsplit(page.url)._replace(path="/", query="").geturl()  # for every page, like the site's own
    page.context.add_cookies([{"name": "django_language", "value": language, "url": site}])
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", language)


def posted(page: Page, path: str, **fields: str) -> str:
    """Send a form in this visitor's name without drawing the page it is on. Returns the path it leads to."""
    headers = {"X-CSRFToken": token_of(page), "Accept-Language": page.evaluate("navigator.language")}
    answer = page.request.post(path, form=dict(fields), headers=headers, max_redirects=0)
    assert answer.status == 302, answer.text()
    return answer.headers["location"]


def token_of(page: Page) -> str:
    """Return the CSRF fields of this visitor's forms: cookie and form have to match."""
    for cookie in page.context.cookies():
        if cookie.get("name") == "csrftoken":
            return cookie.get("value", "")
    token = token_hex(16)
    host = urlsplit(page.url).hostname or "127.0.0.1"
    page.context.add_cookies([{"name": "csrftoken", "value": token, "domain": host, "path": "/"}])
    return token


def quick_table(page: Page, slug: str) -> None:
    """The front page's one click: a table against beginners."""
    page.goto(posted(page, f"/games/{slug}/quick-play/"))


def new_table(page: Page, slug: str, **fields: str) -> str:
    """Set a table up. Returns its address."""
    page.goto(posted(page, f"/games/{slug}/new/", **chosen(slug, **fields)))
    return page.url


def table_with_beginners(page: Page, slug: str, **fields: str) -> str:
    """Create a table, fill it with beginners and start it. Return its address."""
    table = posted(page, f"/games/{slug}/new/", **chosen(slug, **fields))
    posted(page, f"{table}bots/", level="beginner", start="1")
    page.goto(table)
    return page.url


def chosen(slug: str, **fields: str) -> dict[str, str]:
    """Return what the form for a new table sends if only these fields are changed."""
    meta = registry.list_metadata()[slug]
    options = {f"opt_{option.key}": str(option.default) for option in meta.options}
    table = {"seats": str(meta.seats_default), "bots": "0", "bot_level": "normal", "visibility": "public"}
    return options | table | {"turn_seconds": "86400"} | fields


def new_table_by_hand(page: Page, slug: str, **fields: str) -> str:
    """Set a table up through the form. Returns its address."""
    page.goto(f"/games/{slug}/new/")
    while (closed := page.locator("form.form details:not([open]) > summary")).count():
        closed.first.click()
    for name, value in fields.items():
        tile = page.locator(f"input[name={name}][value='{value}'], input[name='{value}']")
        if tile.count():
            tile.check()
        else:
            page.locator(f"[name={name}]").select_option(value)
    page.locator("form.form button.btn--confirm").click()
    page.wait_for_url("**/tables/**")
    return page.url


def two_at_a_table(alice: Page, bob: Page, slug: str, **fields: str) -> str:
    """A table for two that Alice set up, Bob sat down at and Alice started, open to both. Returns the address."""
    table = posted(alice, f"/games/{slug}/new/", **chosen(slug, seats="2", **fields))
    posted(bob, f"{table}join/")
    posted(alice, f"{table}start/")
    for page in (alice, bob):
        page.goto(table)
        expect(page.locator("#hand")).to_be_visible()
    return alice.url


def two_sit_down(alice: Page, bob: Page, slug: str, **fields: str) -> None:
    """The same by hand: Alice learns from the table's news that the match has started."""
    bob.goto(new_table_by_hand(alice, slug, **fields))
    bob.locator("form[action$='/join/'] button").first.click()
    expect(bob.locator("#hand")).to_be_visible()
    expect(alice.locator("#hand")).to_be_visible()

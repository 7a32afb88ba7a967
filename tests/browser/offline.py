"""What the tests of offline play share: visitors behind a door, what their browser keeps, what the site received."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Site
from tests.browser.playing import chosen as form_chosen
from tests.browser.playing import posted
from tests.server.running import eventually

Visitor = Callable[..., Page]
MOVES = """
    SELECT count(*) FROM tables_event JOIN tables_table ON tables_table.id = tables_event.table_id
    WHERE tables_table.public_id = ? AND tables_event.cause = 'player' AND tables_event.key IS NOT NULL
"""
# Of a device that has nothing yet nothing is made.
ROWS = """([base, name]) => new Promise((resolve, reject) => {
  const opened = indexedDB.open(base, 1);
  opened.onupgradeneeded = () => opened.transaction.abort();
  opened.onerror = () => (opened.error.name === "AbortError" ? resolve([]) : reject(opened.error));
  opened.onsuccess = () => {
    const rows = opened.result.transaction([name]).objectStore(name).getAll();
    rows.onsuccess = () => resolve(rows.result);
    opened.result.close();
  };
})"""
PASSWORD = "seven-quiet-herons"


def alone(page: Page, slug: str = "lombard", seats: str = "2") -> str:
    """A table for this visitor and beginners, not opened yet. Returns its path."""
    table = posted(page, f"/games/{slug}/new/", **form_chosen(slug, seats=seats))
    posted(page, f"{table}bots/", level="beginner", start="1")
    return table


def my_turn_at(page: Page, table: str) -> None:
    """Open the table and wait until it asks, and until the worker has kept the page that asks."""
    page.goto(table)
    expect(page.locator("#move button").first).to_be_visible()
    page.reload()
    assert eventually(lambda: 'id="move"' in kept_page(page, table))


def choose(page: Page, words: str = "") -> None:
    """Press the first button of the hand, or the first that says so."""
    page.locator("#move button", has_text=words).first.click()
    expect(page.locator("#waiting")).to_contain_text("Waiting to be sent")


def worker_ready(page: Page) -> None:
    page.evaluate("navigator.serviceWorker.ready")
    assert eventually(lambda: page.evaluate("Boolean(navigator.serviceWorker.controller)"))


def account(page: Page, username: str) -> None:
    posted(page, "/account/signup/", username=username, password1=PASSWORD, password2=PASSWORD)


def log_in(page: Page, username: str, **fields: str) -> None:
    posted(page, "/account/login/", login=username, password=PASSWORD, **fields)


def kept(page: Page, store: str) -> list[dict[str, Any]]:
    """All rows of one of the device's stores."""
    rows: list[dict[str, Any]] = page.evaluate(ROWS, ["tefuda", store])
    return rows


def kept_of(page: Page, store: str) -> list[dict[str, Any]]:
    """Return the moves of the logged-in person."""
    reader = page.locator("body").get_attribute("data-person")
    return [row for row in kept(page, store) if row["person"] == reader]


def asked_module(page: Page, module: str, call: str, *arguments: Any) -> Any:
    """Return the result of a function of one of the site's modules."""
    script = f"(all) => import('/static/{module}.js').then((module) => module.{call}(...all))"
    return page.evaluate(script, list(arguments))


def sent_later(page: Page) -> list[dict[str, Any]]:
    """The receipts of moves that had waited, in the order in which they were sent."""
    return sorted((row for row in kept(page, "receipts") if row.get("says")), key=lambda row: row["at"])


def kept_page(page: Page, path: str) -> str:
    """Return the text of a saved page, of any person; empty without one."""
    text: str = page.evaluate(
        """async (path) => {
          for (const name of await caches.keys()) {
            if (!/-1-/.test(name)) continue;
            const found = await (await caches.open(name)).match(path, { ignoreVary: true });
            if (found) return await found.text();
          }
          return "";
        }""",
        path,
    )
    return text


def personal_caches(page: Page) -> list[str]:
    names: list[str] = page.evaluate("caches.keys()")
    return [name for name in names if "-1-" in name]


def moves_made(site: Site, table: str) -> int:
    """Return the number of people's moves in the log of that table."""
    file = site.serve.data / "tefuda.sqlite3"
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as rows:
        (count,) = rows.execute(MOVES, (table.strip("/").split("/")[-1],)).fetchone()
    return int(count)

"""Actions of a test in a browser, independent of the browser and its protocol."""

import json
from abc import ABC, abstractmethod
from typing import Any

from tests.server.running import PATIENCE, eventually

WIDTH, HEIGHT = 360, 740
KEYS = {"Enter": "\ue007", "Tab": "\ue004", "ArrowLeft": "\ue012", "ArrowRight": "\ue014", "Home": "\ue011"}
EXPECTED = (  # requests that are cut on purpose, and a header on plain HTTP
    "htmx:afterRequest",
    "htmx:sendError",
    "Cross-Origin-Opener-Policy",
    "NetworkError",
    "Failed to load",
)

# The first visible element of the selector that says so, once it can be reached and rests where it is, in a page that
# has come whole. Notes whether anything is pressed from now on.
TARGET = """async (selector, words) => {
  if (document.readyState !== "complete") return null;
  const is = (one) => !one.matches(":disabled") && one.checkVisibility({ visibilityProperty: true });
  const middle = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [Math.round(x + width / 2), Math.round(y + height / 2)];
  };
  const found = [...document.querySelectorAll(selector)].find((one) => is(one) && one.textContent.includes(words));
  found?.scrollIntoView({ block: "center", behavior: "instant" });
  const before = found && middle(found);
  for (let n = 0; n < 2; n++) await new Promise(requestAnimationFrame);
  if (!found?.isConnected || String(middle(found)) !== String(before)) return null;
  if (!found.contains(document.elementFromPoint(...before))) return null;
  window.isPressed = false;
  addEventListener("pointerdown", () => { window.isPressed = true; }, { capture: true, once: true });
  return found;
}"""
# In the next page there is no such note.
PRESSED = "() => window.isPressed ?? true"
# How many visible ones of the selector say so.
VISIBLE = """(selector, words) => [...document.querySelectorAll(selector)].filter(
  (one) => one.checkVisibility({ visibilityProperty: true }) && one.textContent.includes(words)).length"""
# Where it is, how its service workers do, what it asked for last, whether a form waits for its answer, what it shows.
SEEN = """async () => [
  location.href,
  ...(await navigator.serviceWorker?.getRegistrations() ?? []).flatMap((one) => [
    `installing ${one.installing?.state}, waiting ${one.waiting?.state}, active ${one.active?.state}`]),
  ...performance.getEntriesByType("resource").slice(-3).map((one) => `${one.name} ${one.responseStatus}`),
  document.querySelector("form[data-sent]")?.action, document.body.innerText.slice(0, 1500),
].join("\\n")"""
FILL = """(selector, value) => {
  const box = document.querySelector(selector);
  box.value = value;
  for (const type of ["input", "change"]) box.dispatchEvent(new Event(type, { bubbles: true }));
  return box.value;
}"""


class BrowserError(Exception):
    """The browser could not do it: what it says. While a page gives way to the next, that passes."""


class Page(ABC):
    """A page as wide as a phone, in a browser that keeps nothing of earlier ones."""

    def __init__(self) -> None:
        self.base = ""
        self.complaints: list[str] = []

    @abstractmethod
    def goto(self, url: str) -> None: ...

    @abstractmethod
    def evaluate(self, function: str, *args: Any) -> Any:
        """Return a JavaScript function's result as JSON."""

    @abstractmethod
    def find(self, function: str, *args: Any) -> dict[str, Any] | None:
        """The element that a JavaScript function answers, as `actions` take it for an origin."""

    @abstractmethod
    def perform(self, *sources: dict[str, Any]) -> None:
        """Move the mouse and press keys: `actions` as the WebDriver standard and its successor both take them."""

    @abstractmethod
    def close(self) -> None: ...

    def open(self, path: str) -> None:
        self.goto(self.base + path)

    def look(self, function: str, *args: Any) -> Any:
        """The same, and None while there is no page to look at."""
        try:
            return self.evaluate(function, *args)
        except BrowserError:
            return None

    def wait_until(self, condition: str, *args: Any, patience: float = PATIENCE) -> Any:
        """Until a JavaScript function answers something true, which is returned."""
        answer: Any = None

        def holds() -> bool:
            nonlocal answer
            answer = self.look(condition, *args)
            return bool(answer)

        assert eventually(holds, patience), (condition, args, self.seen())
        return answer

    def there(self, selector: str, words: str = "") -> bool:
        """Return whether a visible element of this selector contains the text."""
        return bool(self.look(f"(...args) => ({VISIBLE})(...args) > 0", selector, words))

    def wait_for(self, selector: str, words: str = "") -> None:
        self.wait_until(f"(...args) => ({VISIBLE})(...args) > 0", selector, words)

    def click(self, selector: str, words: str = "") -> None:
        """Click with the mouse as soon as it can be reached."""
        assert eventually(lambda: self.clicked(selector, words)), (selector, words, self.seen())

    def clicked(self, selector: str, words: str = "") -> bool:
        """Click with the mouse if it can be reached now. Whether it could.

        The browser looks for its middle when the mouse gets there: news may have moved it since we looked. On a busy
        machine WebKit's driver loses a press now and then: no part of the page hears of it.
        """
        try:
            target = self.find(TARGET, selector, words)
            if target is None:
                return False
            actions = [
                {"type": "pointerMove", "x": 0, "y": 0, "origin": target},
                {"type": "pointerDown", "button": 0},
                {"type": "pointerUp", "button": 0},
            ]
            self.perform({"type": "pointer", "id": "mouse", "actions": actions})
        except BrowserError:  # it is gone
            return False
        return eventually(lambda: self.look(PRESSED) is not False, 2)

    def press(self, *keys: str) -> None:
        values = [KEYS.get(key, key) for key in keys]
        actions = [{"type": way, "value": value} for value in values for way in ("keyDown", "keyUp")]
        self.perform({"type": "key", "id": "keyboard", "actions": actions})

    def fill(self, selector: str, value: str) -> None:
        """By script, as WebKit opens a list of choices in a window that nothing can be clicked in."""
        assert self.evaluate(FILL, selector, value) == value

    def seen(self) -> str:
        return str(self.look(SEEN))

    def errors(self) -> list[str]:
        self.look("() => 0")
        return [text for text in self.complaints if not any(words in text for words in EXPECTED)]


def called(function: str, args: tuple[Any, ...]) -> str:
    return f"({function})(...{json.dumps(args)})"

"""Debian's WebKit for GTK, driven by WebDriver on a separate screen: it has no headless mode."""

import json
import os
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.other_browsers.driving import HEIGHT, WIDTH, BrowserError, Page, called
from tests.server.running import eventually, free_port

BROWSERS = sorted(Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser"))
STILL = "[Settings]\ngtk-enable-animations=0\n"  # to pages: reduced motion
# The toolbar is wider than a phone, and the window would be as wide.
NARROW = "* { min-width: 0; min-height: 0; margin: 0; padding: 0; border: 0; font-size: 1px; }\n"

# Its console can't be read, so each look at a page collects the errors since the last.
LOOK = """const done = arguments[arguments.length - 1];
if (!window.complained) {
  window.complained = [];
  addEventListener("error", (event) => complained.push(String(event.message)));
  addEventListener("unhandledrejection", (event) => complained.push(String(event.reason)));
  const error = console.error;
  console.error = (...words) => { complained.push(words.join(" ")); error(...words); };
}
(async () => (await %s) ?? null)().then((value) => done({ value, complaints: complained.splice(0) }),
  (error) => done({ error: String(error), complaints: [] }));"""


class WebKitPage(Page):
    """A browser with a separate driver, as a driver handles one browser at a time."""

    def __init__(self, surroundings: dict[str, str], log: Path) -> None:
        super().__init__()
        port = free_port()
        with log.open("a") as out:
            command = ("WebKitWebDriver", f"--port={port}")
            self.driver = subprocess.Popen(command, env={**os.environ, **surroundings}, stdout=out, stderr=out)
        self.address = f"http://127.0.0.1:{port}"
        assert eventually(self._is_ready), log.read_text()
        options = {"binary": str(BROWSERS[-1]), "args": ["--automation"]}
        capabilities = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}
        session = self._call("POST", "/session", capabilities={"alwaysMatch": capabilities})
        self.address += f"/session/{session['sessionId']}"
        self._call("POST", "/window/rect", width=WIDTH, height=HEIGHT)
        # The screen is slow: on a page that is being laid out the links move.
        assert eventually(lambda: self.look("() => innerWidth") == WIDTH), self.look("() => innerWidth")

    def _call(self, method: str, path: str, **body: Any) -> Any:
        data = json.dumps(body).encode() if method == "POST" else None
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise BrowserError(error.read().decode()) from error

    def _is_ready(self) -> bool:
        try:
            return bool(self._call("GET", "/status")["ready"])
        except OSError:
            return False

    def goto(self, url: str) -> None:
        self._call("POST", "/url", url=url)

    def evaluate(self, function: str, *args: Any) -> Any:
        script = LOOK % called(function, args)
        answer = self._call("POST", "/execute/async", script=script, args=[])
        self.complaints += answer["complaints"]
        if "error" in answer:
            raise BrowserError(answer["error"])
        return answer["value"]

    def find(self, function: str, *args: Any) -> dict[str, Any] | None:
        element: dict[str, Any] | None = self.evaluate(function, *args)  # an element is answered as a reference to it
        return element

    def perform(self, *sources: dict[str, Any]) -> None:
        self._call("POST", "/actions", actions=list(sources))

    def close(self) -> None:
        self._call("DELETE", "")
        self.driver.terminate()
        self.driver.wait(30)


@contextmanager
def running(folder: Path) -> Iterator[Callable[[], Page]]:
    """Start the screen. Each call of the result opens a separate person's browser."""
    settings, log = folder / "gtk-3.0", folder / "webkit.log"
    settings.mkdir()
    (settings / "settings.ini").write_text(STILL)
    (settings / "gtk.css").write_text(NARROW)
    command = ("Xvfb", "-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp")
    with log.open("w") as out:
        screen = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=out)
    assert screen.stdout is not None
    display = f":{screen.stdout.readline().decode().strip()}"
    surroundings = {"DISPLAY": display, "GDK_BACKEND": "x11", "XDG_CONFIG_HOME": str(folder), "LANG": "C.UTF-8"}
    try:
        yield lambda: WebKitPage(surroundings, log)
    finally:
        screen.terminate()
        screen.wait(30)

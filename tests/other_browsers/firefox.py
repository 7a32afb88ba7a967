"""Firefox, spoken to with WebDriver BiDi over its own websocket: Debian has no geckodriver, and needs none."""

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websocket import WebSocket, create_connection

from tests.other_browsers.driving import HEIGHT, WIDTH, BrowserError, Page, called
from tests.server.running import eventually

PREFERENCES = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "intl.accept_languages": "en-US",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "remote.prefs.recommended": True,
    "ui.prefersReducedMotion": 1,
}
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


class Firefox:
    """One running Firefox and the line to it."""

    def __init__(self, line: WebSocket) -> None:
        self.line, self.number = line, 0
        self.complaints: list[str] = []
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded"])

    def call(self, method: str, **params: Any) -> Any:
        self.number += 1
        self.line.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while (message := json.loads(self.line.recv())).get("id") != self.number:
            self._note(message)
        if message["type"] == "error":
            raise BrowserError(message["error"], message["message"])
        return message["result"]

    def _note(self, message: dict[str, Any]) -> None:
        if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
            self.complaints.append(str(message["params"]["text"]))


class FirefoxPage(Page):
    def __init__(self, firefox: Firefox) -> None:
        super().__init__()
        self.firefox = firefox
        self.complaints = firefox.complaints
        self.owner = firefox.call("browser.createUserContext")["userContext"]
        self.context = firefox.call("browsingContext.create", type="window", userContext=self.owner)["context"]
        size = {"width": WIDTH, "height": HEIGHT}
        firefox.call("browsingContext.setViewport", context=self.context, viewport=size)

    def goto(self, url: str) -> None:
        self.firefox.call("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def evaluate(self, function: str, *args: Any) -> Any:
        answer = self._run(f"(async () => JSON.stringify((await {called(function, args)}) ?? null))()")
        return json.loads(answer["value"])

    def find(self, function: str, *args: Any) -> dict[str, Any] | None:
        node = self._run(called(function, args))
        return {"type": "element", "element": {"sharedId": node["sharedId"]}} if node["type"] == "node" else None

    def _run(self, script: str) -> Any:
        target = {"context": self.context}
        answer = self.firefox.call("script.evaluate", expression=script, target=target, awaitPromise=True)
        if answer["type"] == "exception":
            raise BrowserError(answer["exceptionDetails"]["text"])
        return answer["result"]

    def perform(self, *sources: dict[str, Any]) -> None:
        self.firefox.call("input.performActions", context=self.context, actions=list(sources))

    def close(self) -> None:
        self.firefox.call("browser.removeUserContext", userContext=self.owner)
        self.complaints.clear()


@contextmanager
def running(folder: Path) -> Iterator[Callable[[], Page]]:
    """Start it. Each call of the result opens a separate person's page."""
    profile, log = folder / "profile", folder / "firefox.log"
    profile.mkdir()
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
    (profile / "user.js").write_text("\n".join(lines))
    with log.open("w") as out:
        arguments = ("--headless", "--no-remote", "--remote-debugging-port=0", "--profile", str(profile))
        process = subprocess.Popen(["firefox-esr", *arguments], stdout=out, stderr=out)
    try:
        assert eventually(lambda: LISTENS.search(log.read_text())), log.read_text()
        (address,) = LISTENS.findall(log.read_text())
        line = create_connection(f"{address}/session", timeout=60, suppress_origin=True)
        firefox = Firefox(line)
        yield lambda: FirefoxPage(firefox)
        line.close()
    finally:
        process.terminate()
        process.wait(30)

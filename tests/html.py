"""A page as a browser without JavaScript has it: its forms, its language, and what can be read."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.test import Client

VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])


@dataclass
class Field:
    name: str
    kind: str
    values: list[str]  # what it sends as it stands
    options: list[str]  # what it could send: a checkbox's value, a select's options
    attributes: dict[str, str]


@dataclass
class Form:
    action: str
    method: str
    fields: list[Field] = field(default_factory=list)
    buttons: list[tuple[str, str]] = field(default_factory=list)  # name, value
    plays: list[str] = field(default_factory=list)  # combinations of cards that a script offers in turn

    def data(self, button: tuple[str, str] | None = None, **changes: object) -> dict[str, list[str]]:
        """What the browser posts when that button is pressed; `changes` by field name."""
        sent: dict[str, list[str]] = {}
        for one in self.fields:
            sent.setdefault(one.name, []).extend(one.values)
        if button and button[0]:
            sent[button[0]] = [button[1]]
        for name, value in changes.items():
            sent[name] = [str(one) for one in value] if isinstance(value, list | tuple) else [str(value)]
        return sent

    def send(self, client: Client, button: tuple[str, str] | None = None, **changes: object) -> Any:
        return client.post(self.action, self.data(button, **changes))


class Page(HTMLParser):
    """Forms in order, the page's language, and the text of every element with an id, hidden ones left out."""

    def __init__(self, html: str, address: str) -> None:
        super().__init__()
        self.address = address
        self.forms: list[Form] = []
        self.language = ""
        self.texts: dict[str, str] = {}
        self.text = ""
        self._open: list[tuple[str, str, bool]] = []  # tag, id, hidden
        self._form: Form | None = None
        self._group: dict[str, str] = {}  # the attributes of the fieldset one is in
        self.feed(html)

    def updatepos(self, i: int, j: int) -> int:
        """Nobody asks in which line something stands; counting them takes an eighth of the time."""
        return j

    def form(self, ending: str) -> Form:
        """The form whose address ends that way."""
        return next(form for form in self.forms if form.action.endswith(ending))

    def form_with(self, name: str, value: str) -> Form:
        """The first form that has this button."""
        return next(form for form in self.forms if (name, value) in form.buttons)

    def has_form(self, ending: str) -> bool:
        return any(form.action.endswith(ending) for form in self.forms)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            hidden = "hidden" in given or tag in ("script", "style", "title", "head")
            self._open.append((tag, given.get("id", ""), hidden))
        if tag == "html":
            self.language = given.get("lang", "")
        if tag == "form":
            self._form = Form(given.get("action") or self.address, given.get("method", "get"))
            self.forms.append(self._form)
        if tag == "fieldset":
            self._group = given
        if self._form is not None:
            self._control(self._form, tag, given)

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass
        if tag == "form":
            self._form = None
        if tag == "fieldset":
            self._group = {}

    def handle_data(self, data: str) -> None:
        if any(hidden for _, _, hidden in self._open):
            return
        self.text += data
        for _, name, _ in self._open:
            if name:
                self.texts[name] = self.texts.get(name, "") + data

    def _control(self, form: Form, tag: str, given: dict[str, str]) -> None:
        form.plays += (
            given.get("data-doudizhu-piles-plays-value", "").split("|")
            if given.get("data-doudizhu-piles-plays-value")
            else []
        )
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "button" and given.get("type", "submit") == "submit" and "disabled" not in given:
            form.buttons.append((name, value))
        elif tag == "input" and name:
            kind = given.get("type", "text")
            ticked = kind not in ("checkbox", "radio") or "checked" in given
            form.fields.append(Field(name, kind, [value] if ticked else [], [value], self._group | given))
        elif tag == "select":
            form.fields.append(Field(name, "select", [], [], given))
        elif tag == "option":
            select = form.fields[-1]
            select.options.append(value)
            if "selected" in given or not select.values:
                select.values = [value]


def page(response: Any) -> Page:
    return Page(response.content.decode(), response.request["PATH_INFO"])

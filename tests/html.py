"""A page as a browser without JavaScript has it: its forms, its language, and what can be read."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

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
        for control in self.fields:
            sent.setdefault(control.name, []).extend(control.values)
        if button and button[0]:
            sent[button[0]] = [button[1]]
        for name, value in changes.items():
            sent[name] = [str(entry) for entry in value] if isinstance(value, list | tuple) else [str(value)]
        return sent

    def send(self, client: Client, button: tuple[str, str] | None = None, **changes: object) -> Any:
        return client.post(self.action, self.data(button, **changes))


class Page(HTMLParser):
    """Forms in order, the page's language, and the text of every element with an id, hidden ones left out."""

    def __init__(self, html: str, address: str, client: Client | None = None, status: int = 200) -> None:
        super().__init__()
        self.address = address
        self.client = client
        self.status = status
        self.forms: list[Form] = []
        self.links: list[str] = []  # where they lead, in order
        self.language = ""
        self.texts: dict[str, str] = {}
        self.text = ""
        self._open: list[tuple[str, str, bool]] = []  # tag, id, hidden
        self._form: Form | None = None
        self._group: dict[str, str] = {}  # the attributes of the fieldset one is in
        self._text_field: Field | None = None
        self._outside: list[tuple[str, str, dict[str, str]]] = []  # form's id, tag and attributes
        self._outside_select = ""  # its form's id, while its options are read
        self._ids: dict[str, Form] = {}
        self.feed(html)
        for name, tag, attributes in self._outside:
            if name in self._ids:
                self._control(self._ids[name], tag, attributes)

    def updatepos(self, i: int, j: int) -> int:
        """Nobody asks in which line something stands; counting them takes an eighth of the time."""
        return j

    def form(self, ending: str) -> Form:
        """Return the first form whose address ends that way."""
        for form in self.forms:
            if ending in ("", form.action) or urlsplit(form.action).path.endswith(ending):
                return form
        raise LookupError(f"{self.address} has no form {ending}, only {[form.action for form in self.forms]}")

    def form_with(self, name: str, value: str) -> Form:
        """The first form that has this button."""
        return next(form for form in self.forms if (name, value) in form.buttons)

    def has_form(self, ending: str) -> bool:
        return any(urlsplit(form.action).path.endswith(ending) for form in self.forms)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            hidden = "hidden" in attributes or tag in ("script", "style", "title", "head")
            self._open.append((tag, attributes.get("id", ""), hidden))
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
        if tag == "html":
            self.language = attributes.get("lang", "")
        if tag == "form":
            self._form = Form(
                urljoin(self.address, attributes.get("action", "")), attributes.get("method", "get").lower()
            )
            self.forms.append(self._form)
            self._ids[attributes.get("id", "")] = self._form
        if tag == "fieldset":
            self._group = attributes
        if "form" in attributes and tag in ("input", "select", "textarea", "button"):
            self._outside.append((attributes["form"], tag, self._group | attributes))
            self._outside_select = attributes["form"] if tag == "select" else ""
        elif tag == "option" and self._outside_select:
            self._outside.append((self._outside_select, tag, attributes))
        elif self._form is not None:
            self._control(self._form, tag, attributes)

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._text_field = None
        if tag == "select":
            self._outside_select = ""
        while self._open and self._open.pop()[0] != tag:
            pass
        if tag == "form":
            self._form = None
        if tag == "fieldset":
            self._group = {}

    def handle_data(self, data: str) -> None:
        if self._text_field is not None:
            # A browser drops the line break that follows the tag.
            self._text_field.values[0] += data if self._text_field.values[0] else data.removeprefix("\n")
            return
        if any(hidden for _, _, hidden in self._open):
            return
        self.text += data
        for _, name, _ in self._open:
            if name:
                self.texts[name] = self.texts.get(name, "") + data

    def _control(self, form: Form, tag: str, attributes: dict[str, str]) -> None:
        form.plays += (
            attributes.get("data-doudizhu-piles-plays-value", "").split("|")
            if attributes.get("data-doudizhu-piles-plays-value")
            else []
        )
        name, value = attributes.get("name", ""), attributes.get("value", "")
        if tag == "button" and attributes.get("type", "submit") == "submit" and "disabled" not in attributes:
            form.buttons.append((name, value))
        elif tag == "input" and name:
            kind = attributes.get("type", "text")
            value = attributes.get("value", "on" if kind in ("checkbox", "radio") else "")
            ticked = kind not in ("checkbox", "radio") or "checked" in attributes
            form.fields.append(Field(name, kind, [value] if ticked else [], [value], self._group | attributes))
        elif tag == "textarea" and name:
            self._text_field = Field(name, "textarea", [""], [], self._group | attributes)
            form.fields.append(self._text_field)
        elif tag == "select":
            form.fields.append(Field(name, "select", [], [], self._group | attributes))
        elif tag == "option":
            select = form.fields[-1]
            select.options.append(value)
            if "selected" in attributes or not select.values:
                select.values = [value]


def page(response: Any) -> Page:
    query = response.request.get("QUERY_STRING")
    address = response.request["PATH_INFO"] + (f"?{query}" if query else "")
    return Page(response.content.decode(), address, response.client, response.status_code)


def open_page(client: Client, address: str) -> Page:
    """Open an address as a browser does, and go where it redirects to."""
    return page(client.get(address, follow=True))


def submit(source_page: Page, form: str | Form, /, *, press: tuple[str, str] | None = None, **changes: Any) -> Page:
    """Fill in a form of a page, send it with its own CSRF token, and return the page it leads to.

    `form` is the end of its address; `press` the name and value of the button, by default the first one. `changes` are
    values by field name: a text, an option's value, a list of them for several checkboxes, True or False for a single
    one, an uploaded file. Fields that the form lacks and values that nobody could enter there raise `ValueError`.
    """
    assert source_page.client is not None, "only pages that a client was served can be sent from"
    filled = form if isinstance(form, Form) else source_page.form(form)
    buttons = filled.buttons if press is None else [button for button in filled.buttons if button == press]
    if not buttons:
        raise ValueError(f"{filled.action} has no button {press or 'at all'}, only {filled.buttons}")
    sent: dict[str, Any] = {}
    for control in filled.fields:
        is_sent = "disabled" not in control.attributes and control.kind not in ("submit", "button", "image")
        if is_sent and control.kind != "file":
            sent.setdefault(control.name, []).extend(control.values)
    for name, value in changes.items():
        sent[name] = _enter(filled, name, value)
    name, value = buttons[0]
    if name:
        sent[name] = [value]
    source_page.client.handler.enforce_csrf_checks = True
    answer = (source_page.client.post if filled.method == "post" else source_page.client.get)(
        filled.action, sent, follow=True
    )
    return page(answer)


def _enter(form: Form, name: str, value: Any) -> Any:
    """Return what a browser sends for this field once a person has entered the value."""
    controls = [control for control in form.fields if control.name == name]
    usable = [
        control
        for control in controls
        if control.kind != "hidden" and not {"disabled", "readonly"} & set(control.attributes)
    ]
    if not usable:
        raise ValueError(
            f"{form.action} has no field {name} to fill in, only {[control.name for control in form.fields]}"
        )
    first = usable[0]
    if first.kind == "file":
        return value
    if first.kind == "checkbox" and isinstance(value, bool):
        return usable[0].options if value else []
    values = [str(entry) for entry in value] if isinstance(value, Iterable) and not isinstance(value, str) else [value]
    values = [str(entry) for entry in values]
    if first.kind in ("checkbox", "radio", "select"):
        options = [option for control in usable for option in control.options]
        if unknown := [entry for entry in values if entry not in options]:
            raise ValueError(f"{name} offers {options}, not {unknown}")
        return values
    longest = int(first.attributes.get("maxlength") or 1_000_000)
    if any(len(entry) > longest for entry in values):
        raise ValueError(f"{name} takes at most {longest} characters")
    return values

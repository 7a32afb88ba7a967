"""Classes of the style sheets and of templates, scripts and views: none without the other."""

import re
from pathlib import Path

from tests.design.paths import ROOT, all_templates

STATIC = [ROOT / "config/static", *(ROOT / "games").glob("*/static"), *(ROOT / "games/catalog").glob("*/static")]
RULES = re.compile(r"/\*.*?\*/|url\(.*?\)|\"[^\"]*\"", re.DOTALL)
CLASS = re.compile(r"\.([a-zA-Z][\w-]*)")
ATTRIBUTE = re.compile(r"""\sclass=(["'])(.*?)\1""", re.DOTALL)
COMPOSED = re.compile(r"([a-zA-Z][\w-]*-)(?:{{|\$\{)")
WORD = re.compile(r"[a-zA-Z][\w-]*")
# Django's: its style sheets have them, or its pages the elements.
ADMIN = {
    "aligned", "changelink", "checkbox-row", "closelink", "current-app", "current-model", "default", "errorlist",
    "errornote", "errors", "fieldset-heading", "flex-container", "form-row", "model-event", "model-table", "paginator",
    "results", "small", "submit-row", "vCheckboxLabel", "vTextField", "viewlink",
}  # fmt: skip
HOOKS = {"proposal", "parts"}  # used by tests only, without a style
TAG = re.compile(r"{{.*?}}|{%.*?%}", re.DOTALL)


def style_sheets() -> list[Path]:
    return sorted(path for folder in STATIC for path in folder.rglob("*.css"))


def list_defined_classes(paths: list[Path]) -> set[str]:
    """The classes that style sheets speak of."""
    return {name for path in paths for name in CLASS.findall(RULES.sub("", path.read_text(encoding="utf-8")))}


def scripts() -> list[Path]:
    return sorted(path for folder in STATIC for path in folder.rglob("*.js"))


def list_used_classes(text: str) -> set[str]:
    """Return the classes of a template's elements that don't depend on its tags."""
    plain = TAG.sub(lambda tag: re.sub(r"""["']""", "`", tag[0]), text)
    names = {name for _, value in ATTRIBUTE.findall(plain) for name in TAG.sub(" ~ ", value).split()}
    return {name for name in names if WORD.fullmatch(name) and not name.endswith("-")}


def test_every_class_in_a_template_has_a_look_or_is_a_hook() -> None:
    names = {name for path in all_templates() for name in list_used_classes(path.read_text(encoding="utf-8"))}
    hooks = {name for path in scripts() for name in WORD.findall(path.read_text(encoding="utf-8"))}
    assert names - list_defined_classes(style_sheets()) - hooks - HOOKS - ADMIN == set()


def test_every_class_in_a_style_sheet_is_used() -> None:
    modules = [path for folder in ("accounts", "games", "config") for path in (ROOT / folder).rglob("*.py")]
    texts = [path.read_text(encoding="utf-8") for path in [*all_templates(), *scripts(), *modules]]
    names = {name for text in texts for name in WORD.findall(text)}
    composed = tuple({beginning for text in texts for beginning in COMPOSED.findall(text)})
    unused = {name for name in list_defined_classes(style_sheets()) - names - ADMIN if not name.startswith(composed)}
    assert unused == set()


def test_the_checks_see_what_they_look_for() -> None:
    assert list_used_classes("""<p class="note {% if a == "b" %}is-b{% endif %} tone-{{ c }}">""") == {"note", "is-b"}
    assert {"seat__head", "is-shown", "turn--mine"} <= list_defined_classes(style_sheets())

"""Jinja2 for games' templates: bound to one language, with escaping, and errors for missing names."""

from collections.abc import Callable
from gettext import NullTranslations
from pathlib import Path
from typing import Any

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup, escape

from games.rendering.labels import level_name
from games.rendering.paths import SHARED_DIR, get_game_path
from games.rendering.seats import READER, is_reader_asked, name_mid_sentence, rotate_seats
from games.rendering.translation_tag import TranslationTag
from games.rendering.translations import (
    encode_combos,
    group_cards,
    join_names,
    load_folder_translations,
    load_shared_translations,
)

_SHARED_TEMPLATES = PrefixLoader({"shared": FileSystemLoader(SHARED_DIR / "templates")})


def create_shared_environment(language: str) -> Environment:
    """The templates all games share, as "shared/<name>.jinja"."""
    return _environment(_SHARED_TEMPLATES, load_shared_translations(language), language)


def create_game_environment(slug: str, language: str) -> Environment:
    """Return a loader for a game's templates and the shared ones."""
    return create_folder_environment(get_game_path(slug), language)


def create_folder_environment(folder: Path, language: str) -> Environment:
    """Return the templates and translations of a folder, with the shared ones."""
    own = FileSystemLoader(folder / "templates")
    return _environment(ChoiceLoader([own, _SHARED_TEMPLATES]), load_folder_translations(folder, language), language)


def _environment(loader: BaseLoader, words: NullTranslations, language: str) -> Environment:
    made = Environment(
        loader=loader,
        extensions=[TranslationTag],
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.policies["ext.i18n.trimmed"] = True
    made.extend(words=words, reader=READER[language])  # what the tag asks for
    made.newstyle_gettext = True  # type: ignore[attr-defined]
    made.globals |= _make_gettext_functions(words, READER[language])
    made.filters |= {"rotate_seats": rotate_seats, "encode_combos": encode_combos, "group_cards": group_cards}
    made.filters |= {"mid_sentence": name_mid_sentence, "asks_reader": is_reader_asked}
    made.globals["level_name"] = lambda code: level_name(code, language)
    made.globals["join_names"] = lambda seats, names: join_names(seats, names, words)
    return made


def _make_gettext_functions(words: NullTranslations, reader: str) -> dict[str, Callable[..., Markup]]:
    """Return the functions behind `_` and `trans`: Jinja's "new style", which escapes values.

    If `who` is the reader, the text of the context "reader" is used, if the language has one.
    """

    def gettext(string: str, **values: Any) -> Markup:
        found = words.pgettext("reader", string) if values.get("who") == reader else string
        return _fill_sentence(words.gettext(string) if found == string else found, values, reader)

    def ngettext(singular: str, plural: str, num: int, **values: Any) -> Markup:
        own = values.get("who") == reader
        found = words.npgettext("reader", singular, plural, num) if own else singular
        if found in (singular, plural):
            found = words.ngettext(singular, plural, num)
        return _fill_sentence(found, {"num": num, **values}, reader)

    def pgettext(context: str, string: str, **values: Any) -> Markup:
        return _format(words.pgettext(context, string), {"context": context, **values})

    return {"_": gettext, "gettext": gettext, "ngettext": ngettext, "pgettext": pgettext}


def _fill_sentence(sentence: str, values: dict[str, Any], reader: str) -> Markup:
    """The sentence with its values; the reader is "you" but where it begins."""
    if reader in values.values():
        values = {
            name: name_mid_sentence(value) if value == reader and not sentence.startswith(f"%({name})s") else value
            for name, value in values.items()
        }
    return _format(sentence, values)


def _format(text: str, values: dict[str, Any]) -> Markup:
    """As `Markup(text) % values`, in half the time: escaped, and numbers stay numbers for `%(n)d`."""
    return Markup(text % {name: value if type(value) is int else escape(value) for name, value in values.items()})

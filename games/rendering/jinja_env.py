"""Jinja2 environments of the games' templates: one per language, with autoescaping and errors for missing values."""

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
    """Create the environment of the templates that all games share, as "shared/<name>.jinja"."""
    return _environment(_SHARED_TEMPLATES, load_shared_translations(language), language)


def create_game_environment(game_slug: str, language: str) -> Environment:
    """Create the environment of a game's templates and the shared ones."""
    return create_folder_environment(get_game_path(game_slug), language)


def create_folder_environment(folder: Path, language: str) -> Environment:
    """Create the environment of a folder's templates and translations, and the shared ones."""
    own_templates = FileSystemLoader(folder / "templates")
    return _environment(
        ChoiceLoader([own_templates, _SHARED_TEMPLATES]), load_folder_translations(folder, language), language
    )


def _environment(loader: BaseLoader, words: NullTranslations, language: str) -> Environment:
    environment = Environment(
        loader=loader,
        extensions=[TranslationTag],
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.policies["ext.i18n.trimmed"] = True
    environment.extend(words=words, reader=READER[language])  # used by TranslationTag
    environment.newstyle_gettext = True  # type: ignore[attr-defined]
    environment.globals |= _make_gettext_functions(words, READER[language])
    environment.filters |= {"rotate_seats": rotate_seats, "encode_combos": encode_combos, "group_cards": group_cards}
    environment.filters |= {"mid_sentence": name_mid_sentence, "asks_reader": is_reader_asked}
    environment.globals["level_name"] = lambda code: level_name(code, language)
    environment.globals["join_names"] = lambda seats, names: join_names(seats, names, words)
    return environment


def _make_gettext_functions(words: NullTranslations, reader: str) -> dict[str, Callable[..., Markup]]:
    """Return the functions behind `_`, and behind `trans` where TranslationTag doesn't compile it. Values are escaped.

    If `who` is the reader, the message with the context "reader" is used, if the language has one.
    """

    def gettext(string: str, **values: Any) -> Markup:
        translated = words.pgettext("reader", string) if values.get("who") == reader else string
        return _fill_sentence(words.gettext(string) if translated == string else translated, values, reader)

    def ngettext(singular: str, plural: str, num: int, **values: Any) -> Markup:
        is_reader = values.get("who") == reader
        translated = words.npgettext("reader", singular, plural, num) if is_reader else singular
        if translated in (singular, plural):
            translated = words.ngettext(singular, plural, num)
        return _fill_sentence(translated, {"num": num, **values}, reader)

    def pgettext(context: str, string: str, **values: Any) -> Markup:
        return _format(words.pgettext(context, string), {"context": context, **values})

    return {"_": gettext, "gettext": gettext, "ngettext": ngettext, "pgettext": pgettext}


def _fill_sentence(sentence: str, values: dict[str, Any], reader: str) -> Markup:
    """Insert the values into a sentence; the reader is "you", capitalised only at the beginning."""
    if reader in values.values():
        values = {
            name: name_mid_sentence(value) if value == reader and not sentence.startswith(f"%({name})s") else value
            for name, value in values.items()
        }
    return _format(sentence, values)


def _format(text: str, values: dict[str, Any]) -> Markup:
    """Return `Markup(text) % values` in half the time: values are escaped, but numbers stay numbers for `%(n)d`."""
    return Markup(text % {name: value if type(value) is int else escape(value) for name, value in values.items()})

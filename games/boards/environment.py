"""Jinja2 as titles' templates find it: bound to one language, what is untrusted escaped, what is missing an error."""

from gettext import NullTranslations
from pathlib import Path

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from jinja2.bccache import Bucket, BytecodeCache

from games.boards.levels import level_name
from games.boards.paths import SHARED, of_title
from games.boards.places import around
from games.boards.words import folder_words, listed, named, piles, shared_words

_SHARED_TEMPLATES = PrefixLoader({"boards": FileSystemLoader(SHARED / "templates")})


class Compiled(BytecodeCache):
    """What this process has compiled. The code is the same for every language, and shared macros' for every title."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key] = bucket.bytecode_to_string()


_COMPILED = Compiled()


def shared_environment(language: str) -> Environment:
    """The templates all titles share, as "boards/<name>.jinja"."""
    return _environment(_SHARED_TEMPLATES, shared_words(language), language)


def title_environment(slug: str, language: str) -> Environment:
    """A title's own templates, and beside them the shared ones."""
    return folder_environment(of_title(slug), language)


def folder_environment(folder: Path, language: str) -> Environment:
    """The templates and words of a folder, and beside them the shared ones."""
    own = FileSystemLoader(folder / "templates")
    return _environment(ChoiceLoader([own, _SHARED_TEMPLATES]), folder_words(folder, language), language)


def _environment(loader: BaseLoader, words: NullTranslations, language: str) -> Environment:
    made = Environment(
        loader=loader,
        extensions=["jinja2.ext.i18n"],
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=_COMPILED,
    )
    made.policies["ext.i18n.trimmed"] = True
    made.install_gettext_translations(words, newstyle=True)  # type: ignore[attr-defined]
    made.filters |= {"around": around, "listed": listed, "piles": piles}
    made.globals["level_name"] = lambda code: level_name(code, language)
    made.globals["named"] = lambda seats, names: named(seats, names, words)
    return made

"""Short texts of a game that are needed without its message catalogs."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """A short text in both languages."""

    ja: str
    en: str

    def __getitem__(self, language: str) -> str:
        return self.ja if language.startswith("ja") else self.en


EMPTY_TEXT = Text("", "")

"""Free whole numbers as the value of an option."""

from dataclasses import dataclass

from games.engine.localized_text import Text


@dataclass(frozen=True, slots=True)
class IntegerInputs:
    """One number for each label, from `least` to `most` in steps. As a value: in decimal, joined by commas.

    >>> two = IntegerInputs((Text("一", "one"), Text("二", "two")), 10, 50, 10, prefix="$")
    >>> two.accepts("10,50"), two.accepts("10,55"), two.accepts("10"), two.accepts("010,50")
    (True, False, False, False)
    >>> two.in_words("10,50", "en"), two.in_words("10,50", "ja")
    ('one $10, two $50', '一$10、二$50')
    >>> [label.en for label in two.invalid_labels("10,many")]
    ['two']
    """

    labels: tuple[Text, ...]
    least: int
    most: int
    step: int
    prefix: str = ""  # of an amount, in words

    def accepts(self, value: object) -> bool:
        """Whether `value` is such a text, in the one way to write it."""
        return type(value) is str and not self.invalid_labels(value)

    def invalid_labels(self, value: str) -> tuple[Text, ...]:
        """The labels whose number is missing, or is none that may be; all of them where there are too many or few."""
        if value.count(",") != len(self.labels) - 1:
            return self.labels
        allowed = set(map(str, range(self.least, self.most + 1, self.step)))
        return tuple(label for label, text in zip(self.labels, self.split(value), strict=True) if text not in allowed)

    def split(self, value: str) -> list[str]:
        """As many texts as there are labels, of whatever was sent."""
        return (value.split(",") + [""] * len(self.labels))[: len(self.labels)]

    def in_words(self, value: str, language: str) -> str:
        """Each label with its number."""
        pairs = zip(self.labels, self.split(value), strict=True)
        return Text("、", ", ")[language].join(
            f"{label[language]}{Text('', ' ')[language]}{self.prefix}{text}" for label, text in pairs
        )

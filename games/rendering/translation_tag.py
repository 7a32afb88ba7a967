"""`{% trans %}`, with its sentence looked up when the template is compiled: an environment speaks one language.

Jinja's own tag looks the sentence up and formats it with every drawing, which is what a board would spend most of its
time on. Here the words become a part of the template, as the HTML around them is, and only the values are put in.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from gettext import NullTranslations

from jinja2 import nodes
from jinja2.ext import InternationalizationExtension
from jinja2.parser import Parser

from games.rendering.seats import name_mid_sentence

_PIECES = re.compile(r"%\((\w+)\)s|(%%)|([^%]+)")
_OTHER_NUMBERS = (0, *range(2, 200), 1000, 10**6)  # in which languages have other plurals than that of 2, if they do
Values = Mapping[str, nodes.Expr]


class TranslationTag(InternationalizationExtension):
    """Asks its environment for `words` and for what the `reader` is called."""

    def parse(self, parser: Parser) -> nodes.Node | list[nodes.Node]:
        parsed = super().parse(parser)
        *before, output = parsed if isinstance(parsed, list) else [parsed]
        call = output.nodes[0]  # type: ignore[attr-defined]
        values = {given.key: given.value for given in call.kwargs}
        texts = [given.value for given in call.args if isinstance(given, nodes.Const)]
        if call.node.name == "gettext":
            drawn = self._draw(texts, 1, values)
        elif call.node.name == "ngettext" and self._has_plain_plural(texts):
            number = call.args[2]
            values.setdefault("num", number)
            drawn = _choose(number, 1, self._draw(texts, 1, values), self._draw(texts, 2, values))
        else:
            return parsed
        return [*before, drawn.set_lineno(output.lineno)]

    def _has_plain_plural(self, texts: Sequence[str]) -> bool:
        """Return whether this language has a plural."""
        return all(self._sentences(texts, n) == self._sentences(texts, 2) for n in _OTHER_NUMBERS)

    def _draw(self, texts: Sequence[str], n: int, values: Values) -> nodes.Stmt:
        sentence, own = self._sentences(texts, n)
        if own == sentence or "who" not in values:
            return self._fill(sentence, values)
        return _choose(values["who"], self._reader, self._fill(own, values), self._fill(sentence, values))

    def _sentences(self, texts: Sequence[str], n: int) -> tuple[str, str]:
        """Return the sentence about others, or for the reader the one of the context "reader", if there is one."""
        words: NullTranslations = self.environment.words  # type: ignore[attr-defined]
        if len(texts) == 1:
            sentence, own = words.gettext(texts[0]), words.pgettext("reader", texts[0])
        else:
            sentence = words.ngettext(texts[0], texts[1], n)
            own = words.npgettext("reader", texts[0], texts[1], n)
        return sentence, sentence if own in texts else own

    def _fill(self, sentence: str, values: Values) -> nodes.Output:
        """The sentence with its values; the reader is "you" but where it begins."""
        return nodes.Output(list(self._pieces(sentence, values)))

    def _pieces(self, sentence: str, values: Values) -> Iterator[nodes.Expr]:
        for name, percent, text in _PIECES.findall(sentence):
            if not name:
                yield nodes.TemplateData("%" if percent else text)
            elif sentence.startswith(f"%({name})s") or name_mid_sentence(self._reader) == self._reader:
                yield values[name]
            else:
                yield nodes.Filter(values[name], "mid_sentence", [], [], None, None)

    @property
    def _reader(self) -> str:
        reader: str = self.environment.reader  # type: ignore[attr-defined]
        return reader


def _choose(value: nodes.Expr, expected: int | str, same: nodes.Stmt, other: nodes.Stmt) -> nodes.Stmt:
    """One statement where the value is the expected one, else the other."""
    if same == other:
        return same
    return nodes.If(nodes.Compare(value, [nodes.Operand("eq", nodes.Const(expected))]), [same], [], [other])

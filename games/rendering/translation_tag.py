"""`{% trans %}`, translated when the template is compiled. This works because an environment has only one language.

Jinja's own tag translates and formats the sentence on every rendering, which would take most of a board's time. Here
the text becomes part of the compiled template, like the HTML around it, and only the values are inserted.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from gettext import NullTranslations

from jinja2 import nodes
from jinja2.ext import InternationalizationExtension
from jinja2.parser import Parser

from games.rendering.seats import name_mid_sentence

_PIECES = re.compile(r"%\((\w+)\)s|(%%)|([^%]+)")
_OTHER_NUMBERS = (0, *range(2, 200), 1000, 10**6)  # numbers whose plural form may differ from that of 2
Values = Mapping[str, nodes.Expr]


class TranslationTag(InternationalizationExtension):
    """The tag. Its environment needs `words` (translations) and `reader` (the reader's name in sentences)."""

    def parse(self, parser: Parser) -> nodes.Node | list[nodes.Node]:
        parsed = super().parse(parser)
        *before, output = parsed if isinstance(parsed, list) else [parsed]
        call = output.nodes[0]  # type: ignore[attr-defined]
        values = {argument.key: argument.value for argument in call.kwargs}
        texts = [argument.value for argument in call.args if isinstance(argument, nodes.Const)]
        if call.node.name == "gettext":
            statement = self._draw(texts, 1, values)
        elif call.node.name == "ngettext" and self._has_plain_plural(texts):
            number = call.args[2]
            values.setdefault("num", number)
            statement = _choose(number, 1, self._draw(texts, 1, values), self._draw(texts, 2, values))
        else:
            return parsed
        return [*before, statement.set_lineno(output.lineno)]

    def _has_plain_plural(self, texts: Sequence[str]) -> bool:
        """Return whether all numbers except 1 use the same plural form."""
        return all(self._sentences(texts, n) == self._sentences(texts, 2) for n in _OTHER_NUMBERS)

    def _draw(self, texts: Sequence[str], n: int, values: Values) -> nodes.Stmt:
        sentence, to_reader = self._sentences(texts, n)
        if to_reader == sentence or "who" not in values:
            return self._fill(sentence, values)
        return _choose(values["who"], self._reader, self._fill(to_reader, values), self._fill(sentence, values))

    def _sentences(self, texts: Sequence[str], n: int) -> tuple[str, str]:
        """Return the sentences about others and about the reader (context "reader"), which may be the same."""
        words: NullTranslations = self.environment.words  # type: ignore[attr-defined]
        if len(texts) == 1:
            sentence, to_reader = words.gettext(texts[0]), words.pgettext("reader", texts[0])
        else:
            sentence = words.ngettext(texts[0], texts[1], n)
            to_reader = words.npgettext("reader", texts[0], texts[1], n)
        return sentence, sentence if to_reader in texts else to_reader

    def _fill(self, sentence: str, values: Values) -> nodes.Output:
        """Return the sentence with its values; the reader is "you", capitalised only at the beginning."""
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
    """Return a statement that renders `same` if the value is the expected one, else `other`."""
    if same == other:
        return same
    return nodes.If(nodes.Compare(value, [nodes.Operand("eq", nodes.Const(expected))]), [same], [], [other])

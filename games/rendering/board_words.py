"""A position in words, from its board: for screen readers and plain text. Nothing that isn't on the board is said."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from gettext import NullTranslations
from itertools import groupby

from games.engine.board import (
    Amount,
    Board,
    BoardCard,
    CardOrder,
    CardRow,
    Facts,
    Group,
    Memory,
    Pot,
    SeatBoard,
    Stack,
    Stacks,
)
from games.engine.phrases import Words
from games.rendering.in_words import COLON, COMMA, WordedPart
from games.rendering.labels import level_name
from games.rendering.seats import SeatLine
from games.rendering.translations import translate


class BoardDescriber:
    """Describer of boards of one game in one language. `card_name` returns a card's name by its code and deck."""

    def __init__(self, catalogue: NullTranslations, language: str, card_name: Callable[[str, str], str]) -> None:
        self._words, self._language, self._card_name = catalogue, language, card_name

    def describe(self, board: Board, lines: Iterable[SeatLine], *, has_hand: bool) -> list[WordedPart]:
        """Return the parts of a board, seats first. With `has_hand`, the reader's own hidden cards are left out."""
        seats = [
            self._describe_seat(board.seats[line.number], line, board.deck, has_hand=has_hand and line.is_me)
            for line in lines
        ]
        centre = [self._say(board.headline), *(self._describe_group(group, board.deck) for group in board.centre)]
        return [*seats, WordedPart(self._say(board.centre_label), lines=[line for line in centre if line])]

    def _describe_seat(self, seat: SeatBoard, line: SeatLine, deck: str, *, has_hand: bool) -> WordedPart:
        words = self._words
        cards = [card for card in seat.cards if card.is_open or not has_hand]
        items = [
            *self._list_remarks(line),
            self._say(seat.action) or str(line.last_action),
            *map(self._name_amount, seat.amounts),
            self._name_amount(seat.won) if seat.won else "",
            *(self._say(puck.name) for puck in seat.pucks),
            *map(self._say, seat.badges),
            f"{words.gettext('bet')} {self._name_amount(seat.bet)}" if seat.bet else "",
            *self._name_cards(cards, deck),
            self._say(seat.note),
            *map(self._say, seat.remarks),
            *(self._name_memory(memory, deck) for memory in seat.memories),
        ]
        name = words.gettext("empty seat") if line.vacant else line.name
        return WordedPart(name, is_seat=True, lines=[self._join(items)])

    def _list_remarks(self, line: SeatLine) -> Iterator[str]:
        if line.is_me:
            yield self._words.gettext("you")
        if line.is_bot:
            yield self._words.gettext("bot (%(level)s)") % {"level": level_name(line.level, self._language)}
        if line.is_to_act:
            yield self._words.gettext("to decide")
        if line.forfeited:
            yield self._words.gettext("forfeited")

    def _describe_group(self, group: Group, deck: str) -> str:
        match group:
            case CardRow(label, cards):
                return self._label(label, self._join(self._name_cards(cards, deck)))
            case Pot(label, amount, parts):
                return self._label(label, self._join(map(self._name_amount, (amount, *parts))))
            case Facts(facts):
                return self._join(map(self._say, facts))
            case CardOrder(label, codes):
                return f"{self._say(label)} {' > '.join(self._card_name(code, deck) for code in codes)}"
            case Stacks(label, stacks, facts):
                return self._label(label, self._join([*map(self._name_stack, stacks), *map(self._say, facts)]))

    def _name_cards(self, cards: Sequence[BoardCard], deck: str) -> Iterator[str]:
        """Yield the name of each open card, and whether it counted. Backs in a row are counted."""
        for card, same in groupby(cards):
            count = len(list(same))
            if not card.is_open:
                back = self._words.gettext("hidden card")
                yield f"{back} ×{count}" if count > 1 else back
                continue
            name = self._card_name(card.code, deck)
            yield from [f"{name} {self._words.gettext('(counts)')}" if card.mark == "counts" else name] * count

    def _name_memory(self, memory: Memory, deck: str) -> str:
        return f"{self._say(memory.label)} {self._join(self._card_name(code, deck) for code in memory.codes)}".strip()

    def _name_amount(self, amount: Amount) -> str:
        label, text = self._say(amount.label), self._say(amount.text)
        return f"{label} {text}" if label else text

    def _name_stack(self, stack: Stack) -> str:
        amount = self._name_amount(stack.amount)
        return f"{amount} {self._words.gettext('(active)')}" if stack.is_active else amount

    def _label(self, label: Words, text: str) -> str:
        return f"{self._say(label)}{COLON[self._language]}{text}" if text else ""

    def _join(self, items: Iterable[str]) -> str:
        return COMMA[self._language].join(item for item in items if item)

    def _say(self, words: Words) -> str:
        return translate(words, self._words)

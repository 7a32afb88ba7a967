"""What becomes visible."""

from games.catalog.lombard.hands import Hand, get_higher_card
from games.catalog.lombard.types import Cards
from games.catalog.lombard.winning_cards import WinningCards, find_winning_cards
from games.engine.serialization import values


class Happening(values.Happening):
    """What can be seen at a Lombard table."""


class FirstDealer(Happening):
    seat: int


class RoundBegan(Happening):
    """`seat` deals; the supply puts the first coin into the pot, everybody gets two hole cards."""

    round: int
    seat: int


class Dealt(Happening):
    """A seat's own hole cards, for its eyes only."""

    seat: int
    cards: Cards


class CommunityOpened(Happening):
    cards: Cards


class Called(Happening):
    seat: int
    card: str


class Doubled(Happening):
    seat: int


class Folded(Happening):
    seat: int


class HandShown(Happening):
    """A hand of the showdown, best first; `board` are the community cards it was made with."""

    seat: int
    cards: Cards
    hand: Hand
    board: Cards

    @property
    def counted(self) -> WinningCards:
        """The cards that made it, and what two princes stood for."""
        return find_winning_cards(self.cards, self.board)

    @property
    def higher(self) -> str:
        """The hole card that is compared if the hands are equal."""
        return get_higher_card(self.cards)


class PotWon(Happening):
    """`shown` is False when everybody else had folded; `balance` is the winner's after it."""

    seat: int
    coins: int
    shown: bool
    balance: int


class MatchWon(Happening):
    seat: int
    balance: int

"""Happenings of Lombard Hold'em."""

from games.catalog.lombard.hands import Hand, get_higher_card
from games.catalog.lombard.types import Cards
from games.catalog.lombard.winning_cards import WinningCards, find_winning_cards
from games.engine.serialization import values


class Happening(values.Happening):
    """Something visible at a Lombard table."""


class FirstDealer(Happening):
    seat: int


class RoundBegan(Happening):
    """`seat` deals; the supply puts the first coin into the pot, and everyone gets two hole cards."""

    round: int
    seat: int


class Dealt(Happening):
    """A seat's hole cards. Visible to the seat only."""

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
    """A hand of the showdown, best first. `board` are the community cards it was made with."""

    seat: int
    cards: Cards
    hand: Hand
    board: Cards

    @property
    def counted(self) -> WinningCards:
        """Return the cards that made it, and what two princes stood for."""
        return find_winning_cards(self.cards, self.board)

    @property
    def higher(self) -> str:
        """The hole card that is compared if the hands are equal."""
        return get_higher_card(self.cards)


class PotWon(Happening):
    """`shown` is False if all others folded; `balance` is the winner's balance after it."""

    seat: int
    coins: int
    shown: bool
    balance: int


class MatchWon(Happening):
    seat: int
    balance: int

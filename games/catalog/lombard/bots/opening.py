"""Choice of the hole card that a call opens. For bots."""

from games.catalog.lombard.hands import number_of
from games.catalog.lombard.types import Cards


def choose_card_to_open(cards: Cards, board: Cards) -> int:
    """Return the hole card to open: preferably no prince, none that pairs with the board, and the lower one."""
    numbers, on_board = [number_of(card) for card in cards], {number_of(card) for card in board}
    return min((0, 1), key=lambda at: (cards[at][0] == "P", numbers[at] in on_board, numbers[at]))

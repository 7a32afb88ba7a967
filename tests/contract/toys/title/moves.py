"""What seats decide, and what becomes visible."""

from games.engine import values
from games.engine.values import value


class Move(values.Move):
    __slots__ = ()


class Happening(values.Happening):
    __slots__ = ()


@value
class Keep(Move):
    cards: tuple[str, ...]


@value
class Bid(Move):
    coins: int


@value
class Fold(Move):
    pass


@value
class Show(Move):
    pass


@value
class Dealt(Happening):
    cards: tuple[str, ...]


@value
class Chose(Happening):
    seat: int


@value
class Bids(Happening):
    seat: int
    coins: int


@value
class Shown(Happening):
    seat: int
    card: str


@value
class Paid(Happening):
    seat: int
    coins: int

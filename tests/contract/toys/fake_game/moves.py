"""What seats decide, and what becomes visible."""

from games.engine.serialization import values


class Move(values.Move):
    pass


class Happening(values.Happening):
    pass


class Keep(Move):
    cards: tuple[str, ...]


class Bid(Move):
    coins: int


class Fold(Move):
    pass


class Show(Move):
    pass


class Dealt(Happening):
    cards: tuple[str, ...]


class Chose(Happening):
    seat: int


class Bids(Happening):
    seat: int
    coins: int


class Shown(Happening):
    seat: int
    card: str


class Paid(Happening):
    seat: int
    coins: int

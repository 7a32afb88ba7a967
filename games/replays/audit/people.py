"""People in a match who have forfeited or are on vacation."""

from games.replays.audit.base import MismatchError
from games.replays.audit.rows import Body


class People:
    """The seats whose people have forfeited or are on vacation, according to the log."""

    def __init__(self) -> None:
        self.forfeited: set[int] = set()
        self.on_vacation: set[int] = set()

    def read(self, body: Body) -> None:
        """Read the next event. Removal by a moderator ends a forfeit, since a bot then holds the seat."""
        kind, seat = body["kind"], body["seat"]
        if kind == "forfeit":
            self.forfeited.add(seat)
        if kind == "vacation":
            self.on_vacation.add(seat)
        if kind == "leave":
            self.forfeited.discard(seat)
        if kind in ("leave", "vacation-over"):
            self.on_vacation.discard(seat)

    def check_agreement(self, body: Body, people: set[int]) -> None:
        """Check that exactly those of `people` agreed who play and are not on vacation."""
        agreed = sorted(people - self.forfeited - self.on_vacation)
        if body["cause"] != "player" or body["data"].get("agreed") != agreed:
            raise MismatchError("agreed")

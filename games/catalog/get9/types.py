"""Small values shared by moves, happenings, state and view."""

from typing import Literal

from games.engine.serialization.values import frozen_dataclass

Cards = tuple[str, ...]
Piles = tuple[Cards, ...]
Phase = Literal["begin", "split", "choose", "dealer", "score", "bet", "end", "over"]
Status = Literal["active", "resting", "all-in", "folded", "out"]
Result = Literal["winner", "dealer", "tie"]
SkipReason = Literal["option", "limit", "alone"]

ROUNDS = 3


@frozen_dataclass
class Options:
    """The table options, fixed at setup."""

    rules: int
    matches: int
    start_chips: int
    bet_limit: int  # 0: no limit
    bet_limit_per: Literal["match", "round"]
    check_locks_out: bool
    free_call: bool
    final_round_betting: bool


@frozen_dataclass
class Round:
    """Everything opened in a round so far, which stays open for the rest of the match. Tuples are by seat."""

    played: Cards  # "" for seats that have folded or are out
    dealer: str = ""  # the dealer's card, "" until it is opened
    others: Piles = ()  # the other two cards of seats that beat the dealer, () for others; empty until scored
    points: tuple[int, ...] = ()
    dealer_others: Cards = ()  # the dealer's first and third card, if it scored
    dealer_points: int = 0

    @property
    def one_beats_nine(self) -> bool:
        """Return whether a 1 has met a 9, which it beats."""
        return (self.dealer == "9" and "1" in self.played) or (self.dealer == "1" and "9" in self.played)


@frozen_dataclass
class Outcome:
    """A finished match, as everyone may remember it. Tuples are by seat."""

    match: int
    rounds: tuple[Round, ...]
    statuses: tuple[Status, ...]
    points: tuple[int, ...]
    dealer_points: int
    pots: tuple[int, ...]
    carried_in: int  # the carry-over pot before
    result: Result
    winner: int | None
    won: tuple[int, ...]
    carried_out: int  # the carry-over pot after

    @property
    def level(self) -> tuple[int, ...]:
        """The seats that tied for the most points, if that is why no one was paid."""
        if self.result != "tie":
            return ()
        points = {
            seat: self.points[seat] for seat, status in enumerate(self.statuses) if status not in ("folded", "out")
        }
        return tuple(seat for seat, score in points.items() if score == max(points.values()))

"""Advice in words: the strong bot's move, its lead, and how the other moves compare."""

from collections.abc import Callable
from dataclasses import dataclass

from markupsafe import Markup

from games.engine.advice import WHOLE, Advice, MoveRating
from games.engine.game import Move
from games.kit.rollouts import MIN_ERRORS
from games.rendering.renderer import BoardRenderer

MOST_ROWS = 6  # moves that are listed


@dataclass(frozen=True, slots=True)
class RatedMove:
    """A move in words. `loss` is the difference to the best move, `error` its standard error, both formatted."""

    label: Markup
    loss: str
    error: str
    is_best: bool = False
    is_mine: bool = False
    is_even: bool = False  # no clear difference to the best


@dataclass(frozen=True, slots=True)
class AdviceText:
    """The values of `shared/advice.jinja`. `lead` is the best move's lead over the next one, as a formatted number."""

    rows: list[RatedMove]
    lead: str
    is_clear: bool
    worlds: int
    ahead_percent: int | None
    unit: str

    @property
    def best(self) -> Markup:
        return self.rows[0].label

    @property
    def second(self) -> Markup:
        """The best of the other moves; empty if no other was rated."""
        return self.rows[1].label if len(self.rows) > 1 else Markup()


def write_advice(
    advice: Advice[Move],
    label: Callable[[Move], Markup],
    unit: str,
    own_move: Move | None = None,
    limit: int = MOST_ROWS,
) -> AdviceText:
    """Describe advice: the best `limit` moves, and always `own_move`.

    `label` returns a move in words; values are in `unit`.
    """
    first, alternatives = advice.ratings[0], advice.ratings[1:]
    second = alternatives[0] if alternatives else first
    listed = [rating for at, rating in enumerate(advice.ratings) if at < limit or rating.move == own_move]
    return AdviceText(
        rows=[_write_row(rating, first, label, own_move) for rating in listed],
        lead=in_units(max(0, first.value - second.value)),
        is_clear=_is_clear(second, first),
        worlds=advice.worlds,
        ahead_percent=None if advice.ahead is None else round(100 * advice.ahead / max(1, advice.worlds)),
        unit=unit,
    )


def _write_row(
    rating: MoveRating[Move], first: MoveRating[Move], label: Callable[[Move], Markup], own_move: Move | None
) -> RatedMove:
    return RatedMove(
        label(rating.move),
        in_units(max(0, first.value - rating.value)),
        in_units(rating.error),
        is_best=rating is first,
        is_mine=rating.move == own_move,
        is_even=rating is not first and not _is_clear(rating, first),
    )


def _is_clear(rating: MoveRating[Move], first: MoveRating[Move]) -> bool:
    return first.value - rating.value > MIN_ERRORS * rating.error


def in_units(value: int) -> str:
    """Format thousandths with only the significant digits.

    >>> in_units(1340), in_units(42), in_units(131_400), in_units(0)
    ('1.3', '0.04', '131', '0')
    """
    if not value:
        return "0"
    digits = 2 if abs(value) < WHOLE // 10 else 1 if abs(value) < 20 * WHOLE else 0
    return f"{value / WHOLE:.{digits}f}"


def label_move(boards: BoardRenderer, game_slug: str, language: str, view: object) -> Callable[[Move], Markup]:
    """Return a function that describes moves of that view in words."""
    return lambda move: boards.render(game_slug, "move_label", language, m=move, view=view).strip()

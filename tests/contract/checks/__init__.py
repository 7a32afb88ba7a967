"""What must hold at every moment of every match, one function per promise of the contract.

Each takes (subject, moment, rng) and raises AssertionError. `CHECKS` is what a match is walked with; some are dear, so
each says at how many moments of 100 it is made.
"""

from collections.abc import Callable

from games.engine.chance import Rng
from tests.contract.checks import moves, play, values, views
from tests.contract.harness import Moment
from tests.contract.subject import Subject

Check = Callable[[Subject, Moment, Rng], None]

CHECKS: dict[Check, int] = {
    play.conserved: 100,
    play.no_wedge: 100,
    values.happenings_are_told_well: 100,
    views.told_is_what_the_view_shows: 50,
    play.standing_is_consistent: 100,
    moves.safe_move_is_legal: 100,
    play.order_of_choices: 50,
    values.survives_the_codec: 25,
    views.views_hold_no_state: 25,
    views.who_is_done_is_not_asked: 25,
    values.values_are_frozen: 25,
    views.imagined_worlds_agree: 25,
    views.only_the_unseen_is_redealt: 25,
    play.functions_are_pure: 15,
    moves.moves_pass_the_door: 15,
    moves.legal_is_what_apply_accepts: 15,
    moves.only_exact_values_are_moves: 8,
}


def check_all(subject: Subject, moment: Moment, rng: Rng) -> None:
    """All checks that this moment draws."""
    for check, percent in CHECKS.items():
        if rng.percent_chance(percent):
            check(subject, moment, rng)

"""The match score: formulas, rounding, stars and comments; and that it comes with the end of the match only."""

from fractions import Fraction

import pytest

from games.catalog.sdc.game import GAME
from games.catalog.sdc.moves import Bid, Call, Drop
from games.catalog.sdc.score import LUCK, half_up, power, score, skill
from games.catalog.sdc.types import Tally
from tests.catalog.sdc.positions import FOUR, HIGH, M, S, bidding, played, until_asked


@pytest.mark.parametrize(
    ("tally", "value"),
    [
        (Tally(won=3, lost=1, gained=6, paid=4), Fraction(100, 3)),  # means 2 and 4
        (Tally(won=0, lost=4, gained=0, paid=10), 0),
        (Tally(won=2, lost=0, gained=7, paid=0), 100),
    ],
)
def test_skill(tally: Tally, value: Fraction) -> None:
    assert skill(tally) == value


def test_power() -> None:
    assert power(Tally(won=2, lost=4)) == Fraction(100, 3)


def test_luck_by_category() -> None:
    assert [score(Tally(won=1, gained=1, best=best)).luck for best in range(10)] == list(LUCK)
    assert LUCK == (0, 10, 30, 50, 60, 70, 80, 90, 95, 100)


def test_a_half_goes_up() -> None:
    assert [half_up(Fraction(n, 2)) for n in (1, 2, 3, 4)] == [1, 1, 2, 2]


def test_the_total_is_made_of_unrounded_parts() -> None:
    """SKILL 200/3, POWER 100/3, LUCK 50: 54 1/6. Rounded parts (67, 33, 50) would make 54.25."""
    rounded_score = score(Tally(won=1, lost=2, gained=4, paid=4, best=3))
    assert (rounded_score.skill, rounded_score.power, rounded_score.luck, rounded_score.total) == (67, 33, 50, 54)
    twelve = score(Tally(won=1, lost=7, gained=1, paid=49, best=0))  # 12.5, 12.5, 0 -> 9.375; with rounded parts 9.75
    assert (twelve.skill, twelve.power, twelve.total) == (13, 13, 9)


@pytest.mark.parametrize(
    ("tally", "total", "stars", "comment"),
    [
        (Tally(lost=4, paid=10, best=0), 0, 1, 0),
        (Tally(lost=4, paid=10, best=7), 23, 2, 1),
        (Tally(won=1, lost=1, gained=2, paid=2, best=0), 38, 2, 2),
        (Tally(won=1, lost=1, gained=2, paid=2, best=3), 50, 3, 3),
        (Tally(won=2, lost=1, gained=4, paid=1, best=4), 65, 4, 3),
        (Tally(won=2, gained=10, best=1), 78, 4, 4),
        (Tally(won=2, gained=10, best=2), 83, 5, 4),
        (Tally(won=2, gained=10, best=9), 100, 5, 5),
    ],
)
def test_stars_and_comment_follow_the_total(tally: Tally, total: int, stars: int, comment: int) -> None:
    match_score = score(tally)
    assert (match_score.total, match_score.stars, match_score.comment) == (total, stars, comment)


def test_tallies_count_stages_coins_and_the_best_hand_also_a_dropped_one() -> None:
    after, _ = until_asked(played(bidding(opener=HIGH, responder=FOUR), (M, Bid(4)), (S, Drop())))
    assert after.public.tallies == (Tally(won=1, gained=1, best=0), Tally(lost=1, paid=1, best=7))


def test_scores_come_with_the_end() -> None:
    running, _ = until_asked(played(bidding((4, 16)), (M, Bid(4)), (S, Drop())))
    assert GAME.view(running, M).public.scores == ()
    state, _ = until_asked(played(bidding((4, 16)), (M, Bid(4)), (S, Call())))
    assert GAME.view(state, None).public.scores == tuple(map(score, state.public.tallies))
    assert GAME.view(state, None).public.scores[S].power == 100

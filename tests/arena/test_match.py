"""What a match counts: faults, dead ends, visits."""

from dataclasses import replace

import pytest

from games.arena.match import CHECK_IN_INTERVAL, VisitSchedule, play_match
from games.arena.statistics import TournamentStatistics, wilson
from games.arena.tournament import Tournament
from games.engine.chance import Rng
from games.engine.game import Game, Standing
from games.engine.serialization.values import Move
from tests.contract.toys.broken_matches import BAD_BOTS, ENDLESS
from tests.contract.toys.subject import SUBJECT

TOY, KEY = SUBJECT.title, b"toy"


def options(rounds: int) -> dict[str, int | str | bool]:
    return TOY.metadata.clean_options({"rounds": rounds})


def tally(title: Game, *, seats: int = 2, deals: int = 2, other: str = "beginner") -> TournamentStatistics:
    counts = TournamentStatistics(Tournament(title, options(2), seats, "beginner", other, deals, seed=1))
    for seat, played in counts.tournament.play_matches():
        counts.add(seat, played)
    return counts


def test_sound_matches_are_called_sound() -> None:
    counts = tally(TOY)
    assert counts.is_flawless
    assert (counts.matches, counts.ended) == (4, 4)


def test_an_illegal_choice_is_a_fault_and_the_match_goes_on() -> None:
    counts = tally(BAD_BOTS["illegal"].title)
    assert counts.ended == counts.matches
    assert not counts.is_flawless
    assert any(line.startswith("illegal choices") and not line.endswith(" 0") for line in counts.report())
    assert any("beginner at seat 0, event 2: illegal: Bid(coins=3)" in line for line in counts.report())


def test_a_bot_that_fails_is_a_fault() -> None:
    def failing(*_: object) -> Move:
        raise KeyError("no idea")

    played = play_match(replace(TOY, bots={"beginner": failing}), options(2), ("beginner",) * 2, KEY)
    assert played.standing is not None
    assert "KeyError: 'no idea'" in played.faults[0]


def test_a_match_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "games.arena.match.MAX_EVENTS", 300
    )  # as good as the thousands that a real match never comes near
    played = play_match(ENDLESS.title, options(2), ("beginner",) * 2, KEY)
    assert (played.standing, played.events) == (None, 300)
    counts = tally(ENDLESS.title, deals=1)
    assert not counts.is_flawless
    assert "not ended               2" in list(counts.report())


def test_visits_are_moments_in_which_one_is_asked() -> None:
    """Visits never exceed decisions or looks; questions at one moment are one visit."""
    played = [play_match(TOY, {"rounds": 20}, ("beginner",) * seats, KEY) for seats in (2, 3)]
    for match in played:
        assert all(visits <= decision for visits, decision in zip(match.visits, match.decisions, strict=True))
        assert max(match.visits) - 1 <= match.check_ins <= sum(match.visits)
        assert sum(match.visits) < sum(match.decisions)


def test_in_strict_turns_two_come_by_once_a_turn() -> None:
    clock = VisitSchedule(2, Rng(KEY, "clock"))
    assert [clock.next(frozenset({turn % 2})) for turn in range(20)] == [0, 1] * 10
    assert clock.visits == [10, 10]
    assert 9 * CHECK_IN_INTERVAL <= clock.now < 11 * CHECK_IN_INTERVAL


def test_asked_at_once_all_have_come_by_after_one_gap() -> None:
    clock, seats_left = VisitSchedule(5, Rng(KEY, "clock")), frozenset(range(5))
    while seats_left:
        seats_left -= {clock.next(seats_left)}
    assert clock.visits == [1] * 5
    assert clock.now < CHECK_IN_INTERVAL


def test_asked_again_at_once_is_the_same_visit() -> None:
    clock = VisitSchedule(3, Rng(KEY, "clock"))
    first = clock.next(frozenset({1, 2}))
    assert [clock.next(frozenset({first})) for _ in range(3)] == [first] * 3
    assert sum(clock.visits) == 1


def test_shared_wins_count_in_parts() -> None:
    counts = tally(TOY)
    before = counts.wins
    _, played = next(counts.tournament.play_matches())
    for winners in ((0, 1), (1,), (0,)):
        counts.add(0, replace(played, standing=Standing((1, 1), (5, 5), winners)))
    assert counts.wins - before == 0.5 + 0 + 1


def test_alone_the_house_is_the_opponent() -> None:
    alone = TournamentStatistics(Tournament(TOY, options(2), 1, "beginner", "", 3, seed=1))
    for seat, played in alone.tournament.play_matches():
        alone.add(seat, played)
    text = "\n".join(alone.report())
    assert "beginner against the house, 1 seat" in text
    assert "100.0%   95 % interval 43.9% to 100.0%\n" in text
    assert "fair share" not in text
    assert "the others" not in text


@pytest.mark.parametrize(("wins", "matches"), [(0, 10), (5, 10), (10, 10), (130.5, 200)])
def test_the_interval_holds_the_share_and_mirrors(wins: float, matches: int) -> None:
    low, high = wilson(wins, matches)
    assert 0 <= low <= wins / matches + 1e-12
    assert wins / matches - 1e-12 <= high <= 1
    assert wilson(matches - wins, matches) == pytest.approx((1 - high, 1 - low))

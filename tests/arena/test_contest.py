"""Matches of bots are repeatable and shared out evenly, and what can't be played is refused."""

from dataclasses import replace

import pytest

from games.arena.match import MatchResult
from games.arena.tournament import Tournament, TournamentError, create_tournament, parse_options
from games.catalog.registry import list_metadata
from games.engine.localized_text import EMPTY_TEXT
from games.engine.metadata import OptionConflict


def results(tournament: Tournament) -> list[tuple[int, MatchResult]]:
    """All matches, without what the stop-watch says."""
    return [(seat, replace(played, seconds=())) for seat, played in tournament.play_matches()]


def test_the_same_seed_gives_the_same_matches() -> None:
    first, second = (create_tournament("lombard", "normal", "beginner", matches=8, seats=2, seed=7) for _ in range(2))
    assert results(first) == results(second)


def test_another_seed_gives_other_matches() -> None:
    first, other = (create_tournament("sdc", "normal", "beginner", matches=8, seed=seed) for seed in (1, 2))
    assert results(first) != results(other)


@pytest.mark.parametrize(("slug", "seats"), [("sdc", 2), ("lombard", 3)])
def test_equals_win_their_share_to_the_last_match(slug: str, seats: int) -> None:
    """The same deal and the same bots in all seats is the same match, won once from every seat that it is seen from."""
    played = results(create_tournament(slug, "normal", "normal", matches=4 * seats, seats=seats))
    assert len(played) == 4 * seats
    for deal in range(4):
        seatings = played[deal * seats : (deal + 1) * seats]
        assert [seat for seat, _ in seatings] == list(range(seats))
        assert len({match for _, match in seatings}) == 1
    assert sum(seat in match.standing.winners for seat, match in played if match.standing) == 4


def test_the_first_level_goes_round_the_seats() -> None:
    tournament = create_tournament("lombard", "normal", "beginner", matches=3, seats=3)
    assert [tournament.levels(seat) for seat in range(3)] == [
        ("normal", "beginner", "beginner"), ("beginner", "normal", "beginner"), ("beginner", "beginner", "normal"),
    ]  # fmt: skip


def test_every_deal_goes_round_so_matches_are_rounded_up() -> None:
    assert create_tournament("lombard", "normal", "beginner", matches=10, seats=4).matches == 12


def test_options_are_read_as_the_title_has_them() -> None:
    options = parse_options(list_metadata()["lombard"], ["target_coins=24", "track_debt=no", "last_player_acts=True"])
    assert options == {
        "rules": 1, "start_coins": 8, "target_coins": 24, "last_player_acts": True, "track_debt": False
    }  # fmt: skip
    assert parse_options(list_metadata()["sdc"], ["first_opener=seat1"])["first_opener"] == "seat1"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("target_coins=25", "target_coins can't be '25'; it can be 16, 24, 32"),
        ("target_coins", "'target_coins' is no option=value of lombard"),
        ("coins=8", "it has start_coins, target_coins, last_player_acts, track_debt"),
        ("track_debt=maybe", "track_debt can't be 'maybe'"),
        ("start_coins=yes", "start_coins can't be 'yes'; it can be 4, 8, 12"),
    ],
)
def test_other_options_are_refused_with_what_there_is(text: str, says: str) -> None:
    with pytest.raises(TournamentError) as caught:
        parse_options(list_metadata()["lombard"], [text])
    assert says in str(caught.value)


def test_options_that_do_not_go_together_are_refused() -> None:
    meta = replace(list_metadata()["lombard"], find_conflict=lambda _: OptionConflict("track_debt", EMPTY_TEXT))
    with pytest.raises(TournamentError, match="option track_debt does not go with the others"):
        parse_options(meta, ["track_debt=no", "start_coins=4"])


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"game_slug": "chess"}, "no game 'chess'; there are"),
        ({"level": "master"}, "lombard has no bot 'master'; it has beginner, normal"),
        ({"other": "master"}, "lombard has no bot 'master'"),
        ({"other": ""}, "Name a second level"),
        ({"seats": 12}, "for 2 to 11 seats, not 12"),
        ({"seats": 1}, "for 2 to 11 seats, not 1"),
        ({"matches": 0}, "at least one match"),
    ],
)
def test_a_contest_that_cannot_be_is_refused(given: dict[str, object], says: str) -> None:
    arguments = {"game_slug": "lombard", "level": "normal", "other": "beginner", "matches": 2, "seats": 2} | given
    with pytest.raises(TournamentError) as caught:
        create_tournament(**arguments)  # type: ignore[arg-type]
    assert says in str(caught.value)

"""Every cheat while a match runs is found by verify_match.pyz, at the exact event, with or without receipts.

Cheats with cards are found by verify_record.py as well, which knows no rules except where every card comes from.
"""

from functools import cache

import pytest

from games.catalog import registry
from games.engine.serialization.canonical_json import dump_canonical
from games.replays.standalone.verify_match import NO, YES, check_record
from tests.replays.cheats import crown, dilemma, doudizhu, get9, lombard, sdc
from tests.replays.cheats.house import Match, played
from tests.replays.rechaining import receipts
from tests.replays.record_checker import verify

GAMES = (crown, dilemma, doudizhu, get9, lombard, sdc)
CHEATS = [(game.SETUP, cheat) for game in GAMES for cheat in game.CHEATS]
MATCHES = 60  # are tried, until one comes to where the house cheats
WITH_CARDS = [(setup, cheat) for setup, cheat in CHEATS if cheat.about in ("deal", "card")]

every_cheat = pytest.mark.parametrize(("setup", "cheat"), CHEATS, ids=[f"{s[0]}: {c.name}" for s, c in CHEATS])


@cache
def play_cheated(setup_index: int) -> tuple[Match, Match]:
    """A match in which the house cheats, and the same one among honest people."""
    (slug, seats, options), cheat = CHEATS[setup_index]
    for n in range(MATCHES):
        match = played(slug, seats, options, n, cheat.change)
        if match.cheated:
            return match, played(slug, seats, options, n)
    raise AssertionError(f"{slug}: the house never comes to {cheat.name}")


def of(setup, cheat) -> tuple[Match, Match]:
    return play_cheated(CHEATS.index((setup, cheat)))


def test_there_are_enough_for_every_game():
    assert {game.SETUP[0] for game in GAMES} == set(registry.list_metadata())
    for game in GAMES:
        assert {cheat.about for cheat in game.CHEATS} == {"deal", "card", "payment", "result"}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.SETUP[0])
def test_an_honest_house_is_believed(game):
    slug, seats, options = game.SETUP
    record = played(slug, seats, options).record
    assert check_record(dump_canonical(record), receipts(record)).code == YES
    assert verify(record, receipts(record)) is None


@every_cheat
def test_it_is_named_where_it_happened(setup, cheat):
    match, honest = of(setup, cheat)
    assert match.record["events"][: match.cheated - 1] == honest.record["events"][: match.cheated - 1]
    verdict = check_record(dump_canonical(match.record))
    assert verdict.code == NO
    assert verdict.text.startswith(f"NO: event {match.cheated} ("), verdict.text


@every_cheat
def test_receipts_of_the_cheated_match_change_nothing(setup, cheat):
    """The players of that match have its digests."""
    match, _ = of(setup, cheat)
    verdict = check_record(dump_canonical(match.record), receipts(match.record))
    assert verdict.text.startswith(f"NO: event {match.cheated} (")


@every_cheat
def test_done_afterwards_a_receipt_tells_as_well(setup, cheat):
    """The record of an honest match, rewritten with the cheat."""
    match, honest = of(setup, cheat)
    receipt = receipts(honest.record)[match.cheated - 1]
    assert receipt not in receipts(match.record)
    assert verify(match.record, [receipt]) is not None


@pytest.mark.parametrize(("setup", "cheat"), WITH_CARDS, ids=[f"{s[0]}: {c.name}" for s, c in WITH_CARDS])
def test_what_is_done_with_cards_the_outside_checker_names(setup, cheat):
    match, _ = of(setup, cheat)
    assert (verify(match.record) or "").startswith(f"event {match.cheated}")

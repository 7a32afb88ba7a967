"""The table of strengths: what is measured, that a killed run goes on to the same result, and what it writes."""

import json

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.arena.cells import Cell, list_cells
from games.arena.chunks import play_chunk, play_chunks, split_cells
from games.arena.match import play_match
from games.arena.players import LESSONS, RANDOM, list_players
from games.arena.ratings import rate_players
from games.arena.strength_table import CellResult, add_up, describe_results, merge_games, write_markdown
from games.arena.tournament import create_tournament
from games.catalog import registry
from tests.contract.toys.broken_matches import cheating_bot

DUEL = Cell("sdc", (), 2, "normal", "beginner")
LUCKY = {"lombard": 400}  # matches so short that many are needed
MARKED = "# Bots\n<!-- table: begin -->\nold\n<!-- table: end -->\nafter\n"


def drop_times(rows):
    return [{**row, "times": {level: one["count"] for level, one in row["times"].items()}} for row in rows]


def play(matches, kept=None, jobs=1, told=None):
    heard = [] if told is None else told
    return drop_times(play_chunks(split_cells([DUEL], matches, 5), jobs, kept, lambda *done: heard.append(done)))


# --- what is measured -------------------------------------------------------------------------------------------------


def test_every_game_at_few_usual_and_most_seats_and_every_mode():
    cells = {(cell.slug, cell.options, cell.seats) for cell in list_cells(["crown", "get9", "lombard"])}
    crown = {("crown", (), 2), ("crown", ("mode=adjusted",), 2), ("crown", ("mode=solo",), 1)}
    assert cells == crown | {("get9", (), n) for n in (3, 4, 7)} | {("lombard", (), n) for n in (2, 4, 11)}


def test_neighbours_and_extremes_and_players_from_outside():
    pairs = [(cell.level, cell.other) for cell in list_cells(["sdc"])]
    assert pairs == [
        ("normal", "beginner"), ("strong", "normal"), ("strong", "beginner"), ("lessons", "beginner"),
        ("random", "beginner"),
    ]  # fmt: skip


def test_a_strong_bot_that_does_not_exist_is_no_cell(monkeypatch):
    monkeypatch.delitem(registry.get_game("sdc").bots, "strong")
    assert not [cell for cell in list_cells(["sdc"]) if "strong" in (cell.level, cell.other)]


def test_who_plays_alone_is_held_against_the_house():
    alone = [cell for cell in list_cells(["crown"]) if cell.seats == 1]
    assert {cell.other for cell in alone} == {""}
    assert [cell.level for cell in alone] == list(list_players(registry.get_game("crown")))


@pytest.mark.parametrize("slug", registry.list_metadata())
def test_who_follows_the_lessons_knows_the_rules_and_beats_who_does_not(slug):
    meta = registry.list_metadata()[slug]
    one = create_tournament(slug, LESSONS, RANDOM, matches=LUCKY.get(slug, 24), seats=meta.seats_default, seed=2)
    played = list(one.play_matches())
    assert not any(match.faults for _, match in played)
    assert sum(seat in match.standing.winners for seat, match in played) > 1.2 * len(played) / meta.seats_default
    many = play_match(one.game, one.options, (LESSONS,) * meta.seats_default, b"many" * 8)
    assert (many.faults, many.standing is None) == ((), False)


# --- in pieces --------------------------------------------------------------------------------------------------------


def test_pieces_make_up_the_whole_tournament():
    tournament = DUEL.create_tournament(24, 5)
    whole = [(seat, list(match.standing.places)) for seat, match in tournament.play_matches()]
    assert [(one["seat"], one["places"]) for row in play(24) for one in row["matches"]] == whole


def test_a_run_that_was_killed_goes_on_to_the_same_result(tmp_path):
    kept, told = tmp_path / "kept.jsonl", []
    whole = play(40, kept)
    lines = kept.read_text().splitlines(keepends=True)
    assert len(lines) == 4
    kept.write_text("".join(lines[:2]) + lines[2][:50])
    assert play(40, kept, told=told) == whole
    assert told == [(2, 4), (3, 4), (4, 4)]
    assert len(kept.read_text().splitlines()) == 4
    assert all(json.loads(line)["chunk"] for line in kept.read_text().splitlines())


def test_more_matches_go_on_from_fewer(tmp_path):
    kept, told = tmp_path / "kept.jsonl", []
    fewer = play(20, kept)
    assert play(40, kept, told=told)[:2] == fewer
    assert told[0] == (2, 4)


def test_what_other_code_or_another_seed_has_played_is_not_taken(tmp_path):
    kept, told = tmp_path / "kept.jsonl", []
    play(10, kept)
    kept.write_text(kept.read_text().replace("|seed 5|", "|seed 6|"))
    play(10, kept, told=told)
    (row,) = play(10)
    code = row["chunk"].rsplit("|", 1)[1]
    kept.write_text(kept.read_text().replace(code, "0" * len(code)))
    play(10, kept, told=told)
    assert told == [(0, 1), (1, 1)] * 2


def test_several_processes_come_to_the_same():
    assert play(20, jobs=2) == play(20)


# --- what it comes to -------------------------------------------------------------------------------------------------


def test_shares_times_and_ratings():
    chunks = split_cells(list_cells(["sdc"]), 40, 1)
    plain = describe_results(add_up(chunks, [play_chunk(chunk) for chunk in chunks]), 1)
    cells = {(cell["level"], cell["other"]): cell for cell in plain["cells"]}
    best = cells["normal", "beginner"]
    assert best["matches"] == 40
    assert best["low"] < best["wins"] < best["high"]
    assert 0 < best["mean_us"] < 10 * best["p99_us"]
    ((_, tenths),) = [(one["game"], one["tenths"]) for one in plain["ratings"]]
    assert tenths["normal"][0] > tenths["beginner"][0] > tenths["random"][0]
    table = write_markdown(plain)
    assert f"| sdc | 2 | 50.0 | {best['wins'] / 10:.1f} ({best['low'] / 10:.1f}–{best['high'] / 10:.1f}) |" in table


def test_a_time_is_right_to_four_percent():
    result = CellResult(DUEL)
    row = play_chunk(split_cells([DUEL], 2, 1)[0])
    times = row["times"]["normal"]
    result.add(row)
    names = [int(name) for name, count in times["bins"].items() for _ in range(count)]
    assert len(names) == times["count"] == result.counts["normal"]
    mean = sum(2 ** (name / 16) for name in names) / len(names)
    assert mean == pytest.approx(times["microseconds"] / times["count"], rel=0.04)


def test_who_wins_everything_is_rated_higher_and_equals_alike():
    rated = rate_players([(("a", "b", "b"), (1, 2, 3))] * 20)
    assert rated["a"][0] > 25 > rated["b"][0]
    same = rate_players([(("a", "b"), (1, 2)), (("a", "b"), (2, 1))] * 20)
    assert abs(same["a"][0] - same["b"][0]) < same["a"][1]


def test_of_games_that_were_not_looked_at_the_figures_stay():
    before = {"cells": [{"game": "a", "is": 1}, {"game": "b", "is": 1}, {"game": "gone", "is": 1}], "ratings": []}
    found = {"cells": [{"game": "b", "is": 2}], "ratings": []}
    assert merge_games(before, found, ["b", "a"])["cells"] == [{"game": "b", "is": 2}, {"game": "a", "is": 1}]


def run(tmp_path, *words):
    document = tmp_path / "bots.md"
    document.write_text(MARKED)
    arguments = ("--strength-file", tmp_path / "strength.json", "--document", document)
    call_command("arena", "sdc", "--table", "--matches", "10", *words, *map(str, arguments))
    return document.read_text()


def test_the_command_writes_file_and_document(tmp_path):
    first = run(tmp_path, "--resume", str(tmp_path / "kept.jsonl"))
    written = (tmp_path / "strength.json").read_text()
    assert first.startswith("# Bots\n<!-- table: begin -->\n\n| Game | Seats |")
    assert first.endswith("\n<!-- table: end -->\nafter\n")
    assert {cell["game"] for cell in json.loads(written)["cells"]} == {"sdc"}
    assert run(tmp_path, "--resume", str(tmp_path / "kept.jsonl")) == first  # the stop-watch's figures are kept as well
    assert (tmp_path / "strength.json").read_text() == written


def test_a_bot_that_errs_fails_it(tmp_path, monkeypatch):
    monkeypatch.setitem(registry.get_game("sdc").bots, "cheat", cheating_bot)
    with pytest.raises(CommandError, match="chose no legal move"):
        run(tmp_path)


def test_a_title_that_is_none_is_refused(tmp_path):
    with pytest.raises(CommandError, match="no such title"):
        call_command("arena", "chess", "--table")

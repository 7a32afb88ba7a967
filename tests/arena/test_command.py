"""`manage.py arena`: what it prints and how it ends."""

import io
import re

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError, OutputWrapper

from games.catalog import registry
from games.tables.management.progress import progress
from tests.contract.toys.broken_matches import cheating_bot


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def arena(*words: str) -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
    call_command("arena", *words, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_the_report() -> None:
    out, err = arena("sdc", "normal", "beginner", "--matches", "30", "--option", "start_coins=5", "--seed", "3")
    assert err == ""  # no progress bar without a terminal
    assert "sdc: normal against beginner, 2 seats, seed 3\n30 matches: 15 deals, each from every seat\n" in out
    assert "options: rules=1 start_coins=5 max_bid=5" in out
    wins = re.search(r"^wins +([\d.]+)%   95 % interval ([\d.]+)% to ([\d.]+)%, fair share 50.0%$", out, re.M)
    assert wins
    share, low, high = map(float, wins.groups())
    assert low < share < high
    for line in ("mean score", "decisions a seat", "visits a seat", "looks in all", "events", "ms a decision"):
        assert re.search(rf"^{line} .*\d", out, re.M), line
    assert re.search(r"^not ended +0\nillegal choices +0$", out, re.M)


def test_how_long_a_persons_match_is() -> None:
    out, _ = arena("--lengths", "--matches", "4")
    rows = re.findall(r"^(\w+) +(usual|short) +(\d+) +(\d+) +(\d+)", out, re.M)
    assert {slug for slug, *_ in rows} == set(registry.list_metadata())
    assert all(0 < int(low) <= int(middle) <= int(high) for *_, low, middle, high in rows)
    assert re.search(r"^lombard +short .*target_coins=32$", out, re.M)


def test_the_same_seed_prints_the_same_but_for_the_stop_watch() -> None:
    prints = [arena("sdc", "normal", "beginner", "--matches", "10", "--seed", "4")[0] for _ in range(2)]
    first, second = (re.sub(r"^ms a decision.*$", "", text, flags=re.M) for text in prints)
    assert first == second


def test_what_cannot_be_played_is_an_error() -> None:
    with pytest.raises(CommandError, match="sdc has no bot 'master'; it has beginner, normal, strong") as caught:
        arena("sdc", "master", "normal")
    assert caught.value.returncode == 1


@pytest.mark.parametrize("option", [("--jobs", "2"), ("--resume", "played.jsonl")])
def test_what_belongs_to_the_table_goes_with_it(option: tuple[str, str]) -> None:
    with pytest.raises(CommandError, match="go with --table"):
        arena("sdc", "normal", "beginner", "--matches", "2", *option)


def test_an_illegal_choice_ends_it_as_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.get_game("sdc").bots, "cheat", cheating_bot)  # type: ignore[arg-type]
    with pytest.raises(CommandError, match="chose no legal move") as caught:
        arena("sdc", "cheat", "beginner", "--matches", "2")
    assert caught.value.returncode == 1


def test_a_terminal_gets_a_bar_that_is_wiped() -> None:
    terminal = Terminal()
    for count in (1, 2):
        progress(OutputWrapper(terminal), count, 2)
    first, last = terminal.getvalue()[:60], terminal.getvalue()
    assert f"[{'#' * 20}{'.' * 20}] 1/2" in first
    assert last.endswith(f"{' ' * 10}\r")

"""Options of a table, and recipients of happenings."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from games.engine.deck import Deck
from games.engine.errors import IllegalMoveError, InvalidOptionsError
from games.engine.game import AddressedHappening, to_everyone, to_seats
from games.engine.metadata import (
    Chapter,
    GameMetadata,
    IntegerInputs,
    Option,
    OptionConflict,
    Text,
    Value,
    boolean_option,
)
from tests.contract.toys.toy import Chose

DECK = Deck("letters")
FAN = ("K", "N", "P")
CHAPTER = Chapter(Text("回", "Round"), "round-began")
COINS = Option("coins", Text("枚数", "coins"), 8, (4, 8, 1))
META = GameMetadata(
    "x",
    Text("遊", "X"),
    Text("", ""),
    2,
    4,
    2,
    1,
    DECK,
    FAN,
    CHAPTER,
    (COINS, boolean_option("debt", Text("借", "debt"), default=True)),
)


def test_options_are_filled_in_in_the_sheets_order() -> None:
    assert list(META.clean_options({}).items()) == [("rules", 1), ("coins", 8), ("debt", True)]
    options = META.clean_options({"debt": False, "coins": 4})
    assert list(options.items()) == [("rules", 1), ("coins", 4), ("debt", False)]


@pytest.mark.parametrize(
    ("raw", "code", "culprit"),
    [
        ({"coins": 5}, "bad-option", "coins"),
        ({"coins": "8"}, "bad-option", "coins"),
        ({"coins": True}, "bad-option", "coins"),
        ({"coins": None}, "bad-option", "coins"),
        ({"debt": 1}, "bad-option", "debt"),
        ({"dept": True}, "unknown-option", "dept"),
        ({"x" * 99: 1}, "unknown-option", "x" * 40),
    ],
)
def test_other_options_are_refused(raw: dict[str, Any], code: str, culprit: str) -> None:
    with pytest.raises(InvalidOptionsError) as caught:
        META.clean_options(raw)
    assert (caught.value.code, caught.value.params) == (code, {"option": culprit})


MODE = Option("mode", Text("式", "mode"), "duel", ("duel", "crowd", "solo"), choice_seats=((2, 2), (3, 9), (1, 1)))
WALLS = Option("walls", Text("壁", "walls"), 1, (1, 2), choice_seats=((1, 3), (1, 4)))
MODES = GameMetadata("y", Text("式", "Y"), Text("", ""), 1, 6, 2, 1, DECK, FAN, CHAPTER, (MODE, COINS, WALLS))


@pytest.mark.parametrize(
    ("chosen", "seats"),
    [
        ({}, (2, 2)),
        ({"mode": "solo"}, (1, 1)),
        ({"mode": "crowd"}, (3, 3)),
        ({"mode": "crowd", "walls": 2}, (3, 4)),
    ],
)
def test_options_limit_the_seats(chosen: dict[str, Any], seats: tuple[int, int]) -> None:
    assert MODES.get_seat_range(MODES.clean_options(chosen)) == seats


def test_options_without_limits_leave_all_seats() -> None:
    assert META.get_seat_range(META.clean_options({})) == (2, 4)


def poor(options: Mapping[str, Value]) -> OptionConflict | None:
    return OptionConflict("debt", Text("だめ", "no")) if options["coins"] == 1 and not options["debt"] else None


def test_values_that_do_not_go_together_are_refused() -> None:
    meta = replace(META, find_conflict=poor)
    with pytest.raises(InvalidOptionsError) as caught:
        meta.clean_options({"coins": 1, "debt": False})
    assert (caught.value.code, caught.value.params) == ("bad-option", {"option": "debt"})
    assert meta.clean_options({"coins": 1}) == {"rules": 1, "coins": 1, "debt": True}
    assert meta.clean_options({"debt": False}) == {"rules": 1, "coins": 8, "debt": False}


PAY = Option(
    "pay", Text("額", "pay"), "1,2", ("1,2",), (Text("並", "usual"),),
    amounts=IntegerInputs((Text("甲", "first"), Text("乙", "second")), 1, 9, 2),
)  # fmt: skip


@pytest.mark.parametrize("value", ["1,2", "1,9", "7,3"])
def test_own_numbers_are_values(value: str) -> None:
    assert replace(META, options=(PAY,)).clean_options({"pay": value}) == {"rules": 1, "pay": value}


@pytest.mark.parametrize(
    "value",
    ["2,1", "1,11", "-1,1", "01,1", "1, 1", "1,1,1", "1", "", "1,", "１,1", "1.0,1", "1,1\n", 1, True, None, [1, 3]],
)
def test_other_numbers_are_refused(value: object) -> None:
    with pytest.raises(InvalidOptionsError) as caught:
        replace(META, options=(PAY,)).clean_options({"pay": value})
    assert caught.value.params == {"option": "pay"}


def test_values_in_words() -> None:
    assert [PAY.in_words(value, "en") for value in ("1,2", "1,9")] == ["usual", "first 1, second 9"]
    assert [PAY.in_words(value, "ja") for value in ("1,2", "1,9")] == ["並", "甲1、乙9"]


@pytest.mark.parametrize(("language", "text"), [("ja", "遊"), ("ja-jp", "遊"), ("en", "X"), ("de", "X")])
def test_texts_speak_both_languages(language: str, text: str) -> None:
    assert META.name[language] == text


@pytest.mark.parametrize(
    ("told", "eyes"),
    [
        (to_everyone(Chose(1)), [None, 0, 1, 2]),
        (to_seats(1, Chose(1)), [1]),
        (to_seats([2, 0], Chose(1)), [0, 2]),
        (to_seats([], Chose(1)), []),
    ],
)
def test_who_sees_a_happening(told: AddressedHappening, eyes: list[int | None]) -> None:
    assert [eye for eye in (None, 0, 1, 2) if told.is_visible_to(eye)] == eyes


def test_audiences_stand_in_seat_order() -> None:
    assert to_seats({2, 0, 1}, Chose(1)).to == (0, 1, 2)


def test_an_error_keeps_its_own_params() -> None:
    params: dict[str, int | str] = {"max": 3}
    error = IllegalMoveError("bid-too-high", params)
    params["max"] = 4
    assert (str(error), error.code, error.params) == ("bid-too-high", "bid-too-high", {"max": 3})
    assert IllegalMoveError("no").params == {}

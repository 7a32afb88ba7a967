"""The templates of Lombard Hold'em over whole matches, in both languages."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.engine.chance import Chance, Rng
from games.engine.codec import parse, tagged
from games.engine.contract import State, Told
from games.engine.meta import Value
from games.titles.lombard import rules
from games.titles.lombard.hands import CATEGORIES, DECK
from games.titles.lombard.title import TITLE

from .build import CALL, DOUBLE, FOLD, begin, lay, play, played

NAMES = ["Ada", "Ben", "Chi", "Dan"]
BOARD = "K9 N9 B4 K1 K11"
DEALT = lay("N8 B8", "N2 N3", "K2 N4", "K5 N6", board=BOARD)
WORDS = {"K": "knight", "N": "noble", "B": "bishop", "P": "prince"}
LANGUAGES = pytest.mark.parametrize("language", ["en", "ja"])


def moments(seed: str, **options: Value) -> Iterator[tuple[State, tuple[Told, ...]]]:
    """Every state of a match of four random players, with what led to it."""
    state, house, rng = begin(4, **options), Chance(seed.encode()), Rng(seed.encode(), "moves")
    while not rules.over(state):
        step = rules.advance(state, house)
        if step is None:
            assert state.public.turn is not None
            step = rules.apply(state, state.public.turn, rules.legal(state, state.public.turn).sample(rng))
        state = step.state
        yield state, step.happenings


def table(state: State, seat: int | None, **more: Any) -> str:
    seats = [
        {
            "number": i,
            "name": name,
            "is_bot": False,
            "is_me": i == seat,
            "waiting": i == state.public.turn,
            "vacant": False,
        }
        for i, name in enumerate(NAMES)
    ]
    context = {"view": TITLE.view(state, seat), "names": NAMES, "seats": seats, "seat": seat, "open": None}
    return render_to_string("lombard/table.html", context | {"standing": None, "result": rules.over(state)} | more)


def hand(state: State, seat: int) -> str:
    context = {"view": TITLE.view(state, seat), "legal": rules.legal(state, seat), "names": NAMES, "seat": seat}
    return render_to_string("lombard/hand.html", context)


def sentence(told: Told) -> str:
    return text(render_to_string("lombard/happening.html", {"h": told.what, "names": NAMES, "seat": None}))


def text(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", unescape(html))).strip()


def cards_named(html: str) -> set[str]:
    return {card for card in DECK if re.search(rf"\b{WORDS[card[0]]} {card[1:]}\b", html)}


def test_a_board_names_exactly_the_cards_its_reader_may_see() -> None:
    for state, _ in moments("cards", last_player_acts=True):
        for seat in (0, None):
            public: Any = TITLE.view(state, seat).public
            last = public.last
            allowed = {*public.board, *(card for place in public.places for card in place.hole if card)}
            if last:
                allowed |= {*last.board, *(card for shown in last.hands for card in shown.cards)}
            assert cards_named(table(state, seat)) <= allowed
            assert set(public.board) <= cards_named(table(state, seat))


def test_buttons_are_exactly_the_legal_moves() -> None:
    for state, _ in moments("buttons", last_player_acts=True):
        for seat in range(4):
            values = re.findall(r"name=\"move\" value='([^']*)'", hand(state, seat))
            offered = [tagged(TITLE.moves, parse(value)) for value in values]
            assert offered == [move for part in rules.legal(state, seat) for move in part.moves]  # type: ignore[union-attr]


def test_buttons_name_the_card_they_open() -> None:
    shown = text(hand(DEALT, 0))
    assert "Call, opening noble 8 N8" in shown.replace("  ", " ") or "Call, opening noble 8 8" in shown
    assert (
        shown.index("opening noble 8") < shown.index("opening bishop 8") < shown.index("Double") < shown.index("Fold")
    )


def test_a_hand_without_a_decision_shows_cards_only() -> None:
    shown = hand(DEALT, 1)
    assert cards_named(shown) == {"N2", "N3"}
    assert "<button" not in shown


def test_the_board_tells_the_last_round_while_the_next_is_dealt() -> None:
    ended = played(DEALT, DOUBLE, CALL, FOLD, FOLD)
    shown = text(table(ended, 2))
    assert "Round 1: Ada won 5 coins." in shown
    assert "two pair, 9 and 8" in shown
    alone = text(table(played(DEALT, FOLD, FOLD, CALL, FOLD), 2))
    assert "Round 1: Chi won 2 coins. Nobody else was left in the round; no cards were shown." in alone


def test_the_board_tells_how_many_coins_are_missing() -> None:
    shown = text(table(play(lay("N8 B8", "N2 N3", "K2 N4", "K5 N6", board=BOARD, balances=(0, 15, 8, 8)), DOUBLE), 1))
    assert "-2 coins 18 to go" in shown
    assert "15 coins 1 to go" in shown


def test_the_board_names_the_winner_of_the_match() -> None:
    rich = lay("N8 B8", "N2 N3", "K2 N4", "K5 N6", board=BOARD, balances=(14, 8, 8, 8))
    assert "Ada wins the match with 18 coins." in text(table(played(rich, CALL, CALL, CALL, CALL), None))


def test_a_table_ended_early_names_no_winner() -> None:
    assert "wins" not in text(table(DEALT, None, result=True))


def test_open_hands_of_a_replay_show_every_card() -> None:
    bared = [TITLE.view(DEALT, seat).own for seat in range(4)]
    held = {card for own in bared for card in own.cards}
    assert cards_named(table(DEALT, None, open=bared)) == held | set(DEALT.public.board)


@LANGUAGES
def test_every_happening_is_a_sentence(language: str) -> None:
    met = set()
    with translation.override(language):
        for seed in ("one", "two", "three"):
            for _, happenings in moments(seed):
                for told in happenings:
                    met.add(type(told.what))
                    said = sentence(told)
                    assert len(said) > 5
                    assert (re.search("[ぁ-ん]", said) is not None) is (language == "ja"), said
                    if (seat := getattr(told.what, "seat", None)) is not None:
                        assert NAMES[seat] in said
    assert met == set(TITLE.happenings)


@LANGUAGES
def test_every_hand_has_a_name_of_its_own(language: str) -> None:
    with translation.override(language):
        named = [
            text(render_to_string("lombard/_hand.html", {"hand": {"category": category, "numbers": (9, 4)}}))
            for category in CATEGORIES
        ]
    assert len(set(named)) == 10
    assert all(
        ("9" in name) is (category not in ("nothing", "royal"))
        for category, name in zip(CATEGORIES, named, strict=True)
    )
    assert "the" not in named[4] if language == "ja" else named[4] == "straight to 9"


@LANGUAGES
def test_every_refusal_and_the_help_speak_the_language(language: str) -> None:
    with translation.override(language):
        codes = ["match-over", "not-your-turn", "not-among-them", "last-player-cannot-fold"]
        said = [text(render_to_string("lombard/refusal.html", {"code": code, "params": {}})) for code in codes]
        said.append(text(render_to_string("lombard/help.html", {})))
    assert len(set(said)) == 5
    assert all((re.search("[ぁ-ん]", each) is not None) is (language == "ja") for each in said)
    assert all(len(each) > 5 for each in said)

"""The templates of Dilemma Hold'em over whole matches, in both languages."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from games.catalog.dilemma import rules
from games.catalog.dilemma.cards import DECK
from games.catalog.dilemma.game import GAME
from games.catalog.dilemma.happenings import BankShort, BonusPaid
from games.catalog.dilemma.moves import Bet, Raise
from games.engine.chance import Chance, Rng
from games.engine.game import AddressedHappening
from games.engine.legal_moves import Amount
from games.engine.metadata import Value
from games.engine.serialization.canonical_json import decode_tagged, parse_json
from games.engine.serialization.form_parsing import move_from_form
from games.kit.poker_hands import STANDARD, Hand
from tests.catalog.dilemma.positions import (
    ALL_IN,
    CALL,
    CHECK,
    FOLD,
    LOW_PAIR,
    NOTHING,
    PAIR,
    TWO_PAIR,
    begin,
    ended,
    flop,
    holes,
    house,
    lay,
    play,
    settled,
)
from tests.rendering.boards import Boards, text

WORDS = {"G": "grain", "F": "finance", "B": "biochemistry", "U": "fuel"}
BOARDS = Boards(GAME, ("Ada", "Ben", "Chi", "Dan"))
table, hand = BOARDS.table, BOARDS.hand
LANGUAGES = pytest.mark.parametrize("language", ["en", "ja"])
FLOP = lay(flop(1000, 1000, 1000), PAIR, TWO_PAIR, NOTHING)


def moments(seed: str, seats: int = 4, **options: Value) -> Iterator[tuple[Any, tuple[AddressedHappening, ...]]]:
    """Every state of a match of random players who bet small, with what led to it."""
    state, house, rng = begin(seats, **options), Chance(seed.encode()), Rng(seed.encode(), "moves")
    while not rules.over(state):
        step = rules.advance(state, house)
        if step is None:
            legal = rules.legal(state, state.public.turn)
            size = legal.sets[-1]
            bold = isinstance(size, Amount) and rng.percent_chance(20)
            move = size._with(size.min) if bold and isinstance(size, Amount) else legal.sets[0].sample(rng)
            step = rules.apply(state, state.public.turn, move)
        state = step.state
        yield state, step.happenings


def cards_named(html: str) -> set[str]:
    return {card for card in DECK if re.search(rf"\b{WORDS[card[0]]} {card[1:]}\b", html)}


# --- the board ---------------------------------------------------------------------------------------------------


def test_a_board_names_exactly_the_cards_its_reader_may_see() -> None:
    for state, _ in moments("cards"):
        for seat in (0, None):
            public: Any = GAME.view(state, seat).public
            allowed = {*public.board, *(card for hole in public.holes for card in hole if card)}
            if public.last:
                allowed |= {*public.last.board, *(card for hand in public.last.hands for card in hand.cards)}
            assert cards_named(table(state, seat)) == allowed


def test_the_board_tells_stacks_bets_and_pot() -> None:
    shown_text = text(table(play(FLOP, Bet(40), ALL_IN, FOLD), None))
    assert "Ada to decide stack $960 bet $40" in shown_text
    assert "Ben stack $0 all-in bet $1000" in shown_text
    assert "folded" in shown_text
    assert "Hand 1, pot $1100" in shown_text
    assert shown_text.count("DEALER") == 1


def test_the_board_tells_a_check() -> None:
    assert text(table(play(FLOP, CHECK), None)).count(" check ") == 1


def test_side_pots_are_told_apart() -> None:
    state, _ = house(play(flop(100, 1000, 1000), ALL_IN, CALL, CALL))
    deep, _ = house(play(state, Bet(200), CALL))
    shown_text = text(table(deep, None))
    assert "main pot $360 side pot 1: $400" in shown_text


def test_the_bank_tells_levels_blinds_bonuses_and_penalty() -> None:
    shown_text = text(table(FLOP, None))
    assert "Bank 1: $300 ● (active) Bank 2: $700 Bank 3: $500 blinds $10 and $20" in shown_text
    assert "high card $50 · one pair $50 · two pair $100" in shown_text
    assert "straight flush $500 – penalty of the others: $20" in shown_text
    assert "penalty" not in text(table(flop(500, 500, penalty=0), None))


def test_the_board_tells_how_the_last_hand_ended() -> None:
    state, _ = house(ended((50, 300, 300), TWO_PAIR, PAIR, LOW_PAIR, stacks=(0, 700, 700)))
    shown_text = text(table(state, 2))
    assert "How hand 1 ended" in shown_text
    assert "two pair, 10 and 9" in shown_text
    assert "pot: Ada +$150 side pot 1: Ben +$500 penalty: Ben −$20 penalty: Chi −$20 bonus: Ada +$100" in shown_text
    assert "short" not in shown_text
    short, _ = house(ended((50, 50), TWO_PAIR, PAIR, stacks=(950, 950), bank=(0, 0, 30)))
    assert "bonus: Ada +$50 Bonus $50 of $100: the bank was empty." in text(table(short, 1))
    folds, _ = house(play(FLOP, FOLD, FOLD))
    assert "Everyone else folded; no cards were shown." in text(table(folds, 0))


def test_the_end_names_the_winners() -> None:
    alone, _ = settled(ended((40, 40), TWO_PAIR, PAIR, stacks=(960, 0)))
    assert "Ada wins the match with $1140." in text(table(alone, None))
    shared, _ = settled(ended((40, 40), TWO_PAIR, PAIR, stacks=(1000, 1150), bank=(0, 0, 30)))
    shown_text = text(table(shared, None))
    assert "Ada has $1130 and shares the win." in shown_text
    assert "Ben has $1130 and shares the win." in shown_text
    assert "wins the match" not in text(table(FLOP, None, result=True))


def test_open_hands_of_a_replay_show_every_card() -> None:
    bared = [GAME.view(FLOP, seat).own for seat in range(3)]
    assert cards_named(table(FLOP, None, open=bared)) == {*FLOP.public.board, *sum(holes(FLOP), ())}


# --- the hand ----------------------------------------------------------------------------------------------------


def test_controls_are_legal_moves_and_all_of_them_are_there() -> None:
    """Except fold where a check is free and cards are to come, and an all-in that a call makes as well."""
    for state, _ in moments("buttons"):
        for seat in range(4):
            legal, hand_html = rules.legal(state, seat), hand(state, seat)
            moves = [
                decode_tagged(GAME.moves, parse_json(value))
                for value in re.findall(r"name=\"move\" value='([^']*)'", hand_html)
            ]
            assert all(map(legal.contains, moves))
            assert ("<button" in hand_html) is bool(legal)
            if legal:
                missing = {move.type for move in legal.sets[0].moves} - {move.type for move in moves}  # type: ignore[union-attr]
                assert missing <= {"fold", "all-in"}
                assert ("fold" in missing) is (legal.contains(CHECK) and len(state.public.board) < 5)
                assert ("number" in hand_html) is (len(legal.sets) == 2)


@pytest.mark.parametrize(
    ("state", "seat", "field", "kind"),
    [(FLOP, 0, (20, 1000), "bet"), (play(FLOP, Bet(100)), 1, (200, 1000), "raise")],
)
def test_the_number_box_makes_a_bet_or_a_raise(state: Any, seat: int, field: tuple[int, int], kind: str) -> None:
    hand_html = hand(state, seat)
    low, high = field
    assert f'min="{low}" max="{high}" step="10" value="{low}"' in hand_html
    assert f'name="type" value="{kind}"' in hand_html
    for amount in field:
        move = move_from_form(GAME.moves, {"type": [kind], "to": [str(amount)]})
        assert rules.legal(state, seat).contains(move)


def test_presets_fill_in_amounts_that_are_legal() -> None:
    raised = play(FLOP, Bet(100))
    assert re.findall(r'data-fill="(\d+)"', hand(raised, 1)) == ["200", "230", "360"]
    assert re.search(r'data-sure="More than half of your 1000: really\?" data-sure-above="500"', hand(raised, 1))
    for state, _ in moments("presets"):
        legal = rules.legal(state, max(state.public.turn, 0))
        kind = Raise if state.public.betting.highest else Bet
        amounts = re.findall(r'data-fill="(\d+)"', hand(state, max(state.public.turn, 0)))
        assert len(set(amounts)) == len(amounts)
        assert all(legal.contains(kind(int(amount))) for amount in amounts)


def test_buttons_name_their_price() -> None:
    shown_text = text(hand(play(FLOP, Bet(100)), 1))
    assert "Raise to, $200 to $1000" in shown_text
    assert "Call $100 All-in, $1000 Fold" in shown_text
    assert "Call $1000, all-in Fold" in text(hand(play(FLOP, ALL_IN), 1))
    assert "Check All-in, $1000" in text(hand(FLOP, 0))


def test_a_hand_without_a_decision_shows_cards_only() -> None:
    hand_html = hand(FLOP, 1)
    assert cards_named(hand_html) == {"F10", "B9"}
    assert "Best so far: high card 10" in text(hand_html)
    assert "<button" not in hand_html


# --- sentences ---------------------------------------------------------------------------------------------------


@LANGUAGES
def test_every_hand_has_a_name_of_its_own(language: str) -> None:
    hand_name, category = BOARDS.macro("macros", "hand_name", language), BOARDS.macro("macros", "category", language)
    named = [text(hand_name(Hand(category_name, ("9", "4")))) for category_name in STANDARD]
    alone = [text(category(category_name)) for category_name in STANDARD]
    assert len(set(named)) == len(set(alone)) == 9
    assert all("9" in name for name in named)
    assert ("フルハウス" in alone) is (language == "ja")


# --- reasons of a win -----------------------------------------------------------------------------------------------


def marked(html: str) -> set[str]:
    """The cards that a board marks as those that counted."""
    parts = re.findall(r'class="card--counts">(.*?)\(counts\)', html, re.DOTALL)
    return {card for part in parts for card in cards_named(part)}


def test_a_showdown_marks_five_cards_a_hand_and_says_who_beat_what() -> None:
    state, happenings = settled(ended((50, 50), TWO_PAIR, PAIR, stacks=(950, 950)))
    board_html = table(state, None)
    assert set(TWO_PAIR.split()) <= marked(board_html)
    assert [len(five) for five in state.public.counted_last.values()] == [5, 5]
    reason = "Ada wins with two pair, 10 and 9 against one pair, 9 (Ben)."
    assert reason in text(board_html)
    hands = [h for h in happenings if h.type == "hand-shown"]
    assert not hands or BOARDS.sentence(hands[-1], told=hands).endswith(reason)


def test_side_cards_and_equal_hands_are_named() -> None:
    decided, _ = settled(ended((50, 50), "G9 F8", "F9 U6", stacks=(950, 950)))
    assert "both have one pair, 9: the kicker decides, 8 over 7." in text(table(decided, None))
    level, _ = settled(ended((50, 50), "G9 F3", "F9 U3", stacks=(950, 950)))
    assert "Equal hands share the pot (one pair, 9): " in text(table(level, None))


def test_the_log_names_what_the_bank_still_had() -> None:
    short, paid = BankShort(200, 80), BonusPaid(0, 80, "flush")
    assert BOARDS.sentence(paid, told=(short, paid)) == (
        "Ada gets $80 of the bonus of $200 (flush): the bank is empty."
    )
    assert "空になった" in BOARDS.sentence(paid, "ja", told=(short, paid))

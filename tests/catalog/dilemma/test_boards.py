"""The board and the templates of Dilemma Hold'em over whole matches, in both languages."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from games.catalog.dilemma import rules
from games.catalog.dilemma.board import build_board
from games.catalog.dilemma.cards import DECK
from games.catalog.dilemma.game import GAME
from games.catalog.dilemma.happenings import BankShort, BonusPaid
from games.catalog.dilemma.moves import Bet, Raise
from games.engine.board import Amount as BoardAmount
from games.engine.board import Board, CardRow, Pot, Stacks
from games.engine.chance import Chance, Rng
from games.engine.game import AddressedHappening
from games.engine.legal_moves import Amount
from games.engine.metadata import Value
from games.engine.phrases import phrase
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
hand = BOARDS.hand
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


def board(state: Any, seat: int | None = None, **changes: Any) -> Board:
    return build_board(GAME.view(state, seat), **changes)


def last_result(state: Any) -> str:
    return text(BOARDS.draw("last_result", view=GAME.view(state, None), names=BOARDS.seated(state)))


def test_a_board_has_exactly_the_cards_its_reader_may_see() -> None:
    for state, _ in moments("cards"):
        for seat in (0, None):
            public: Any = GAME.view(state, seat).public
            live = [hole for hole, lives in zip(public.holes, public.betting.live, strict=True) if lives]
            allowed = [*public.board, *(card for hole in live for card in hole if card)]
            assert [card.code for card in board(state, seat).open_cards] == allowed


def test_seats_show_stacks_bets_and_who_is_out() -> None:
    shown = board(play(FLOP, Bet(40), ALL_IN, FOLD))
    ada, ben, chi = shown.seats
    assert ada.amounts == (BoardAmount(960, "$960", phrase("stack")),)
    assert ada.bet == BoardAmount(40, "$40")
    assert (ben.amounts[0].number, ben.badges) == (0, (phrase("all-in"),))
    assert (chi.badges, chi.is_out, chi.cards) == ((phrase("folded"),), True, ())
    assert [len(seat.pucks) for seat in shown.seats].count(1) == 1
    assert board(play(FLOP, CHECK)).seats[0].badges == (phrase("check"),)


def test_the_middle_has_the_cards_the_pot_and_the_bank() -> None:
    shown = board(play(FLOP, Bet(40), ALL_IN, FOLD))
    row, pot, bank = shown.centre
    assert isinstance(row, CardRow)
    assert isinstance(pot, Pot)
    assert isinstance(bank, Stacks)
    assert ([card.is_open for card in row.cards], row.empty_places) == ([True] * 3, 2)
    assert pot == Pot(phrase("Pot"), BoardAmount(1100, "$1100"))
    assert [(stack.amount.number, stack.full, stack.is_active) for stack in bank.stacks] == [
        (300, 300, True),
        (700, 700, False),
        (500, 500, False),
    ]
    assert bank.facts[1:] == (phrase("penalty $%(chips)s", chips=20),)
    assert [group.facts[1:] for group in board(flop(500, 500, penalty=0)).centre if isinstance(group, Stacks)] == [()]


def test_the_headline_numbers_the_hands_up_to_their_limit() -> None:
    assert board(FLOP).headline == phrase("Hand %(number)s", number=1)
    assert board(flop(500, 500, max_hands=12)).headline == phrase("Hand %(number)s of %(limit)s", number=1, limit=12)


def test_side_pots_are_told_apart() -> None:
    state, _ = house(play(flop(100, 1000, 1000), ALL_IN, CALL, CALL))
    deep, _ = house(play(state, Bet(200), CALL))
    (pot,) = [group for group in board(deep).centre if isinstance(group, Pot)]
    assert pot.parts == (
        BoardAmount(360, "$360", phrase("main pot")),
        BoardAmount(400, "$400", phrase("side pot %(number)s", number=1)),
    )


def test_the_last_result_tells_how_the_last_hand_ended() -> None:
    state, _ = house(ended((50, 300, 300), TWO_PAIR, PAIR, LOW_PAIR, stacks=(0, 700, 700)))
    shown_text = last_result(state)
    assert "How hand 1 ended" in shown_text
    assert "two pair, 10 and 9" in shown_text
    assert "pot: Ada +$150 side pot 1: Ben +$500 penalty: Ben −$20 penalty: Chi −$20 bonus: Ada +$100" in shown_text
    assert "short" not in shown_text
    short, _ = house(ended((50, 50), TWO_PAIR, PAIR, stacks=(950, 950), bank=(0, 0, 30)))
    assert "bonus: Ada +$50 Bonus $50 of $100: the bank was empty." in last_result(short)
    folds, _ = house(play(FLOP, FOLD, FOLD))
    assert "Everyone else folded; no cards were shown." in last_result(folds)


def test_open_hands_of_a_replay_show_every_card() -> None:
    shown = board(FLOP, opened=FLOP.own)
    assert [tuple(card.code for card in seat.cards) for seat in shown.seats] == list(holes(FLOP))


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
    assert re.search(r'data-sure="Raise to \$#\? You have \$1000." .*data-sure-above="500"', hand(raised, 1))
    for state, _ in moments("presets"):
        legal = rules.legal(state, max(state.public.turn, 0))
        kind = Raise if state.public.betting.highest else Bet
        amounts = re.findall(r'data-fill="(\d+)"', hand(state, max(state.public.turn, 0)))
        assert len(set(amounts)) == len(amounts)
        assert all(legal.contains(kind(int(amount))) for amount in amounts)


def test_buttons_name_their_price() -> None:
    shown_text = text(hand(play(FLOP, Bet(100)), 1))
    assert "Fold Call $100 Raise … Raise to Min ½ pot Pot Raise All-in, $1000" in shown_text
    assert "Fold Call $1000, all-in" in text(hand(play(FLOP, ALL_IN), 1))
    assert "Check Bet … Bet Min" in text(hand(FLOP, 0))


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


def test_a_showdown_marks_five_cards_and_says_who_beat_what() -> None:
    state, happenings = settled(ended((50, 50), TWO_PAIR, PAIR, stacks=(950, 950)))
    shown = board(state)
    counted = {card.code for card in shown.open_cards if card.mark == "counts"}
    assert set(TWO_PAIR.split()) <= counted
    assert len(counted) == 5
    assert shown.seats[0].won == BoardAmount(200, "+200")
    assert shown.seats[0].note == phrase("two pair, %(first)s and %(second)s", first="10", second="9")
    assert not shown.seats[1].is_winner
    assert [len(five) for five in state.public.counted_last.values()] == [5, 5]
    reason = "Ada wins with two pair, 10 and 9 against one pair, 9 (Ben)."
    assert reason in last_result(state)
    hands = [h for h in happenings if h.type == "hand-shown"]
    assert not hands or BOARDS.sentence(hands[-1], told=hands).endswith(reason)


def test_side_cards_and_equal_hands_are_named() -> None:
    decided, _ = settled(ended((50, 50), "G9 F8", "F9 U6", stacks=(950, 950)))
    assert "both have one pair, 9: the kicker decides, 8 over 7." in last_result(decided)
    level, _ = settled(ended((50, 50), "G9 F3", "F9 U3", stacks=(950, 950)))
    assert "Equal hands share the pot (one pair, 9): " in last_result(level)


def test_the_log_names_what_the_bank_still_had() -> None:
    short, paid = BankShort(200, 80), BonusPaid(0, 80, "flush")
    assert BOARDS.sentence(paid, told=(short, paid)) == (
        "Ada gets $80 of the bonus of $200 (flush): the bank is empty."
    )
    assert "空になった" in BOARDS.sentence(paid, "ja", told=(short, paid))

"""The board and the templates of Lombard Hold'em over whole matches, in both languages."""

import re
from functools import partial
from typing import Any

import pytest

from games.catalog.lombard import rules
from games.catalog.lombard.board import build_board
from games.catalog.lombard.game import GAME
from games.catalog.lombard.hands import CATEGORIES, DECK, Hand
from games.catalog.lombard.happenings import Dealt
from games.catalog.lombard.moves import Move
from games.catalog.lombard.state import LombardState
from games.engine.board import BACK, Amount, Board, CardRow, Pot, Puck
from games.engine.game import AddressedHappening
from games.engine.phrases import phrase
from games.engine.serialization.canonical_json import decode_tagged, parse_json
from games.engine.serialization.form_parsing import move_from_form
from tests.catalog.lombard.positions import CALL, DOUBLE, FOLD, lay, next_step, play, played
from tests.rendering.boards import Boards, random_match, text

BOARD = "K9 N9 B4 K1 K11"
DEALT = lay("N8 B8", "N2 N3", "K2 N4", "K5 N6", board=BOARD)
WORDS = {"K": "knight", "N": "noble", "B": "bishop", "P": "prince"}
BOARDS = Boards(GAME)
moments = partial(random_match, GAME, 4)
hand = BOARDS.hand
LANGUAGES = pytest.mark.parametrize("language", ["en", "ja"])


def cards_named(html: str) -> set[str]:
    return {card for card in DECK if re.search(rf"\b{WORDS[card[0]]} {card[1:]}\b", html)}


def board(state: LombardState, seat: int | None = None, **changes: Any) -> Board:
    return build_board(GAME.view(state, seat), **changes)


def test_a_board_has_exactly_the_cards_its_reader_may_see() -> None:
    for state, _ in moments("cards", last_player_acts=True):
        for seat in (0, None):
            public = GAME.view(state, seat).public
            still_in = [hole for hole, action in zip(public.holes, public.actions, strict=True) if action != "fold"]
            allowed = [*public.board, *(card for hole in still_in for card in hole if card)]
            assert [card.code for card in board(state, seat).open_cards] == allowed


def list_offered(html: str) -> set[Move]:
    """Return the moves that the buttons make, with each of the cards that can be marked."""
    offered = {
        decode_tagged(GAME.moves, parse_json(value)) for value in re.findall(r"name=\"move\" value='([^']*)'", html)
    }
    for kind in re.findall(r'name="type" value="(\w+)"', html):
        cards = re.findall(r'name="card" value="(\d)"', html)
        offered |= {move_from_form(GAME.moves, {"type": [kind], "card": [card]}) for card in cards}
    return offered


def test_buttons_are_exactly_the_legal_moves() -> None:
    for state, _ in moments("buttons", last_player_acts=True):
        for seat in range(4):
            legal = {move for part in rules.legal(state, seat) for move in part.moves}  # type: ignore[union-attr]
            assert list_offered(hand(state, seat)) == legal


def test_buttons_name_their_price_and_the_card_that_a_call_opens() -> None:
    html = hand(DEALT, 0)
    buttons = [text(button) for button in re.findall("<button.*?</button>", html, re.DOTALL)]
    assert buttons == [
        "Fold",
        "Call 1 show noble 8 8 show bishop 8 8",
        "Double 2 both hidden",
    ]  # one of the two is hidden
    assert re.findall(r'name="card" value="(\d)"[^>]*?( checked)?>', html) == [("0", " checked"), ("1", "")]
    assert "data-sure" not in html


def test_a_hand_without_a_decision_shows_cards_only() -> None:
    hand_html = hand(DEALT, 1)
    assert cards_named(hand_html) == {"N2", "N3"}
    assert "<button" not in hand_html


def last_result(state: LombardState, language: str = "en") -> str:
    view = GAME.view(state, None)
    return BOARDS.draw("last_result", language, view=view, names=BOARDS.seated(state))


def test_the_last_result_tells_how_a_round_ended() -> None:
    shown_text = text(last_result(played(DEALT, DOUBLE, CALL, FOLD, FOLD)))
    assert "Round 1: Ada <A> won 5 coins." in shown_text
    assert "two pair, 9 and 8" in shown_text
    alone = text(last_result(played(DEALT, FOLD, FOLD, CALL, FOLD)))
    assert "Round 1: Chi won 2 coins. Everyone else folded; no cards were shown." in alone
    assert last_result(DEALT).strip() == ""


def test_seats_show_coins_bets_actions_and_the_dealer() -> None:
    state = play(lay("N8 B8", "N2 N3", "K2 N4", "K5 N6", board=BOARD, balances=(0, 15, 8, 8)), DOUBLE, FOLD)
    ada, ben, chi, dan = board(state, 1).seats
    assert [seat.amounts[0].number for seat in (ada, ben, chi, dan)] == [-2, 15, 8, 8]
    assert (ada.action, ada.bet, ada.cards) == (phrase("DOUBLE"), Amount(2, "2"), (BACK, BACK))
    assert (ben.action, ben.bet, ben.cards, ben.is_out) == (phrase("FOLD"), None, (), True)
    assert ada.remarks == (phrase("needs %(missing)s more", missing=18),)
    assert (chi.pucks, dan.pucks) == ((), (Puck("D", phrase("Dealer")),))


def test_the_middle_has_five_cards_and_the_pot_and_the_track_leads_to_the_goal() -> None:
    shown = board(play(DEALT, CALL), 1)
    row, pot = shown.centre
    assert isinstance(row, CardRow)
    assert [card.code for card in row.cards] == ["K9", "N9", "B4", "", ""]
    assert isinstance(pot, Pot)
    assert pot.amount.number == 2
    assert shown.headline == phrase("Round %(number)s", number=1)
    assert shown.track is not None
    assert (shown.track.goal.number, shown.track.numbers) == (16, (7, 8, 8, 8))


def test_open_hands_of_a_replay_show_every_card() -> None:
    holes = [part.cards for part in DEALT.own]
    assert [tuple(card.code for card in seat.cards) for seat in board(DEALT, opened=DEALT.own).seats] == holes


def test_own_cards_are_told_to_their_owner_and_named_in_a_replay() -> None:
    addressed = AddressedHappening(Dealt(1, ("N2", "P8")), to=(1,))
    assert BOARDS.sentence(addressed, seat=1).startswith("Your hole cards are noble 2")
    assert BOARDS.sentence(addressed).startswith("Ben is dealt noble 2")


@LANGUAGES
def test_every_hand_has_a_name_of_its_own(language: str) -> None:
    name = BOARDS.macro("macros", "hand_name", language)
    named = {category: text(name(Hand(category, (9, 4)))) for category in CATEGORIES}
    assert len(set(named.values())) == 10
    assert [category for category in CATEGORIES if "9" not in named[category]] == ["nothing", "royal"]
    assert named["straight"] == {"en": "straight, 9 high", "ja": "9ハイのストレート"}[language]


# --- reasons of a win -----------------------------------------------------------------------------------------------


def test_a_showdown_marks_the_cards_that_counted_and_names_the_hands() -> None:
    shown = board(played(DEALT, DOUBLE, CALL, FOLD, FOLD))
    marks = {card.code: card.mark for card in shown.open_cards}
    assert {card for card, mark in marks.items() if mark == "counts"} == {"K9", "N9", "N8", "B8"}
    assert set(marks.values()) == {"counts", "aside"}
    ada, ben, *others = shown.seats
    assert ada.won == Amount(5, "+5")
    assert ada.note == phrase("two pair, %(high)s and %(low)s", high=9, low=8)
    assert ben.note == phrase("one pair, %(number)s", number=9)
    assert [seat.is_winner for seat in (ben, *others)] == [False] * 3


def test_the_last_result_says_who_beat_what() -> None:
    ended = played(DEALT, DOUBLE, CALL, FOLD, FOLD)
    assert "Ada <A> wins with two pair, 9 and 8 against one pair, 9 (Ben)." in text(last_result(ended))


@pytest.mark.parametrize(
    ("holes", "board", "reason"),
    [
        (("N8 B5", "K7 N2"), "K9 N9 B4 K1 K11", "both have one pair, 9: the higher hole card decides, noble 8 8 over"),
        (("N8 B5", "K8 N2"), "K9 N9 B4 K1 K11", "hole cards have the same number: the suit decides, noble 8 8 over"),
    ],
)
def test_equal_hands_name_what_broke_the_tie(holes: tuple[str, ...], board: str, reason: str) -> None:
    state = played(lay(*holes, "B6 N6", "K2 B7", board=board), DOUBLE, DOUBLE, FOLD, FOLD)
    assert reason in text(last_result(state))
    assert "どちらも" in text(last_result(state, "ja"))


def test_two_princes_say_what_they_stand_for() -> None:
    princes = played(lay("P4 K7", "N3 N4", "B6 N6", "K2 B7", board="P6 B8 N9 K11 N2"), DOUBLE, DOUBLE, FOLD, FOLD)
    counted = {card.code for card in board(princes).open_cards if card.mark == "counts"}
    assert counted == {"P4", "P6", "K7", "B8", "N9", "K11"}
    assert "prince 6 6 and prince 4 4 together count as the number 10." in text(last_result(princes))
    suited = played(lay("P4 K7", "N3 N4", "B6 N6", "K2 B7", board="P6 K1 K9 K11 N2"), DOUBLE, DOUBLE, FOLD, FOLD)
    assert "together count as knight 10." in text(last_result(suited))


def showdown(state: LombardState) -> list[str]:
    """Return the log's text for the hands shown."""
    while (step := next_step(state)).happenings[0].happening.type != "hand-shown":
        state = step.state
    happenings = [happening.happening for happening in step.happenings]
    return [BOARDS.sentence(h, told=happenings) for h in happenings]


def test_the_log_says_what_two_princes_stood_for() -> None:
    princes = lay("P4 K7", "N3 N4", "B6 N6", "K2 B7", board="P6 B8 N9 K11 N2")
    sentences = showdown(play(princes, DOUBLE, DOUBLE, FOLD, FOLD))
    assert "straight, 11 high prince 6 6 and prince 4 4 together count as the number 10." in sentences[0]
    assert "count as" not in sentences[1]


def test_the_log_says_why_after_the_last_hand_shown() -> None:
    sentences = showdown(play(DEALT, DOUBLE, CALL, FOLD, FOLD))
    assert "wins with" not in sentences[0]
    assert sentences[-1].endswith("Ada <A> wins with two pair, 9 and 8 against one pair, 9 (Ben).")

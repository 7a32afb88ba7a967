"""The templates of Lombard Hold'em over whole matches, in both languages."""

import re
from functools import partial

import pytest

from games.catalog.lombard import rules
from games.catalog.lombard.game import GAME
from games.catalog.lombard.hands import CATEGORIES, DECK, Hand
from games.catalog.lombard.happenings import Dealt
from games.catalog.lombard.state import LombardState
from games.engine.game import AddressedHappening
from games.engine.serialization.canonical_json import decode_tagged, parse_json
from tests.catalog.lombard.positions import CALL, DOUBLE, FOLD, lay, next_step, play, played
from tests.rendering.boards import Boards, random_match, text

BOARD = "K9 N9 B4 K1 K11"
DEALT = lay("N8 B8", "N2 N3", "K2 N4", "K5 N6", board=BOARD)
WORDS = {"K": "knight", "N": "noble", "B": "bishop", "P": "prince"}
BOARDS = Boards(GAME)
moments = partial(random_match, GAME, 4)
table, hand = BOARDS.table, BOARDS.hand
LANGUAGES = pytest.mark.parametrize("language", ["en", "ja"])


def cards_named(html: str) -> set[str]:
    return {card for card in DECK if re.search(rf"\b{WORDS[card[0]]} {card[1:]}\b", html)}


def test_a_board_names_exactly_the_cards_its_reader_may_see() -> None:
    for state, _ in moments("cards", last_player_acts=True):
        for seat in (0, None):
            public = GAME.view(state, seat).public
            allowed = {*public.board, *(card for hole in public.holes for card in hole if card)}
            if last := public.last:
                allowed |= {card for hand in last.hands for card in (*last.board, *hand.cards)}
            assert cards_named(table(state, seat)) == allowed


def test_buttons_are_exactly_the_legal_moves() -> None:
    for state, _ in moments("buttons", last_player_acts=True):
        for seat in range(4):
            values = re.findall(r"name=\"move\" value='([^']*)'", hand(state, seat))
            offered = [decode_tagged(GAME.moves, parse_json(value)) for value in values]
            assert offered == [move for part in rules.legal(state, seat) for move in part.moves]  # type: ignore[union-attr]


def test_buttons_name_the_card_they_open() -> None:
    buttons = [text(button) for button in re.findall("<button.*?</button>", hand(DEALT, 0), re.DOTALL)]
    assert buttons == [
        "Call, opening noble 8 8 (1 coin)",
        "Call, opening bishop 8 8 (1 coin)",
        "Double, both hidden (2 coins)",
        "Fold (free)",
    ]


def test_a_hand_without_a_decision_shows_cards_only() -> None:
    hand_html = hand(DEALT, 1)
    assert cards_named(hand_html) == {"N2", "N3"}
    assert "<button" not in hand_html


def test_the_board_tells_the_last_round_while_the_next_is_dealt() -> None:
    ended = played(DEALT, DOUBLE, CALL, FOLD, FOLD)
    shown_text = text(table(ended, 2))
    assert "Round 1: Ada <A> won 5 coins." in shown_text
    assert "two pair, 9 and 8" in shown_text
    alone = text(table(played(DEALT, FOLD, FOLD, CALL, FOLD), 2))
    assert "Round 1: Chi won 2 coins. Everyone else folded; no cards were shown." in alone


def test_the_board_tells_how_many_coins_are_missing() -> None:
    shown_text = text(
        table(play(lay("N8 B8", "N2 N3", "K2 N4", "K5 N6", board=BOARD, balances=(0, 15, 8, 8)), DOUBLE), 1)
    )
    assert "-2 coins needs 18 more" in shown_text
    assert "15 coins needs 1 more" in shown_text


def test_the_board_names_the_winner_of_the_match() -> None:
    rich = lay("N8 B8", "N2 N3", "K2 N4", "K5 N6", board=BOARD, balances=(14, 8, 8, 8))
    assert "Ada <A> wins the match with 18 coins." in text(table(played(rich, CALL, CALL, CALL, CALL), None))


def test_a_table_ended_early_names_no_winner() -> None:
    assert "wins" not in text(table(DEALT, None, result=True))


def test_open_hands_of_a_replay_show_every_card() -> None:
    bared = [GAME.view(DEALT, seat).own for seat in range(4)]
    held = {card for private in bared if private for card in private.cards}
    assert cards_named(table(DEALT, None, open=bared)) == held | set(DEALT.public.board)


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


def marked(html: str) -> set[str]:
    """The cards that a board marks as those that counted."""
    return {
        card
        for part in re.findall(r'class="card--counts">(.*?)\(counts\)', html, re.DOTALL)
        for card in cards_named(part)
    }


def test_a_showdown_marks_the_cards_that_counted_and_says_who_beat_what() -> None:
    board_html = table(played(DEALT, DOUBLE, CALL, FOLD, FOLD), None)
    assert {"K9", "N9", "N8", "B8"} <= marked(board_html)
    assert not {"N2", "N3", "B4", "K1", "K11"} & marked(board_html)
    assert "Ada <A> wins with two pair, 9 and 8 against one pair, 9 (Ben)." in text(board_html)


@pytest.mark.parametrize(
    ("holes", "board", "reason"),
    [
        (("N8 B5", "K7 N2"), "K9 N9 B4 K1 K11", "both have one pair, 9: the higher hole card decides, noble 8 8 over"),
        (("N8 B5", "K8 N2"), "K9 N9 B4 K1 K11", "hole cards have the same number: the suit decides, noble 8 8 over"),
    ],
)
def test_equal_hands_name_what_broke_the_tie(holes: tuple[str, ...], board: str, reason: str) -> None:
    state = played(lay(*holes, "B6 N6", "K2 B7", board=board), DOUBLE, DOUBLE, FOLD, FOLD)
    assert reason in text(table(state, None))
    assert "どちらも" in text(table(state, None, language="ja"))


def test_two_princes_say_what_they_stand_for() -> None:
    board_html = table(
        played(lay("P4 K7", "N3 N4", "B6 N6", "K2 B7", board="P6 B8 N9 K11 N2"), DOUBLE, DOUBLE, FOLD, FOLD), None
    )
    assert {"P4", "P6", "K7", "B8", "N9", "K11"} <= marked(board_html)
    assert "prince 6 6 and prince 4 4 together count as the number 10." in text(board_html)
    suited = table(
        played(lay("P4 K7", "N3 N4", "B6 N6", "K2 B7", board="P6 K1 K9 K11 N2"), DOUBLE, DOUBLE, FOLD, FOLD), None
    )
    assert "together count as knight 10." in text(suited)


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

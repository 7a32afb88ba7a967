"""The templates of Dou Dizhu, in both languages: what a reader may see, every move, every sentence."""

import re
from functools import partial

import pytest

from games.catalog.doudizhu import rules
from games.catalog.doudizhu.game import GAME
from games.catalog.doudizhu.moves import Accept, Pass, Play, Refuse
from games.engine.legal_moves import Combos
from games.engine.serialization.form_parsing import move_from_form
from tests.rendering.boards import Boards, random_match
from tests.rendering.boards import heard as text

from .positions import ACCEPT, BOOK, PASS, REFUSE, auction, begin, ended, hands, house, lay, play, step, table

BOARDS = Boards(GAME)
moments = partial(random_match, GAME, 4)
board, hand = BOARDS.table, BOARDS.hand
LANGUAGES = pytest.mark.parametrize("language", ["en", "ja"])
FOLLOWING = play(table("3 3 4", "5 5 6 B", "9 9 9 9 J", "7 7 7 8"), lay("3 3"), lay("7 7"), lay("9 9"))


# --- the hand ----------------------------------------------------------------------------------------------------


def test_the_auction_offers_both_answers_and_says_what_they_cost() -> None:
    state = auction()
    assert BOARDS.buttons(hand(state, 0)) == [Accept(), Refuse()]
    assert "rate 2" in text(hand(state, 0))
    assert "if all refuse you are landlord at rate 1" in text(hand(state, 0))
    assert "rate 1" in text(hand(play(state, REFUSE), 3))
    assert "if all refuse" not in text(hand(play(state, REFUSE), 3))


def test_the_next_plays_are_exactly_the_legal_ones() -> None:
    for state, _ in moments("next plays", deals=1):
        if state.public.phase != "play" or state.public.turn is None:
            continue
        hand_html = hand(state, state.public.turn)
        match = re.search(r'data-doudizhu-piles-plays-value="([^"]*)"', hand_html)
        offered = {tuple(play.split()) for play in match[1].split("|")} if match else set()
        part = rules.legal(state, state.public.turn).of("play")
        assert offered == (set(part.plays) if isinstance(part, Combos) else set())
        assert (Pass() in BOARDS.buttons(hand_html)) is rules.legal(state, state.public.turn).contains(Pass())
        assert ('name="type" value="play"' in hand_html) is bool(offered)


def test_a_pile_offers_as_many_as_there_are() -> None:
    hand_html = hand(table("5 5 K", "7", "8", "9"), 0)
    options = re.findall(r'<option value="([^"]*)">(\d)</option>', hand_html)
    assert options == [("", "0"), ("5", "1"), ("5 5", "2"), ("", "0"), ("K", "1")]
    assert hand_html.count('<select class="pile__box" name="cards"') == 2


def test_the_fields_of_the_form_make_the_move() -> None:
    sent = {"type": ["play"], "cards": ["5 5 5", "", "K K", ""]}
    assert move_from_form(GAME.moves, sent) == lay("5 5 5 K K")


def test_who_can_beat_nothing_may_only_pass() -> None:
    state = play(table("B B 4", "5 5", "9 9", "7 7"), lay("B B"))
    hand_html = hand(state, 3)
    assert "None of your cards beats" in text(hand_html)
    assert BOARDS.buttons(hand_html) == [PASS]
    assert "<select" not in hand_html


def test_own_cards_stay_in_sight_while_others_decide() -> None:
    hand_html = hand(FOLLOWING, 3)
    assert text(hand_html) == "7 ×1 8 ×1"


def test_the_landlord_sees_the_kitty_until_he_has_led() -> None:
    state = house(play(auction(), ACCEPT))[0]
    assert "The kitty you took:" in text(hand(state, 0))
    assert "kitty" not in text(hand(state, 1))
    assert "kitty" not in text(hand(play(state, Play(hands(state)[0][:1])), 0))


# --- the board ---------------------------------------------------------------------------------------------------


def test_the_board_tells_the_auction() -> None:
    shown_text = text(board(play(auction(), REFUSE), 0))
    assert "Ada <A> drew the open card" in shown_text
    assert "asked first refuses" in shown_text
    assert "Eight cards lie face down." in shown_text


def test_the_board_tells_the_trick_the_roles_and_the_counts() -> None:
    shown_text = text(board(FOLLOWING, 1))
    assert "To beat, by Chi: pair 9 9" in shown_text
    assert "Ada <A>: 3 3 · Dan: 7 7 · Chi: 9 9" in shown_text
    assert shown_text.count("Landlord") == 1
    assert shown_text.count("Farmer") == 3
    assert "3 cards" in shown_text
    led = play(FOLLOWING, PASS, PASS, PASS, lay("J"))
    assert "Last trick: Ada <A>: 3 3 · Dan: 7 7 · Chi: 9 9 · Ben: pass · Ada <A>: pass · Dan: pass" in text(
        board(led, 1)
    )


def test_the_board_tells_who_leads_and_the_bombs_left() -> None:
    shown_text = text(board(table("3", "5 5", "9 9", "7 7", bombs_left=(1, None, 0, None)), None))
    assert "Ada <A> leads a new trick." in shown_text
    assert "1 bomb left" in shown_text
    assert "0 bombs left" in shown_text


def test_a_board_shows_no_hand_before_the_end() -> None:
    for seat in (0, 2, None):
        assert "10 10" not in text(board(table("3 4", "10 10", "9", "10 10 10"), seat))


def test_hands_are_shown_at_the_end_and_remembered_over_the_next_deal() -> None:
    last_play = play(table("5", "7 7", "9 K", "3 4", rate=2), lay("5"))
    state = step(last_play).state
    assert "7 7" in text(board(state, 0))
    following = text(board(house(last_play)[0], 0))
    assert "Deal 1: Ada <A>, the landlord, went out first. Rate 2." in following
    assert "Ben -2 7 7 Chi -2 9 king" in following
    assert "Deal 2 of 4" in following
    ended_state = ended(play(table("5 6", "7", "9", "10"), lay("5"), lay("10")))[0]
    assert "Deal 1: Dan went out first, the farmers won. Rate 1." in text(board(ended_state, 0))


def test_open_hands_of_a_replay_show_all() -> None:
    opened = [GAME.view(FOLLOWING, seat).own for seat in range(4)]
    shown_text = text(board(FOLLOWING, None, open=opened))
    assert "5 5 6 big joker" in shown_text
    assert "9 9 jack" in shown_text


def test_an_open_kitty_lies_on_the_board() -> None:
    state = house(play(auction(show_kitty=True), ACCEPT))[0]
    assert "Kitty:" in text(board(state, 2))
    assert "Kitty:" not in text(board(house(play(auction(), ACCEPT))[0], 2))


def test_the_end_names_the_winner_or_who_shares() -> None:
    alone = ended(play(table("5", "7", "9", "3", deals=1), lay("5")))[0]
    assert "Ada <A> wins the match with 3 chips." in text(board(alone, 0))
    shared = ended(play(table("5 6", "7", "9", "10", deals=1), lay("5"), lay("10")))[0]
    assert "The first place is shared: Ben, Chi, Dan" in text(board(shared, 0))
    assert "Ben、Chi、Dan" in text(board(shared, 0, language="ja"))


# --- words -------------------------------------------------------------------------------------------------------


def test_what_is_told_to_oneself_says_you() -> None:
    dealt = step(begin()).happenings[1]
    assert BOARDS.sentence(dealt, seat=0).startswith("Your cards:")
    assert BOARDS.sentence(dealt, seat=None).startswith("Ada <A> is dealt:")


@LANGUAGES
def test_every_kind_has_a_name_of_its_own(language: str) -> None:
    kinds = {combo.kind for combo in BOOK.combos.values()}
    kind = BOARDS.macro("macros", "kind", language)
    named = {text(kind(code)) for code in kinds}
    assert len(named) == 8
    assert ("飛行機" in named) is (language == "ja")


def test_cards_are_named_for_readers() -> None:
    assert text(BOARDS.macro("macros", "inline")(("3", "10", "A", "s"))) == "3 10 ace small joker"

"""The templates of Dou Dizhu, in both languages: what a reader may see, every move, every sentence."""

import re
from functools import partial

import pytest

from games.catalog.doudizhu import rules
from games.catalog.doudizhu.game import GAME
from games.catalog.doudizhu.moves import Pass, Play
from games.catalog.doudizhu.state import DoudizhuState
from games.engine.legal_moves import Combos
from games.engine.serialization.form_parsing import move_from_form
from tests.rendering.boards import Boards, random_match
from tests.rendering.boards import heard as text

from .positions import ACCEPT, BOOK, PASS, REFUSE, auction, begin, ended, hands, house, lay, play, step, table

BOARDS = Boards(GAME)
moments = partial(random_match, GAME, 4)
board, hand, status = BOARDS.table, BOARDS.hand, BOARDS.status
LANGUAGES = pytest.mark.parametrize("language", ["en", "ja"])
FOLLOWING = play(table("3 3 4", "5 5 6 B", "9 9 9 9 J", "7 7 7 8"), lay("3 3"), lay("7 7"), lay("9 9"))


def last_result(state: DoudizhuState) -> str:
    return text(BOARDS.draw("last_result", view=GAME.view(state, 0), names=BOARDS.names))


# --- the hand ----------------------------------------------------------------------------------------------------


def test_the_auction_offers_both_answers_and_says_what_they_cost() -> None:
    state = auction()
    assert BOARDS.buttons(hand(state, 0)) == [REFUSE, ACCEPT]
    assert "Be landlord, rate 2" in text(hand(state, 0))
    assert status(state, 0) == "Landlord with 8 more cards? Refusing leaves you one bomb."
    assert "Be landlord, rate 1" in text(hand(play(state, REFUSE), 3))
    assert "8 more cards" not in status(auction(kitty_to_landlord=False), 0)
    unlimited = auction(forced_landlord_limited=False)
    assert "unless all refuse" in status(unlimited, 0)
    assert "unless all refuse" not in status(play(unlimited, REFUSE), 3)


@pytest.mark.parametrize(
    ("held", "question"),
    [
        ("3 3 K K", "Beat the pair, or pass."),
        ("3 3 K K 5 5 5 5", "Beat the pair, bomb it, or pass."),
        ("3 4 5 5 5 5", "Only your bomb beats the pair. Play it, or pass."),
        ("3 4 5", "Nothing you hold beats the pair. You can play again later."),
    ],
)
def test_the_status_names_only_answers_in_the_hand(held: str, question: str) -> None:
    assert status(play(table("Q Q 4", "5", "6", held), lay("Q Q")), 3) == question


def test_a_bomb_is_beaten_by_bombs_alone() -> None:
    state = play(table("4 4 4 4 5", "5", "6", "7 7 7 7 K"), lay("4 4 4 4"))
    assert status(state, 3) == "Beat the bomb of 4 with a stronger bomb, or pass."


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
    assert BOARDS.buttons(hand_html) == [PASS]
    assert "<select" not in hand_html


def test_own_cards_stay_in_sight_while_others_decide() -> None:
    hand_html = hand(FOLLOWING, 3)
    assert text(hand_html) == "7 8"
    assert "×2" in text(hand(table("5 5 K", "7", "8", "9"), 0))


def test_the_kittys_cards_are_marked_until_the_landlord_has_led() -> None:
    state = house(play(auction(), ACCEPT))[0]
    marked = re.findall(r"\+(\d)<span[^>]*> from the kitty", hand(state, 0))
    assert sum(map(int, marked)) == 8
    assert "kitty" not in text(hand(state, 1))
    assert "kitty" not in text(hand(play(state, Play(hands(state)[0][:1])), 0))


def test_chips_are_for_the_kinds_in_the_hand() -> None:
    def kinds(state: DoudizhuState, seat: int) -> list[str]:
        return re.findall(r'<button type="button" class="kinds__chip" data-kind="(\w+)"', hand(state, seat))

    assert kinds(table("5 5 5 5 K", "7", "8", "9"), 0) == ["single", "pair", "triple", "bomb"]
    following = play(table("3 3 K", "5", "6", "7 7 7 7 8"), lay("3 3"))
    assert kinds(following, 3) == ["pair", "bomb"]


# --- the board ---------------------------------------------------------------------------------------------------


def test_the_board_shows_the_auction() -> None:
    html = board(play(auction(), REFUSE), 0)
    assert "asked first" in text(html)
    assert "refuses" in text(html)
    assert re.findall(r'data-card="(\w+)"', html) == [auction().public.face_up]
    assert "×8 Kitty" in text(html)


def test_the_board_shows_the_trick_the_roles_and_the_counts() -> None:
    html = board(FOLLOWING, 1)
    shown_text = text(html)
    assert "Chi: pair" in shown_text
    assert [said in shown_text for said in ("pair, 3", "pair, 7", "pair, 9")] == [True] * 3
    assert shown_text.count("Landlord") == 1
    assert "3 cards" in shown_text
    assert re.findall(r'data-card="(\w+)"', html) == ["9", "9"]


def test_the_finished_trick_lies_there_until_the_next_lead() -> None:
    finished = play(FOLLOWING, PASS, PASS, PASS)
    assert "Chi wins the trick and leads." in text(board(finished, 1))
    assert text(board(finished, 1)).count("pass") == 3
    led = text(board(play(finished, lay("J")), 1))
    assert "Chi: single card" in led
    assert "single card, J" in led
    assert "pass" not in led


@pytest.mark.parametrize(
    ("led", "groups"),
    [
        ("3 3 K K K", ["KKK", "33"]),
        ("3 3 4 4 5 5", ["33", "44", "55"]),
        ("3 4 5 A 2", ["A2345"]),
        ("9 9 9 9 9", ["99999"]),
        ("3 3 3 4 4 4 5 5 5 6 6 6 7 7 7", ["3", "4", "5", "6", "7"]),  # fanned, each with its count
    ],
)
def test_the_cards_of_a_play_lie_in_groups(led: str, groups: list[str]) -> None:
    html = board(play(table(f"{led} Q", "3", "4", "5"), lay(led)), 0)
    shown = [re.findall(r'data-card="(\w+)"', group) for group in html.split('class="trick__group"')[1:]]
    assert ["".join(group) for group in shown] == groups


def test_the_board_shows_who_leads_and_the_bombs_left() -> None:
    shown_text = text(board(table("3", "5 5", "9 9", "7 7", bombs_left=(1, None, 0, None)), None))
    assert "Ada <A> leads the first trick." in shown_text
    assert "1 bomb left" in shown_text
    assert "0 bombs left" in shown_text


def test_a_board_shows_no_hand_before_the_end() -> None:
    for seat in (0, 2, None):
        assert "10 10" not in text(board(table("3 4", "10 10", "9", "10 10 10"), seat))


def test_hands_are_shown_at_the_end_and_remembered_over_the_next_deal() -> None:
    last_play = play(table("5", "7 7", "9 K", "3 4", rate=2), lay("5"))
    state = step(last_play).state
    assert "7 7" in text(board(state, 0))
    following = house(last_play)[0]
    assert "Deal 2 of 4" in text(board(following, 0))
    assert "Deal 1: Ada <A>, the landlord, went out first. Rate 2." in last_result(following)
    assert "Ben -2 7 7 Chi -2 9 king" in last_result(following)
    ended_state = ended(play(table("5 6", "7", "9", "10"), lay("5"), lay("10")))[0]
    assert "Deal 1: Dan went out first, the farmers won. Rate 1." in last_result(ended_state)


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

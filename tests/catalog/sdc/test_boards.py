"""The templates over whole matches, in both languages: what a reader may see, every move, every sentence."""

import re
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from games.catalog.sdc import rules
from games.catalog.sdc.game import GAME
from games.catalog.sdc.hands import DECK, RANKS
from games.catalog.sdc.moves import Bid, Call, Draw, Drop, Raise
from games.catalog.sdc.score import score
from games.catalog.sdc.state import SdcState
from games.catalog.sdc.types import Tally
from games.engine.serialization.form_parsing import move_from_form
from games.engine.state import State, View
from tests.catalog.sdc.positions import FOUR, HIGH, PAIR, M, S, bidding, cards, drawing, played, until_asked
from tests.rendering.boards import NAMES, Boards, random_match, text

BOARDS = Boards(GAME)
moments = partial(random_match, GAME, 2)
table, hand = BOARDS.table, BOARDS.hand
LANGUAGES = pytest.mark.parametrize("language", ["en", "ja"])
SUIT_WORDS = {"W": "wind", "F": "fire", "A": "water", "E": "earth"}
RANK_WORDS = dict(zip(RANKS, [*RANKS[:9], "jack", "queen", "king", "ace"], strict=True))


CARD_WORDS = {f"{SUIT_WORDS[card[0]]} {RANK_WORDS[card[1:]]}": card for card in DECK}
A_CARD = re.compile(rf"\b(?:{'|'.join(CARD_WORDS)})\b")


def cards_named(html: str) -> set[str]:
    return {CARD_WORDS[words] for words in A_CARD.findall(html)}


def test_a_board_names_exactly_the_cards_everybody_may_see() -> None:
    for state, _ in moments("cards"):
        for seat in (M, S, None):
            public = GAME.view(state, seat).public
            allowed = {card for cards_shown in public.shown for card in cards_shown}
            allowed |= {card for cards_shown in (public.last.hands if public.last else ()) for card in cards_shown}
            assert cards_named(table(state, seat)) == allowed


def test_a_hand_names_only_cards_of_its_owner() -> None:
    for state, _ in moments("hands"):
        for seat in (M, S):
            assert cards_named(hand(state, seat)) == {*state.own[seat].hand, *state.own[seat].discards}


def test_open_hands_of_a_replay_show_both() -> None:
    state = drawing()
    private = [GAME.view(state, seat).own for seat in (M, S)]
    assert cards_named(table(state, None, open=private)) == {*state.own[M].hand, *state.own[S].hand}


@pytest.mark.parametrize(
    ("state", "seat", "fields", "move"),
    [
        (drawing(), S, {"cards": drawing().own[S].hand[1:3]}, Draw(drawing().own[S].hand[1:3])),
        (drawing(), S, {}, Draw()),
    ],
)
def test_the_fields_of_a_form_make_the_move(state: SdcState, seat: int, fields: dict[str, Any], move: Any) -> None:
    html = hand(state, seat)
    for name, values in fields.items():
        assert f'name="{name}"' in html
        assert name != "cards" or all(f'value="{card}"' in html for card in values)
    assert f'name="type" value="{move.type}"' in html
    assert move_from_form(GAME.moves, {"type": [move.type], **fields}) == move


@pytest.mark.parametrize(
    ("state", "seat", "kind", "open_to"),
    [
        (bidding(), M, Bid, range(1, 6)),
        (bidding((17, 3)), M, Bid, range(1, 4)),
        (played(bidding(), (M, Bid(2))), S, Raise, range(3, 6)),
    ],
)
def test_every_amount_has_its_button_and_those_in_reach_can_be_pressed(
    state: SdcState, seat: int, kind: Any, open_to: range
) -> None:
    buttons = re.findall(r"data-amount=\"(\d+)\"\s+value='([^']*)'( disabled)?>", hand(state, seat))
    moves = [move_from_form(GAME.moves, {"move": [value]}) for _, value, _ in buttons]
    assert [int(amount) for amount, _, _ in buttons] == [1, 2, 3, 4, 5]
    assert moves == [kind(amount) for amount in range(1, 6)]
    assert [rules.legal(state, seat).contains(move) for move in moves] == [not off for _, _, off in buttons]
    assert [not off for _, _, off in buttons] == [amount in open_to for amount in range(1, 6)]


def test_what_is_kept_has_a_name_for_every_way_to_mark() -> None:
    state = drawing()
    private_state = replace(state.own[S], hand=("WK", "EK", "A6", "W6", "F2"))
    state = State(
        state.public,
        tuple(private_state if seat == S else private for seat, private in enumerate(state.own)),
        state.hidden,
    )
    html = hand(state, S)
    match = re.search(r'data-sdc-exchange-kept-value="([^"]*)"', html)
    assert match is not None
    names = match[1].split("|")
    assert len(names) == 32
    assert [names[way] for way in (0b00000, 0b00001, 0b00011, 0b11100, 0b10101, 0b11111)] == [
        "two pair, kings and sixes",
        "a pair of sixes",
        "a pair of sixes",
        "a pair of kings",
        "high card K",
        "nothing",
    ]
    assert "Your hand: two pair, kings and sixes" in text(html)
    assert 'data-sdc-exchange-labels-value="Keep all five|Exchange 1|' in html


@LANGUAGES
def test_every_held_hand_has_a_name(language: str) -> None:
    hands = ["WK EK AK FK W2", "WK EK AK F2 W2", "WK EK AK F3 W2", "W2 E3 A4 F5 W6", "W2 W3 W4 W5 W9", "W2 W3 W4 W5 W6"]
    drawn_names = set()
    for cards_ in hands:
        private = replace(drawing().own[S], hand=tuple(cards_.split()))
        own_view = View(S, drawing().public, private)
        html = BOARDS.draw("hand", language, view=own_view, legal=rules.legal(drawing(), S), names=NAMES, seat=S)
        drawn_names.add(re.search(r'data-sdc-exchange-kept-value="([^"|]*)', html)[1])  # type: ignore[index]
    assert len(drawn_names) == len(hands)


def test_call_and_drop_are_whole_moves_and_name_their_price() -> None:
    raised = played(bidding(), (M, Bid(2)), (S, Raise(4)))
    values = re.findall(r"name=\"move\" value='([^']*)'", hand(raised, M))
    assert [move_from_form(GAME.moves, {"move": [value]}) for value in values] == [Call(), Drop()]
    assert "Call 4 Drop (costs 2 coins)" in text(hand(raised, M))
    assert "Call 5 Drop (costs 1 coin)" in text(hand(played(bidding(), (M, Bid(5))), S))
    assert 'type="number"' not in hand(played(bidding(), (M, Bid(5))), S)


def test_a_drop_that_saves_nothing_lies_under_more() -> None:
    state, _ = until_asked(bidding((1, 19)))
    html = hand(state, S)
    assert text(html).endswith("Call 1 More Drop (costs 1 coin)")
    assert html.index("Call 1") < html.rindex("<details") < html.index("Drop (")
    assert hand(played(bidding(), (M, Bid(1))), S).count("<details") == 1  # the ranking


@LANGUAGES
def test_the_log_says_who_made_the_only_bid(language: str) -> None:
    _, happenings = until_asked(bidding((1, 19)))
    sentence = BOARDS.sentence(happenings[0], language)
    assert (
        sentence
        == {
            "en": "Only 1 can be bid, so it is bid automatically for Ada <A>.",
            "ja": "賭けられるのは1枚だけなので、Ada <A>に代わって自動で賭けました。",
        }[language]
    )


def test_a_settled_draw_is_remembered() -> None:
    state = drawing()
    drawn_state = rules.apply(state, S, Draw(state.own[S].hand[:2])).state
    assert "You exchange:" in text(hand(drawn_state, S))
    assert "draw settled" in text(table(drawn_state, M))
    assert "You keep all five cards." in text(hand(played(state, (S, Draw())), S))


def test_the_board_tells_the_last_stage_over_the_next_deal() -> None:
    after, _ = until_asked(played(bidding(opener=HIGH, responder=FOUR), (M, Bid(4)), (S, Drop())))
    board_text = text(table(after, S))
    assert "Stage 1: Ada <A> won 1 coin. The bid was 4. Ben dropped." in board_text
    assert "four of a kind" in board_text
    assert "Stage 2" in board_text
    assert "no kickers" in board_text


def test_the_end_shows_winner_and_match_score() -> None:
    state, _ = until_asked(played(bidding((4, 16), responder=PAIR), (M, Bid(4)), (S, Call())))
    board_text = text(table(state, M))
    assert "Ben wins the match with 20 coins." in board_text
    assert "Ben 100 100 10 78" in board_text
    assert "4 of 5 stars ★★★★☆ Ben" in board_text
    assert "Ben is a brilliant WINNER!" in board_text
    assert "Ada <A> is a luckless LOSER!" in board_text


@LANGUAGES
def test_every_comment_is_a_sentence_of_its_own(language: str) -> None:
    comment = BOARDS.macro("result", "comment", language)
    sentences = {text(comment(n, coins, 10, "Ada")) for n in range(6) for coins in (9, 10, 11)}
    assert len(sentences) == 18
    assert all("Ada" in each for each in sentences)
    assert score(Tally(lost=1, paid=1)).comment == 0


@LANGUAGES
def test_categories_refusals_and_help_speak_the_language(language: str) -> None:
    codes = ["match-over", "not-your-turn", "draw-first", "already-confirmed", "not-your-card", "same-card-twice"]
    codes += ["too-many-cards", "too-little", "too-much", "no-raise-left", "no-second-raise", "opener-must-bid"]
    params = {"min": 3, "max": 4}
    texts = [text(BOARDS.draw("illegal_move", language, code=code, params=params)) for code in [*codes, "not-now"]]
    texts.append(text(BOARDS.draw("help", language)))
    category = BOARDS.macro("macros", "category", language)
    names = {text(category(n)) for n in range(10)}
    assert len(set(texts)) == len(codes) + 2
    assert all((re.search("[ぁ-ん]", each) is not None) is (language == "ja") for each in texts)
    assert all(len(each) > 5 for each in texts)
    assert len(names) == 10
    assert ("ツーペア" in names) is (language == "ja")


def test_the_hands_on_show_are_the_ones_played() -> None:
    happenings = until_asked(played(bidding(), (M, Bid(1)), (S, Call())))[1]
    sentences = [BOARDS.sentence(happening) for happening in happenings if happening.type == "shown"]
    assert sentences[0].startswith("Ada <A> shows:")
    assert sentences[0].endswith("– high card")
    assert all(card[1:] in sentences[1] for card in cards(PAIR) if card[1:].isdigit())


# --- reasons of a win -----------------------------------------------------------------------------------------------


def marked(html: str) -> set[str]:
    """The cards that a board marks as those that counted."""
    parts = re.findall(r'class="card--counts">(.*?)\(counts\)', html, re.DOTALL)
    return {card for part in parts for card in cards_named(part)}


@pytest.mark.parametrize(
    ("opener", "responder", "counted", "reason"),
    [
        (HIGH, PAIR, "FJ AJ", "Ben has the better hand: one pair against high card (Ada <A>)."),
        ("FA F3 A5 A2 EJ", HIGH, "WA", "Both have high card: the suit decides for Ben, wind yellow over fire red."),
        ("W9 F9 A2 A4 E6", "F8 A8 W2 W4 W6", "W9 F9", "the number decides for Ada <A>, 9 over 8."),
        ("F9 A9 A2 A4 E6", "W9 E9 W2 W4 W6", "W9 E9", "Ben has wind yellow in the pair, and that decides."),
    ],
)
def test_a_showdown_marks_what_counted_and_names_what_decided(
    opener: str, responder: str, counted: str, reason: str
) -> None:
    state, happenings = until_asked(played(bidding(opener=opener, responder=responder), (M, Bid(2)), (S, Call())))
    assert marked(table(state, None)) == set(counted.split())
    assert reason in text(table(state, None))
    showdown = [h for h in happenings if h.type == "shown"]
    assert BOARDS.sentence(showdown[1], told=showdown).endswith(reason)
    assert "どちらも" in text(table(state, None, language="ja")) or "強い手です" in text(
        table(state, None, language="ja")
    )

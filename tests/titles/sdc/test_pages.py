"""The templates over whole matches, in both languages: what a reader may see, every move, every sentence."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

from games.engine.chance import Chance, Rng
from games.engine.contract import Told
from games.engine.forms import move_from_form
from games.titles.sdc import rules
from games.titles.sdc.hands import DECK, RANKS
from games.titles.sdc.moves import Bid, Call, Draw, Drop, Raise
from games.titles.sdc.parts import Tally
from games.titles.sdc.score import score
from games.titles.sdc.state import SdcState
from games.titles.sdc.title import TITLE
from tests.boards.boards import BOARDS
from tests.titles.sdc.positions import FOUR, HIGH, PAIR, M, S, bidding, cards, drawing, played, start, until_asked

NAMES = ["Ada <A>", "Ben"]
LANGUAGES = pytest.mark.parametrize("language", ["en", "ja"])
SUIT_WORDS = {"W": "wind", "F": "fire", "A": "water", "E": "earth"}
RANK_WORDS = dict(zip(RANKS, [*RANKS[:9], "jack", "queen", "king", "ace"], strict=True))


def moments(seed: str, **options: Any) -> Iterator[tuple[SdcState, tuple[Told, ...]]]:
    """Every state of a random match, with what led to it."""
    state, house, rng = start(**options), Chance(seed.encode()), Rng(seed.encode(), "moves")
    while not rules.over(state):
        step = rules.advance(state, house)
        if step is None:
            seat = rng.choice(sorted(rules.waiting_on(state)))
            step = rules.apply(state, seat, rules.legal(state, seat).sample(rng))
        state = step.state
        yield state, step.happenings


def drawn(part: str, language: str = "en", **values: Any) -> str:
    return BOARDS.draw("sdc", part, language, **values)


def table(state: SdcState, seat: int | None, **more: Any) -> str:
    quiet = {"vacant": False, "is_bot": False, "waiting": False}
    seats = [{"number": i, "name": name, "is_me": i == seat, **quiet} for i, name in enumerate(NAMES)]
    context: Any = {"view": TITLE.view(state, seat), "names": NAMES, "seats": seats, "seat": seat, "open": None}
    return drawn("table", **(context | {"standing": None, "result": rules.over(state)} | more))


def hand(state: SdcState, seat: int) -> str:
    context: Any = {"view": TITLE.view(state, seat), "legal": rules.legal(state, seat), "names": NAMES, "seat": seat}
    return drawn("hand", **context)


def sentence(told: Told, language: str = "en") -> str:
    return text(drawn("happening", language, h=told.what, names=NAMES))


def macro(file: str, name: str, language: str) -> Any:
    return getattr(BOARDS.title("sdc", language).get_template(f"{file}.jinja").module, name)


def text(html: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html))).strip()


def cards_named(html: str) -> set[str]:
    words = {card: f"{SUIT_WORDS[card[0]]} {RANK_WORDS[card[1:]]}" for card in DECK}
    return {card for card in DECK if re.search(rf"\b{words[card]}\b", html)}


def test_a_board_names_exactly_the_cards_everybody_may_see() -> None:
    for state, _ in moments("cards"):
        for seat in (M, S, None):
            public = TITLE.view(state, seat).public
            allowed = {card for shown in public.shown for card in shown}
            allowed |= {card for shown in (public.last.hands if public.last else ()) for card in shown}
            assert cards_named(table(state, seat)) == allowed


def test_a_hand_names_only_cards_of_its_owner() -> None:
    for state, _ in moments("hands"):
        for seat in (M, S):
            assert cards_named(hand(state, seat)) == {*state.own[seat].hand, *state.own[seat].discards}


def test_open_hands_of_a_replay_show_both() -> None:
    state = drawing()
    private = [TITLE.view(state, seat).own for seat in (M, S)]
    assert cards_named(table(state, None, open=private)) == {*state.own[M].hand, *state.own[S].hand}


def test_there_are_controls_exactly_when_something_is_to_decide() -> None:
    for state, _ in moments("controls"):
        for seat in (M, S):
            assert ("<button" in hand(state, seat)) is bool(rules.legal(state, seat))


@pytest.mark.parametrize(
    ("state", "seat", "fields", "move"),
    [
        (drawing(), S, {"cards": drawing().own[S].hand[1:3]}, Draw(drawing().own[S].hand[1:3])),
        (drawing(), S, {}, Draw()),
        (bidding(), M, {"coins": ["4"]}, Bid(4)),
        (played(bidding(), (M, Bid(2))), S, {"to": ["3"]}, Raise(3)),
    ],
)
def test_the_fields_of_a_form_make_the_move(state: SdcState, seat: int, fields: dict[str, Any], move: Any) -> None:
    shown = hand(state, seat)
    for name, values in fields.items():
        assert f'name="{name}"' in shown
        assert name != "cards" or all(f'value="{card}"' in shown for card in values)
    assert f'name="type" value="{move.type}"' in shown
    assert move_from_form(TITLE.moves, {"type": [move.type], **fields}) == move


@pytest.mark.parametrize(
    ("state", "seat", "numbers"),
    [
        (bidding(), M, ("1", "5")),
        (bidding((1, 19)), M, ("1", "1")),
        (bidding((17, 3)), M, ("1", "3")),
        (played(bidding(), (M, Bid(2))), S, ("3", "5")),
    ],
)
def test_a_number_box_knows_its_bounds(state: SdcState, seat: int, numbers: tuple[str, str]) -> None:
    box = re.search(r'type="number"[^>]*min="(\d+)" max="(\d+)"', hand(state, seat))
    assert box is not None
    assert box.groups() == numbers


def test_call_and_drop_are_whole_moves_and_name_their_price() -> None:
    raised = played(bidding(), (M, Bid(2)), (S, Raise(4)))
    values = re.findall(r"name=\"move\" value='([^']*)'", hand(raised, M))
    assert [move_from_form(TITLE.moves, {"move": [value]}) for value in values] == [Call(), Drop()]
    assert "Call 4 Drop (costs 2 coins)" in text(hand(raised, M))
    assert "Call 5 Drop (costs 1 coin)" in text(hand(played(bidding(), (M, Bid(5))), S))
    assert 'type="number"' not in hand(played(bidding(), (M, Bid(5))), S)


def test_a_settled_draw_is_remembered() -> None:
    state = drawing()
    marked = rules.apply(state, S, Draw(state.own[S].hand[:2])).state
    assert "You exchange:" in text(hand(marked, S))
    assert "draw settled" in text(table(marked, M))
    assert "You keep all five cards." in text(hand(played(state, (S, Draw())), S))


def test_the_board_tells_the_last_stage_over_the_next_deal() -> None:
    after, _ = until_asked(played(bidding(opener=HIGH, responder=FOUR), (M, Bid(4)), (S, Drop())))
    shown = text(table(after, S))
    assert "Stage 1: Ada <A> won 1 coin. The bid was 4. Ben dropped." in shown
    assert "four of a kind" in shown
    assert "Stage 2" in shown
    assert "no kickers" in shown


def test_the_end_shows_winner_and_match_score() -> None:
    done, _ = until_asked(played(bidding((4, 16), responder=PAIR), (M, Bid(4)), (S, Call())))
    shown = text(table(done, M))
    assert "Ben wins the match with 20 coins." in shown
    assert "Ben 100 100 10 78" in shown
    assert "4 of 5 stars ★★★★☆ Ben" in shown
    assert "Ben is a brilliant WINNER!" in shown
    assert "Ada <A> is a luckless LOSER!" in shown


@LANGUAGES
def test_every_comment_is_a_sentence_of_its_own(language: str) -> None:
    comment = macro("result", "comment", language)
    said = {text(comment(n, coins, 10, "Ada")) for n in range(6) for coins in (9, 10, 11)}
    assert len(said) == 18
    assert all("Ada" in each for each in said)
    assert score(Tally(lost=1, paid=1)).comment == 0


def test_names_are_text_wherever_they_stand() -> None:
    for state, happenings in moments("names"):
        shown = [table(state, M), hand(state, S), *(drawn("happening", h=t.what, names=NAMES) for t in happenings)]
        assert not any("<A>" in html for html in shown)
        assert "&lt;A&gt;" in shown[0]


@LANGUAGES
def test_every_happening_is_a_sentence(language: str) -> None:
    met = set()
    for told in [told for seed in ("one", "two", "three") for _, happenings in moments(seed) for told in happenings]:
        met.add(type(told.what))
        said = sentence(told, language)
        assert len(said) > 5
        assert (re.search("[ぁ-ん]", said) is not None) is (language == "ja"), said
        if (seat := getattr(told.what, "seat", None)) is not None:
            assert NAMES[seat] in said
    assert met == set(TITLE.happenings)


@LANGUAGES
def test_categories_refusals_and_help_speak_the_language(language: str) -> None:
    codes = ["match-over", "not-your-turn", "draw-first", "already-confirmed", "not-your-card", "same-card-twice"]
    codes += ["too-many-cards", "too-little", "too-much", "no-raise-left", "no-second-raise", "opener-must-bid"]
    params = {"min": 3, "max": 4}
    said = [text(drawn("refusal", language, code=code, params=params)) for code in [*codes, "not-now"]]
    said.append(text(drawn("help", language)))
    category = macro("parts", "category", language)
    names = {text(category(n)) for n in range(10)}
    assert len(set(said)) == len(codes) + 2
    assert all((re.search("[ぁ-ん]", each) is not None) is (language == "ja") for each in said)
    assert all(len(each) > 5 for each in said)
    assert len(names) == 10
    assert ("ツーペア" in names) is (language == "ja")


def test_the_hands_on_show_are_the_ones_played() -> None:
    seen = until_asked(played(bidding(), (M, Bid(1)), (S, Call())))[1]
    shown = [sentence(Told(one)) for one in seen if one.type == "shown"]
    assert shown[0].startswith("Ada <A> shows:")
    assert shown[0].endswith("– high card")
    assert all(card[1:] in shown[1] for card in cards(PAIR) if card[1:].isdigit())

"""The templates of GET9! over whole games, in both languages: what a reader may see, every move, every sentence."""

import re
from functools import partial

import pytest

from games.catalog.get9 import rules
from games.catalog.get9.game import GAME
from games.catalog.get9.happenings import GameEnded, Happening, MatchBegan, NoBetting, Won
from games.catalog.get9.moves import AllIn, Choose, Move, Open, Raise, Split
from games.engine.legal_moves import Amount, Choice
from games.engine.metadata import Value
from games.engine.serialization.form_parsing import move_from_form
from tests.catalog.get9.positions import (
    CALL,
    CHECK,
    DULL,
    FOLD,
    OPEN,
    A,
    B,
    C,
    betting,
    cards,
    changed,
    piles,
    play,
    split,
    start,
    until_asked,
)
from tests.rendering.boards import Boards, random_match, text

BOARDS = Boards(GAME)
moments = partial(random_match, GAME, 3)
table, hand = BOARDS.table, BOARDS.hand
LANGUAGES = pytest.mark.parametrize("language", ["en", "ja"])


def moved(**form: str) -> Move:
    """The move that a form with these fields makes."""
    return move_from_form(GAME.moves, {name: [value] for name, value in form.items()})


def boxes(html: str, name: str) -> list[str]:
    return re.findall(rf'name="{re.escape(name)}" value="([^"]*)"', html)


def parts(board: str) -> tuple[str, ...]:
    """Return the seats and the rest, unordered: each player sits at the bottom of their board."""
    return tuple(sorted(part.strip() for part in re.split(r"(?=<article)|(?<=</article>)", board)))


# The reader's seat, and the coach's marks for the player to move.
OF_THE_READER = r" seat--me| seat__head--me| data-coached|<span>you</span>"


def test_a_board_is_the_same_for_everybody() -> None:
    """The board shows public information only, so it has no cards before they are opened."""
    for state, _ in moments("board"):
        boards = {table(state, None)}
        boards |= {re.sub(OF_THE_READER, "", table(state, seat)) for seat in range(3)}
        assert len({parts(board) for board in boards}) == 1


@pytest.mark.parametrize("options", [{}, {"check_locks_out": False}, {"free_call": False}])
def test_controls_make_the_legal_moves(options: dict[str, Value]) -> None:
    """Every legal bet has its button, but folds and calls of nothing that would be pointless."""
    for state, _ in moments("moves", **options):
        if state.public.turn is None:
            continue
        hand_html = hand(state, state.public.turn)
        legal = rules.legal(state, state.public.turn)
        offered = {moved(move=value) for value in re.findall(r"name=\"move\" value='([^']*)'", hand_html)}
        listed = {move for part in legal if isinstance(part, Choice) for move in part.moves}
        if not state.public.owed[state.public.turn]:
            listed.discard(FOLD)
            if not state.public.options.check_locks_out:
                listed.discard(CALL)
        assert offered == listed
        numbers = [part for part in legal if isinstance(part, Amount)]
        assert re.findall(r'name="(\w+)" min="(\d+)" max="(\d+)"', hand_html) == [
            (part.field, str(part.min), str(part.max)) for part in numbers
        ]
        assert all(f'name="type" value="{part.make.type}"' in hand_html for part in numbers)


def test_enter_in_the_number_box_bets_that_number() -> None:
    """Browsers press the first submit button of the form."""
    for state in (betting(), betting(2), play(betting(), (A, OPEN[3]))):
        assert state.public.turn is not None
        first = re.findall(r'<button class="[^"]*" name="(\w+)" value="?\'?(\w*)', hand(state, state.public.turn))[0]
        assert first in {("type", "open"), ("type", "raise")}


def test_the_boxes_of_the_split_make_the_move() -> None:
    state, _ = until_asked(start())
    hand_html = hand(state, A)
    assert [boxes(hand_html, f"piles.{n}") for n in range(3)] == [list("123456789")] * 3
    form = {"type": ["split"], "piles.0": list("139"), "piles.1": list("256"), "piles.2": list("478")}
    assert rules.legal(state, A).contains(move_from_form(GAME.moves, form))
    assert re.findall(r'<option value="(\d?)">', hand_html) == ["", *"123456789"]
    for card, fits in (("", True), ("3", True), ("2", False)):
        assert rules.legal(state, A).contains(move_from_form(GAME.moves, form | {"card": [card]})) is fits


def test_a_filed_card_is_marked_and_another_can_be_chosen() -> None:
    state, _ = until_asked(start())
    state = rules.apply(state, A, Split(piles("139 256 478"), "3")).state
    hand_html = hand(state, A)
    assert re.findall(r'value="(\d)" required checked', hand_html) == ["3"]
    assert "You can still choose another." in text(hand_html)
    assert "card chosen" not in text(table(state, B))


def test_the_card_is_chosen_from_the_rounds_pile() -> None:
    state = split(start(), "123 456 789", DULL, DULL, DULL)
    assert boxes(hand(state, A), "card") == ["1", "3", "9"]
    assert moved(type="choose", card="3") == Choose("3")
    chosen_state = rules.apply(state, A, Choose("3")).state
    assert "played: 3 3" in text(hand(chosen_state, A)).replace("  ", " ")
    assert "card chosen" in text(table(chosen_state, B))


def test_labels_say_what_a_bet_means() -> None:
    assert "After 5, no one raises again" in text(hand(betting(), A))
    assert "no one raises again" not in text(hand(betting(bet_limit_per="round"), A))
    assert "no one raises again" not in text(hand(changed(betting(), chips={A: 4}), A))
    rest = "Rest: no one can ask you for more this round; you win at most your stake from each pot."
    assert rest in text(hand(betting(2), A))
    assert "a later raise must be answered" in text(hand(betting(2, check_locks_out=False), A))
    owing = text(hand(play(betting(), (A, OPEN[3])), B))
    assert "Call (3)" in owing
    assert "Fold" in owing
    assert rest not in owing
    assert "All-in (2)" in text(hand(play(changed(betting(), chips={B: 2}), (A, OPEN[3])), B))


def test_the_board_shows_points_bets_and_statuses() -> None:
    state = cards(split(start(), "462 135 789", DULL, "682 135 479", "754 136 289"), "967")
    shown_text = text(table(play(state, (A, OPEN[2]), (B, FOLD)), None))
    assert "Ada <A> to decide" not in shown_text
    assert "13 chips bet 2" in shown_text
    assert "folded" in shown_text
    assert "Start button" in shown_text
    assert "7 7 9 4+5 9" in shown_text
    assert "Game 1 of 5, round 1 Pots 2 Bet of this round 2, at most 5" in shown_text


def test_the_board_tells_the_last_match_while_the_next_one_runs() -> None:
    paid = changed(betting(3, points=(9, 4, 0)), pots={A: 3, B: 3, C: 3}, turn=None)
    shown_text = text(table(until_asked(paid)[0], B))
    assert "Game 1: Ada <A> is best with 9 points; the dealer has 0. Ada <A> won 9 chips." in shown_text
    tied = until_asked(changed(betting(3, points=(9, 9, 0)), pots={A: 3, B: 3, C: 3}, turn=None))[0]
    assert "so no one is paid. Level with 9: Ada <A>, Ben. Left in the carry-over pot: 9." in text(table(tied, B))


def test_the_end_names_the_winners() -> None:
    won = changed(betting(3, points=(9, 4, 0), matches=3), pots={A: 3, B: 3, C: 3}, turn=None, match=3)
    assert "Ada <A> wins the match with 24 chips." in text(table(until_asked(won)[0], None))
    last_round = changed(betting(3, points=(9, 9, 0), matches=3), pots={A: 3, B: 3, C: 3}, turn=None, match=4)
    shown_text = text(table(until_asked(last_round)[0], None))
    assert "Chi shares the win with 15 chips. 9 chips of the carry-over pot are no one’s." in shown_text


def test_open_hands_of_a_replay_show_every_pile() -> None:
    state = split(start(), "123 456 789", "931 652 874", DULL, DULL)
    bared = [GAME.view(state, seat).own for seat in range(3)]
    assert "Left 1 1 3 3 9 9 Centre 2 2 5 5 6 6 Right 4 4 7 7 8 8" in text(table(state, None, open=bared))


def test_who_has_folded_is_told_so() -> None:
    assert "You have folded" in text(hand(play(betting(), (A, OPEN[1]), (B, FOLD)), B))


@LANGUAGES
def test_rare_sentences(language: str) -> None:
    happenings: list[Happening] = [NoBetting(3, reason) for reason in ("limit", "alone", "option")]
    happenings += [MatchBegan(6, A, True, 4), Won(A, 2, 4), Won(A, 0, 4), Won(A, 2, 0)]
    happenings += [GameEnded((A,), 20, 0), GameEnded((A, C), 20, 5), GameEnded((A,), 40, 5)]
    sentences = [BOARDS.sentence(happening, language) for happening in happenings]
    assert len(set(sentences)) == len(happenings)
    assert all((re.search("[ぁ-ん]", each) is not None) is (language == "ja") for each in sentences)
    assert {"en": "Ada <A>, Chi", "ja": "Ada <A>、Chi"}[language] in sentences[8]


REFUSALS = [
    "match-over", "not-in-match", "not-your-turn", "already-split", "split-first", "not-among-them", "already-chosen",
    "cards-first", "not-now", "same-card-twice", "not-your-card", "wrong-piles", "open-first", "already-open",
    "too-little", "too-much", "cannot-call", "can-call", "nothing-to-call", "check-owes", "no-raise-left",
    "nobody-to-raise", "not-in-first-pile",
]  # fmt: skip


def test_moves_without_fields_are_what_the_buttons_say() -> None:
    sent = [moved(move=f'{{"type":"{kind}"}}') for kind in ("call", "check", "fold", "all-in")]
    assert sent == [CALL, CHECK, FOLD, AllIn()]
    assert moved(type="open", chips="3") == Open(3)
    assert moved(type="raise", to="4") == Raise(4)

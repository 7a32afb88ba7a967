"""The templates over whole matches, in both languages: what a reader may see, every move, every sentence."""

import re
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from games.catalog.crown import rules
from games.catalog.crown.game import GAME
from games.catalog.crown.moves import (
    Attack,
    Bishops,
    Defend,
    Discard,
    EndTurn,
    Give,
    Keep,
    Move,
    Nobles,
    Pick,
    Reveal,
    Take,
    Yield,
)
from games.catalog.crown.state import CrownState
from games.engine.serialization.form_parsing import move_from_form
from tests.catalog.crown.positions import A, O, automaton, draft, legal_moves, played, turn, until_asked
from tests.rendering.boards import Boards, heard, random_match

MOVES = GAME.moves
BOARDS = Boards(GAME)
moments = partial(random_match, GAME, 2)
table, hand = BOARDS.table, BOARDS.hand
LANGUAGES = pytest.mark.parametrize("language", ["en", "ja"])
MODES = pytest.mark.parametrize("mode", ["classic", "adjusted", "solo"])
WORDS = {"P": "prince", "B": "bishop", "N": "noble", "K": "knight"}
REFUSALS = Path(rules.__file__).parent / "templates" / "illegal_move.jinja"


def offered(html: str) -> set[Move]:
    """Every move that the buttons and cards of a hand can make."""
    offered_moves = {
        move_from_form(MOVES, {"move": [value]}) for value in re.findall(r"name=\"move\" value='([^']*)'", html)
    }
    kinds = re.findall(r'name="kind" value="(.)"', html)
    for name in re.findall(r'name="type" value="(\w+)"', html):
        if name != "discard":
            offered_moves |= {move_from_form(MOVES, {"type": [name], "kind": [kind]}) for kind in kinds}
    return offered_moves


def text(html: str) -> str:
    """Return the screen reader text; a button's cost is drawn next to its label."""
    return heard(
        re.sub(r'<span class="btn__price".*?(?=<span class="visually-hidden">[A-Z]|</button>)', " ", html, flags=re.S)
    )


@MODES
def test_every_legal_move_is_offered_and_nothing_else(mode: str) -> None:
    for state, _ in moments("offers", mode=mode, reveal_princes_any_time=True):
        for seat in range(len(BOARDS.seated(state))):
            legal, html = set(legal_moves(state, seat)), hand(state, seat)
            assert offered(html) == {move for move in legal if move.type != "discard"}
            assert ('value="discard"' in html) is any(move.type == "discard" for move in legal)


def test_a_board_shows_nothing_of_the_hands() -> None:
    for state, _ in moments("boards"):
        for seat in (A, O, None):
            public, html = GAME.view(state, seat).public, table(state, seat)
            allowed = Counter(public.tabled) + Counter(public.pile)
            if (private := GAME.view(state, seat).own) is not None:
                allowed += Counter(private.known + private.exposed + private.passed + private.buried)
            shown = re.sub(r'<span class="slot".*?</span>', "", html)  # of the pile, a place for every kind
            assert {kind for kind, word in WORDS.items() if re.search(rf">{word}<", shown)} <= set(allowed)


def test_open_hands_of_a_replay_are_on_the_board() -> None:
    state = turn("K3", "P1")
    shown_text = text(table(state, None, open=[GAME.view(state, seat).own for seat in (A, O)]))
    assert "knight knight knight" in shown_text
    assert "prince" in shown_text


def test_solo_hands_are_open() -> None:
    state = turn("K3", "P1 B2", mode="solo")
    assert "Automaton of 10 0 points prince bishop bishop 3 cards" in text(table(state, 0))
    assert "knight knight knight" in text(table(state, None))


@pytest.mark.parametrize("shown", [True, False])
def test_hand_sizes_are_an_option(shown: bool) -> None:
    html = table(turn("K3", "P1 B2 N4", show_hand_sizes=shown), A)
    assert ("7 cards" in text(html)) is shown
    assert html.count("card--back") == (8 if shown else 1)  # the deck is one


@pytest.mark.parametrize(
    ("state", "seat", "buttons"),
    [
        (turn("N2 P2"), A, "Discard 2 nobles: 2 points End the turn More Discard 1 noble and two princes: 2 points"),
        (turn("B5 N3"), A, "Show 4 bishops: 2 points Discard 2 nobles: 2 points End the turn and discard 4 More"),
        (turn("B5 N3"), A, "More Show 3 bishops: 1 point Show 5 bishops: 2 points"),
        (
            turn("N4", mode="adjusted"),
            A,
            "Discard 4 nobles: 3 points End the turn More Discard 2 nobles: 1 point",
        ),
        (turn("B4"), A, "Show 4 bishops: 2 points End the turn More Show 3 bishops: 1 point"),
        (turn("B3 P2"), A, "Show 3 bishops and two princes: 2 points"),
        (turn("K2 P2"), A, "Attack with 2 knights and two princes End the turn"),
        (turn("K8"), A, "Attack with 3 knights End the turn and discard 4"),
        (turn("P3"), A, "Show three princes and win"),
        (played(turn("K3", "K2 P2"), (A, Attack())), O, "Defend with 2 knights Defend with 1 knight and"),
        (played(turn("K3", "K2"), (A, Attack())), O, "Do not defend"),
    ],
)
def test_buttons_say_cost_and_effect(state: CrownState, seat: int, buttons: str) -> None:
    assert buttons in text(hand(state, seat))


@pytest.mark.parametrize(
    ("state", "seat", "words"),
    [
        (played(turn("K3", "K2", (0, 4)), (A, Attack())), O, "takes all your cards of one kind, and up to 4 points."),
        (played(turn("K3", "K2"), (A, Attack())), O, "takes all your cards of one kind."),
        (
            played(turn("K3", "K1 B1", (0, 4)), (A, Attack())),
            O,
            "You can’t defend: you lose all your cards of",
        ),
        (turn("K3"), A, "Attack, or end your turn (0 of 10 points)."),
        (turn("K1"), A, "Nothing to play"),
        (turn("K3 N2"), A, "Score points, attack, or end your turn"),
        (turn("K8"), A, "If you end your turn with 8 cards you discard 4 of them."),
    ],
)
def test_the_status_says_what_can_be_done_and_what_it_costs(state: CrownState, seat: int, words: str) -> None:
    assert words in text(BOARDS.status(state, seat))


def test_the_attacker_sees_the_hand_and_chooses_among_its_kinds() -> None:
    state = until_asked(played(turn("K3", "N3 B2", (0, 2)), (A, Attack()), (O, Yield())))[0]
    assert "each brings you a point, 2 at most." in text(BOARDS.status(state, A))
    assert "bishop ×2" in text(hand(state, A))
    assert "noble ×3" in text(hand(state, A))
    assert offered(hand(state, A)) == {Take("B"), Take("N")}


def test_a_tap_keeps_a_card_where_no_other_person_plays() -> None:
    state = draft("K2", "N2", "K1 N2")
    values: dict[str, Any] = {"view": GAME.view(state, A), "legal": rules.legal(state, A), "is_solo": True}
    assert offered(BOARDS.draw("actions", **values)) == {Keep("K"), Keep("N")}
    assert "name=" not in BOARDS.draw("hand", **values)
    assert "noble ×2" in text(BOARDS.draw("actions", **values))
    assert "value='{" not in hand(state, A)


def test_the_hand_limit_asks_for_the_right_number() -> None:
    html = hand(played(turn("K6 N3"), (A, EndTurn())), A)
    assert 'data-min="4" data-max="4"' in html
    assert len(re.findall('name="cards"', html)) == 9
    assert move_from_form(MOVES, {"type": ["discard"], "cards": ["K", "N", "K", "N"]}) == Discard(("N", "N", "K", "K"))


def test_the_draft_is_remembered() -> None:
    after = played(draft("K2", "N2", "K1 N1 B1"), (A, Keep("B")), (O, Pick("N")))
    assert "You passed on: noble knight" in text(table(after, A))
    assert "knight ×1" in text(table(after, O))
    assert "knight ×1" not in text(table(after, A))
    assert "You passed on" not in text(table(after, O))


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (played(turn("N2", vp=(9, 0)), (A, Nobles(2))), "Ada <A> wins the match with 11 points."),
        (played(turn("P3"), (A, Reveal())), "Ada <A> shows three princes and wins the match."),
        (automaton("P3"), "Automaton shows three princes and wins the match."),
    ],
)
def test_the_end_names_the_winner(state: CrownState, words: str) -> None:
    assert words in text(table(until_asked(state)[0], None))


def test_the_solo_draft_has_a_step_of_its_own() -> None:
    state = played(draft("K2", "N2", "K1 N1 B1", mode="solo"), (0, Keep("B")))
    assert "Give one card to the automaton." in text(BOARDS.status(state, 0))
    assert offered(hand(state, 0)) == {Give("N"), Give("K")}
    assert "In the draft noble knight" in text(table(state, None))


def test_bishops_on_show_stay_in_sight() -> None:
    state = played(turn("B3"), (A, Bishops(3)))
    assert "On show bishop bishop bishop" in text(table(state, O))
    assert "The other knows: bishop ×3" in text(table(state, A))
    assert "1 point bishop bishop bishop 3 cards" in text(table(state, O))
    assert Defend not in {type(move) for move in offered(hand(state, A))}


@LANGUAGES
@MODES
def test_every_choice_of_a_card_says_what_it_is_for(mode: str, language: str) -> None:
    phases = set()
    for state, _ in moments("legends", mode=mode):
        for seat in rules.waiting_on(state):
            for legend in re.findall(r"<legend[^>]*>(.*?)</legend>", hand(state, seat, language), re.S):
                assert text(legend)
                phases.add(state.public.phase)
    assert phases >= ({"give"} if mode == "solo" else {"keep", "pick"})

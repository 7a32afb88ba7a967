"""The templates over whole matches, in both languages: what a reader may see, every move, every sentence."""

import re
from collections import Counter
from functools import partial
from pathlib import Path

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
    return heard(re.sub(r'<span class="crown-cost".*? </span>', " ", html))


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
            for deed in (*public.deeds, *public.before):
                allowed += Counter(deed.cards) + Counter(deed.defence) + Counter(deed.took)
            if (private := GAME.view(state, seat).own) is not None:
                allowed += Counter(private.known + private.exposed + private.passed + private.buried)
            assert {kind for kind, word in WORDS.items() if re.search(rf">{word}<", html)} <= set(allowed)


def test_open_hands_of_a_replay_are_on_the_board() -> None:
    state = turn("K3", "P1")
    shown_text = text(table(state, None, open=[GAME.view(state, seat).own for seat in (A, O)]))
    assert "knight ×3" in shown_text
    assert "prince" in shown_text


def test_solo_hands_are_open() -> None:
    state = turn("K3", "P1 B2", mode="solo")
    assert "Automaton 0 points of 10 3 cards prince bishop ×2" in text(table(state, 0))
    assert "knight ×3" in text(table(state, None))


@pytest.mark.parametrize("shown", [True, False])
def test_hand_sizes_are_an_option(shown: bool) -> None:
    board_text = text(table(turn("K3", "P1 B2 N4", show_hand_sizes=shown), A))
    assert ("7 cards" in board_text) is shown


@pytest.mark.parametrize(
    ("state", "seat", "buttons"),
    [
        (turn("N2 P2"), A, "2 points End the turn More Discard 1 noble and two princes: 2 points"),
        (turn("B5 N3"), A, "1 point Show 4 bishops: 2 points Discard 2 nobles: 2 points End the turn and discard"),
        (turn("B5 N3"), A, "More Show 5 bishops: 2 points"),
        (turn("N4", mode="adjusted"), A, "Discard 2 nobles: 1 point Discard 3 nobles: 2 points"),
        (turn("B4"), A, "Show 3 bishops: 1 point Show 4 bishops: 2 points"),
        (turn("B3 P2"), A, "Show 3 bishops and two princes: 2 points"),
        (turn("K2 P2"), A, "Attack with 2 knights and two princes End the turn"),
        (turn("K8"), A, "End the turn and discard half of your hand"),
        (turn("P3"), A, "Show three princes and win"),
        (played(turn("K3", "K2 P2", (0, 4)), (A, Attack())), O, "no more than your 4 points."),
        (played(turn("K3", "K2 P2"), (A, Attack())), O, "Defend with 2 knights Defend with 1 knight and"),
        (played(turn("K3", "K2"), (A, Attack())), O, "Do not defend"),
        (until_asked(automaton("K3", "K2"))[0], 0, "Automaton attacks."),
    ],
)
def test_buttons_say_cost_and_effect(state: CrownState, seat: int, buttons: str) -> None:
    assert buttons in text(hand(state, seat))


def test_the_attacker_sees_the_hand_and_chooses_among_its_kinds() -> None:
    state = until_asked(played(turn("K3", "N3 B2", (0, 2)), (A, Attack()), (O, Yield())))[0]
    assert "This is the hand of Ben, who has 2 points" in text(hand(state, A))
    assert offered(hand(state, A)) == {Take("B"), Take("N")}
    assert "Ben" not in text(hand(state, O))


def test_the_hand_limit_asks_for_the_right_number() -> None:
    html = hand(played(turn("K6 N3"), (A, EndTurn())), A)
    assert 'data-min="4" data-max="4"' in html
    assert len(re.findall('name="cards"', html)) == 9
    assert move_from_form(MOVES, {"type": ["discard"], "cards": ["K", "N", "K", "N"]}) == Discard(("N", "N", "K", "K"))


def test_the_draft_is_remembered() -> None:
    after = played(draft("K2", "N2", "K1 N1 B1"), (A, Keep("B")), (O, Pick("N")))
    assert "You passed on: noble knight" in text(table(after, A))
    assert "Your secret discards in the pile: knight" in text(table(after, O))
    assert "You passed on" not in text(table(after, O))


def test_the_board_tells_this_turn_and_the_one_before() -> None:
    fight = played(turn("K3 N2", "N3", (0, 2)), (A, Nobles(2)), (A, Attack()), (O, Yield()), (A, Take("N")))
    board_text = text(table(fight, O))
    assert "This turn: noble ×2 → 2 points knight ×3 → attack: noble ×3 discarded, 2 points" in board_text
    after = until_asked(played(fight, (A, EndTurn())))[0]
    assert "The turn before: noble ×2" in text(table(after, O))


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
    assert "Mark the card that the automaton gets." in text(hand(state, 0))
    assert offered(hand(state, 0)) == {Give("N"), Give("K")}
    assert "In the draft: noble knight" in text(table(state, 0))


def test_bishops_on_show_stay_in_sight() -> None:
    state = played(turn("B3"), (A, Bishops(3)))
    assert "On show: bishop ×3" in text(table(state, O))
    assert "The other knows that you hold: bishop ×3" in text(table(state, A))
    assert "You know of: bishop ×3" in text(table(state, O))
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

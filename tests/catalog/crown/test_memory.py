"""What a seat remembers of the other's cards, and what it can work out."""

from games.catalog.crown.card_counting import get_unseen_cards
from games.catalog.crown.cards import Cards
from games.catalog.crown.determinize import imagine
from games.catalog.crown.game import GAME
from games.catalog.crown.moves import Attack, Bishops, Defend, Discard, EndTurn, Keep, Nobles, Pick, Take, Yield
from games.catalog.crown.state import CrownState
from games.catalog.crown.view import Own
from games.engine.chance import Rng
from tests.catalog.crown.positions import A, O, cards, draft, drafted, hands, played, secrets, turn, until_asked


def private(state: CrownState, seat: int) -> Own:
    own_cards = GAME.view(state, seat).own
    assert own_cards is not None
    return own_cards


def known(state: CrownState, seat: int) -> Cards:
    assert private(state, seat).known == private(state, 1 - seat).exposed
    return private(state, seat).known


def seen_hand() -> CrownState:
    """A has seen O's hand K1 N3 B2 and taken the bishops."""
    return played(turn("K3 N2", "K1 N3 B2"), (A, Attack()), (O, Yield()), (A, Take("B")))


def test_a_seen_hand_is_remembered_without_what_was_taken() -> None:
    assert known(seen_hand(), A) == cards("K1 N3")
    assert known(seen_hand(), O) == ()


def test_a_seen_hand_is_forgotten_as_it_is_played() -> None:
    state = until_asked(played(seen_hand(), (A, EndTurn())))[0]
    state = played(state, (O, Keep(drafted(state)[0])))
    state = played(state, (A, Pick(drafted(state)[0])), (O, Nobles(2)))
    assert known(state, A) == cards("K1 N1")


def test_half_a_hand_face_down_leaves_little_to_know() -> None:
    state = played(turn("B5 K4"), (A, Bishops(5)), (A, EndTurn()))
    assert known(state, O) == cards("B5")
    assert known(played(state, (A, Discard(cards("K4")))), O) == cards("B1")


def test_bishops_on_show_are_known() -> None:
    assert known(played(turn("B3 P2"), (A, Bishops(4, pair=True))), O) == cards("P2 B3")


def test_a_defence_takes_known_knights_away() -> None:
    state = played(turn("K6", "K3"), (A, Attack()), (O, Yield()), (A, Take("K")))
    assert known(state, A) == ()
    defended = played(turn("K3", "K3"), (A, Attack()), (O, Defend()))
    assert known(defended, A) == ()


def passed(kinds: str) -> CrownState:
    state = played(draft("K2", "N2", f"B1 {kinds}"), (A, Keep("B")))
    return played(state, (O, Pick(drafted(state)[0])))


def test_a_passed_pair_is_imagined_as_one_kept_and_one_discarded() -> None:
    state = passed("K1 N1")
    worlds = [imagine(GAME.view(state, A), Rng(b"pair", str(n))) for n in range(40)]
    assert {secrets(world)[O] for world in worlds} == {cards("K1"), cards("N1")}
    for world in worlds:
        other = "K" if secrets(world)[O] == cards("N1") else "N"
        assert other in hands(world)[O]


def test_of_two_equal_cards_one_is_known_and_one_lies_in_the_pile() -> None:
    state = passed("K2")
    assert known(state, A) == cards("K1")
    world = imagine(GAME.view(state, A), Rng(b"pair", "x"))
    assert secrets(world)[O] == cards("K1")


def test_the_size_of_the_others_hand_can_be_counted() -> None:
    for sizes in (True, False):
        state = turn("K3", "N4 B2", show_hand_sizes=sizes)
        assert get_unseen_cards(GAME.view(state, A), Rng(b"count", "x")).held == 6


def test_own_secrets_in_the_pile_are_remembered_until_it_is_shuffled() -> None:
    state = played(turn("K4 N4"), (A, EndTurn()))
    state = played(state, (A, Discard(cards("K4"))))
    assert (private(state, A).buried, private(state, O).buried) == (cards("K4"), ())
    assert GAME.view(state, O).public.pile_size == 4

"""What a seat sees, moment by moment (the sheet's table of hidden information)."""

from collections import Counter

import pytest

from games.engine.chance import Chance, Rng
from games.titles.doudizhu import rules
from games.titles.doudizhu.imagine import imagine
from games.titles.doudizhu.state import State

from .build import ACCEPT, PASS, REFUSE, auction, begin, house, lay, play, step, table


def test_the_auction_shows_own_cards_and_the_face_up_card() -> None:
    state = auction(2)
    view = rules.view(state, 1)
    assert view.own.hand == state.hands[1]
    assert (view.public.starter, view.public.face_up) == (2, state.face_up)
    assert (view.public.counts, view.public.kitty, view.public.hands) == ((25,) * 4, (), ())


def test_deals_are_told_to_their_owners_only() -> None:
    told = step(begin()).happenings
    assert [(one.what.type, one.to) for one in told] == [("deal-began", None), *(("dealt", (n,)) for n in range(4))]


def test_play_shows_what_was_played_and_how_many_are_left() -> None:
    state = play(table("3 3 4", "5 5", "6", "7 7 8"), lay("3 3"), lay("7 7"), PASS)
    public = rules.view(state, None).public
    assert public.counts == (1, 2, 1, 1)
    assert public.top is not None
    assert (public.top.seat, public.top.cards, public.top_kind) == (3, ("7", "7"), "pair")
    assert public.played[3][-2:] != ()
    assert public.hands == ()


@pytest.mark.parametrize("taken", [True, False])
def test_only_the_landlord_remembers_the_kitty(taken: bool) -> None:
    state = house(play(auction(kittyToLandlord=taken), REFUSE, ACCEPT))[0]
    kitties = [rules.view(state, seat).own.kitty for seat in range(4)]
    assert kitties == [(), (), (), state.kitty if taken else ()]


def late(seed: str, **options: bool) -> State:
    """A position of the first deal, some way into the play."""
    rng = Rng(seed.encode(), "moves")
    state = house(begin(**options), Chance(seed.encode()))[0]
    for _ in range(30):
        state = house(play(state, rules.legal(state, state.turn or 0).sample(rng)))[0]
    return state


@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e", "f"])
def test_imagined_hands_hold_what_everybody_has_seen(seed: str) -> None:
    state = late(seed, showKitty=True)
    assert state.landlord is not None
    for seat in range(4):
        world = imagine(rules.view(state, seat), Rng(b"worlds", seed))
        assert isinstance(world, State)
        assert world.starter is not None
        lying = Counter(world.hands[world.starter] + world.played[world.starter])
        assert lying[world.face_up] >= 1
        landlords = Counter(world.hands[state.landlord] + world.played[state.landlord])
        assert not Counter(state.kitty) - landlords

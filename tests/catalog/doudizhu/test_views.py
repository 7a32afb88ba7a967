"""What a seat sees, moment by moment (the sheet's table of hidden information)."""

from collections import Counter

import pytest

from games.catalog.doudizhu import rules
from games.catalog.doudizhu.determinize import imagine
from games.catalog.doudizhu.game import GAME
from games.catalog.doudizhu.state import DoudizhuState
from games.engine.chance import Chance, Rng

from .positions import ACCEPT, PASS, REFUSE, asked, auction, begin, hands, house, lay, play, step, table


def test_the_auction_shows_own_cards_and_the_face_up_card() -> None:
    state = auction(2)
    view = GAME.view(state, 1)
    assert view.mine.hand == hands(state)[1]
    assert (view.public.starter, view.public.face_up) == (2, state.public.face_up)
    assert (view.public.counts, view.public.kitty, view.public.hands) == ((25,) * 4, (), ())


def test_deals_are_told_to_their_owners_only() -> None:
    happenings = step(begin()).happenings
    assert [(addressed.happening.type, addressed.to) for addressed in happenings] == [
        ("deal-began", None),
        *(("dealt", (n,)) for n in range(4)),
    ]


def test_play_shows_what_was_played_and_how_many_are_left() -> None:
    state = play(table("3 3 4", "5 5", "6", "7 7 8"), lay("3 3"), lay("7 7"), PASS)
    public = GAME.view(state, None).public
    assert public.counts == (1, 2, 1, 1)
    assert public.top is not None
    assert (public.top.seat, public.top.cards, public.top_kind) == (3, ("7", "7"), "pair")
    assert public.played[3][-2:] != ()
    assert public.hands == ()


@pytest.mark.parametrize("taken", [True, False])
def test_only_the_landlord_remembers_the_kitty(taken: bool) -> None:
    before = play(auction(kitty_to_landlord=taken), REFUSE, ACCEPT)
    state = house(before)[0]
    kitties = [GAME.view(state, seat).mine.kitty for seat in range(4)]
    assert kitties == [(), (), (), before.hidden.kitty if taken else ()]


def late(seed: str, **options: bool) -> DoudizhuState:
    """A position of the first deal, some way into the play."""
    rng = Rng(seed.encode(), "moves")
    state = house(begin(**options), Chance(seed.encode()))[0]
    for _ in range(30):
        state = house(play(state, rules.legal(state, asked(state)).sample(rng)))[0]
    return state


@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e", "f"])
def test_imagined_hands_hold_what_everybody_has_seen(seed: str) -> None:
    state = late(seed, show_kitty=True)
    assert state.public.landlord is not None
    for seat in range(4):
        world = imagine(GAME.view(state, seat), Rng(b"worlds", seed))
        assert world.public.starter is not None
        lying = Counter(hands(world)[world.public.starter] + world.public.played[world.public.starter])
        assert lying[world.public.face_up] >= 1
        landlords = Counter(hands(world)[state.public.landlord] + world.public.played[state.public.landlord])
        assert not Counter(state.public.kitty) - landlords

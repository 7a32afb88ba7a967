"""The match in plain numbers that bots imagine goes by the rules, and what they read from open cards is possible."""

from collections.abc import Iterator

import pytest

from games.catalog.get9 import rules
from games.catalog.get9.bots.piles import PILES, list_splits, to_pile
from games.catalog.get9.bots.reading import read_splits, to_shown
from games.catalog.get9.bots.search import to_amount
from games.catalog.get9.bots.table import Table
from games.catalog.get9.bots.worlds import World, WorldDrawer
from games.catalog.get9.game import GAME
from games.catalog.get9.metadata import METADATA
from games.catalog.get9.moves import Move, Split
from games.catalog.get9.state import Get9State
from games.catalog.get9.view import Public
from games.engine.chance import Chance, Rng
from games.engine.metadata import Value
from tests.catalog.get9.play import SETUPS

FOUR_SEATS: list[tuple[dict[str, Value], int]] = [({"matches": 10, "bet_limit": 3, "start_chips": 30}, 4)]
Moment = tuple[Get9State, int | None, Move | None, Get9State]  # before, whose move (None: the house's), after


def matches(seeds: int = 6) -> Iterator[Moment]:
    """Random matches of every setup."""
    for options, seats in (*SETUPS, *FOUR_SEATS):
        for seed in range(seeds):
            yield from random_match({**options}, seats, seed)


def random_match(options: dict[str, Value], seats: int, seed: int) -> Iterator[Moment]:
    rng, chance = Rng(b"get9", f"table/{seats}/{seed}"), Chance(f"table/{seed}".encode())
    state = rules.setup(METADATA.clean_options(options), seats)
    while not rules.over(state):
        step, seat, move = rules.advance(state, chance), None, None
        if step is None:
            seat = min(rules.waiting_on(state))
            move = rules.legal(state, seat).sample(rng)
            step = rules.apply(state, seat, move)
        yield state, seat, move, step.state
        state = step.state


def betting_of(table: Table) -> tuple[object, ...]:
    return table.turn, table.chips, table.pots, table.bets, table.status


def as_table(public: Public) -> tuple[object, ...]:
    return betting_of(Table(public))


def test_bets_are_those_of_the_rules() -> None:
    bets = 0
    for before, seat, move, after in matches():
        if before.public.phase == "bet" and seat is not None and move is not None:
            table = Table(before.public)
            table.bet(to_amount(move, table))
            assert betting_of(table) == as_table(after.public)
            bets += 1
    assert bets > 500


def test_cards_and_rounds_are_those_of_the_rules() -> None:
    """From the choice of the cards to the betting, and from a betting to the next choice."""
    begun: Get9State | None = None
    for before, seat, _, after in matches(3):
        if before.public.phase == "choose" and not before.public.choosing:
            begun = before
        if begun and before.public.phase == "score":
            table = Table(begun.public)
            table.open_cards(true_world(begun), true_places(begun))
            table.start_betting()
            assert (tuple(table.points), table.dealer) == (after.public.points, after.public.dealer_points)
            assert betting_of(table) == as_table(after.public)
        if seat is None and before.public.phase == "bet" and after.public.phase == "choose":
            table = Table(before.public)
            table.next_round()
            assert (table.round, table.button) == (after.public.round, after.public.button)
            assert betting_of(table) == as_table(after.public)


def true_world(state: Get9State) -> World:
    splits = [tuple(map(to_pile, own.piles)) if own.piles else (0, 0, 0) for own in state.own]
    dealer = state.hidden.dealer
    others = [int(pile[0]) + int(pile[2]) for pile in dealer]
    return World(splits, [int(pile[1]) for pile in dealer], others, 0)  # type: ignore[arg-type]


def true_places(state: Get9State) -> list[int]:
    at = state.public.round - 1
    return [own.piles[at].index(own.picks[at]) if len(own.picks) > at else 0 for own in state.own]


def test_payment_is_that_of_the_rules() -> None:
    results = set()
    for before, seat, _, after in matches():
        if seat is None and before.public.phase == "bet" and after.public.phase in ("begin", "end"):
            table = Table(before.public)
            table.pay()
            assert (tuple(table.chips), table.carry) == (after.public.chips, after.public.carry)
            assert after.public.last
            assert table.winner == after.public.last.winner
            results.add(after.public.last.result)
    assert results == {"winner", "dealer", "tie"}


@pytest.mark.parametrize("read", [False, True])
def test_worlds_agree_with_what_is_open(read: bool) -> None:
    for before, seat, move, _ in matches(1):
        if seat is not None and not isinstance(move, Split):
            view = GAME.view(before, seat)
            world, public = WorldDrawer(view, Rng(b"get9", "world"), read=read).draw(), before.public
            for rival in view.rivals:
                if piles := before.own[rival].piles:
                    assert tuple(map(to_pile, piles)) in read_splits(to_shown(public.opened(rival)))[0]
                for at, cards in enumerate(public.opened(rival)):
                    assert set(map(int, cards)) <= set(PILES[world.splits[rival][at]])
            left = 3 - len(public.rounds)
            seen = {int(card) for cards in public.dealer_opened for card in cards}
            assert len(set(world.dealer_cards[-left:]) - seen) == left or not left


def test_a_shown_pile_of_a_good_split_tells_of_the_others() -> None:
    """Who spends an 8 and counts 9 and 6 has rather 7, 5 and 4 together than 7, 2 and 1."""
    splits, sums = read_splits(((8, 6, 9),))
    weights = {split: high - low for split, low, high in zip(splits, (0, *sums), sums, strict=False)}
    likely, unlikely = (
        sum(weight for split, weight in weights.items() if to_pile(tuple(pile)) in split) for pile in ("754", "721")
    )
    assert likely > 3 * unlikely
    assert len(list_splits()) == len(set(list_splits())) == 1680


def test_a_world_has_the_own_piles_as_they_are() -> None:
    for before, seat, move, _ in matches(1):
        if seat is not None and not isinstance(move, Split):
            view = GAME.view(before, seat)
            own = WorldDrawer(view, Rng(b"get9", "own"), read=True).draw().splits[seat]
            assert tuple(PILES[pile] for pile in own) == tuple(
                tuple(sorted(map(int, pile))) for pile in before.own[seat].piles
            )

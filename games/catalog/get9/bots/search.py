"""Search by playing the match to its end, in the same imagined worlds for every move."""

from collections.abc import Iterator, Sequence

from games.catalog.get9.bots.game_value import count_end, rate_end
from games.catalog.get9.bots.piles import BEST_WORTH, PILES, SplitIds, to_pile
from games.catalog.get9.bots.playout import play_cards, play_on
from games.catalog.get9.bots.table import FOLD, REST, Table
from games.catalog.get9.bots.win_probability import good_splits
from games.catalog.get9.bots.worlds import World, WorldDrawer
from games.catalog.get9.moves import AllIn, Call, Check, Choose, Fold, Move, Open, Raise, Split
from games.catalog.get9.view import Get9View
from games.engine.chance import Rng
from games.engine.game import Simulator
from games.engine.legal_moves import Amount, Legal
from games.engine.serialization.values import frozen_dataclass

SPLITS_TRIED = 6
UNLIMITED_STEP, MANY = 4, 12  # in chips, when there is no limit


@frozen_dataclass
class Ends:
    """Ends of a match by world: the game's win in millionths and chips in thousandths; number of matches won."""

    game: tuple[int, ...]
    chips: tuple[int, ...]
    won: int


def list_candidates(view: Get9View, legal: Legal[Move], rng: Rng) -> tuple[Move, ...]:
    """List the moves to consider: some good splits, every card, every kind of bet with a few amounts."""
    if legal.of("split") is not None:
        return tuple(dict.fromkeys(_draw_splits(rng)))
    if view.public.phase in ("split", "choose"):
        return legal.moves_of("choose")
    answers = tuple(move for kind in ("call", "all-in", "check", "fold") for move in legal.moves_of(kind))
    if legal.contains(Check()):  # never fold when it is free to stay in
        answers = tuple(move for move in answers if not isinstance(move, Fold))
    return (*answers, *_list_amounts(legal))


def _draw_splits(rng: Rng) -> Iterator[Split]:
    """Yield good splits in random order, and as many with the best pile first, because an early lead helps most."""
    for _ in range(SPLITS_TRIED // 2):
        yield Split(rng.shuffled(rng.choice(good_splits())))
        yield Split(tuple(sorted(rng.choice(good_splits()), key=lambda pile: -BEST_WORTH[to_pile(pile)])))


def _list_amounts(legal: Legal[Move]) -> Iterator[Move]:
    amount = legal.of("open") or legal.of("raise")
    if isinstance(amount, Amount):
        low, high = amount.min, amount.max
        middle = min((low + high) // 2, low + UNLIMITED_STEP)
        for chips in sorted({low, middle, high} if high < MANY else {low, middle, min(high, low + MANY), high}):
            yield amount.make(**{amount.field: chips})


def look_ahead(view: Get9View, moves: Sequence[Move], count: int, rng: Rng, sim: Simulator) -> dict[Move, Ends]:
    """Return what each move leads to in `count` worlds."""
    root, drawer = Table(view.public), WorldDrawer(view, rng, read=True)
    sim.check_time()
    worlds = [drawer.draw() for _ in range(count)]
    return {move: _look(view, root, worlds, move, sim) for move in moves}


def _look(view: Get9View, root: Table, worlds: Sequence[World], move: Move, sim: Simulator) -> Ends:
    public, me, ends = view.public, view.me, list[Table]()
    for world in worlds:
        sim.check_time()
        ends.append(_play(root.copy(), world, move, me))
    keys = [(tuple(end.chips), end.carry) for end in ends]
    game = {key: rate_end(public, *key, me) for key in set(keys)}  # many ends are equal
    return Ends(
        tuple(game[key] for key in keys),
        tuple(count_end(public, *key, me) for key in keys),
        sum(end.winner == me for end in ends),
    )


def _play(table: Table, world: World, move: Move, me: int) -> Table:
    """Play to the end of the match in a world, starting with the seat's move."""
    match move:
        case Split(piles, card):
            world = _with_split(world, me, tuple(map(to_pile, piles)))  # type: ignore[arg-type]
            play_cards(table, world, me, _find_place(world, me, 0, card) if card else None)
        case Choose(card):
            play_cards(table, world, me, _find_place(world, me, table.round - 1, card))
        case _:
            table.bet(to_amount(move, table))
    play_on(table, world)
    return table


def _with_split(world: World, me: int, split: SplitIds) -> World:
    splits = list(world.splits)
    splits[me] = split
    return World(splits, world.dealer_cards, world.other_cards, world.luck)


def _find_place(world: World, me: int, at: int, card: str) -> int:
    return PILES[world.splits[me][at]].index(int(card))


def to_amount(move: Move, table: Table) -> int:
    """Return a bet in the format of the imagined table."""
    seat = table.turn
    assert seat is not None
    match move:
        case Open(chips):
            return chips
        case Raise(to):
            return to
        case Call() | AllIn():
            return min(max(table.bets), table.bets[seat] + table.chips[seat])
        case Check():
            return REST
    return FOLD

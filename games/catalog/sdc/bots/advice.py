"""Advice of the strong bot: coins won in the stage, over opposing hands consistent with what was seen.

The opponent is assumed to play by strong's table. Its actions weight the hands it may hold: how many cards it
exchanged, what it bid and raised. Bids that the table doesn't have are treated as the next higher one.
"""

from collections.abc import Iterable, Sequence

from games.catalog.sdc.bots import table_play
from games.catalog.sdc.bots.abstraction import get_kind, keep, round_up
from games.catalog.sdc.bots.bot import exchange, move_of, weigh_as_strong
from games.catalog.sdc.bots.stage_value import Bidding
from games.catalog.sdc.bots.strategy import OPENER, RESPONDER, StageTable, get_stage_table
from games.catalog.sdc.hands import DECK, sort_cards, strength
from games.catalog.sdc.moves import Bid, Call, Draw, Drop, Move, Raise
from games.catalog.sdc.types import Cards
from games.catalog.sdc.view import SdcView
from games.engine.advice import Advice
from games.engine.chance import Rng
from games.engine.game import Legal, Simulator, frozen_dataclass
from games.kit.rollouts import choose_by_results, put_first, rank_results

WORLDS = 300  # at an effort of 1
TRIES = 3  # hands drawn for each one that is used


@frozen_dataclass
class World:
    """A possible hand of the opponent after its exchange, and the next cards of the deck."""

    other: Cards
    drew: int
    deck: Cards
    weight: int


def advise(
    view: SdcView, legal: Legal[Move], rng: Rng, sim: Simulator, effort: int, also: tuple[Move, ...]
) -> Advice[Move]:
    """Rate every bid or answer; of the draws, one for each number of cards."""
    table = get_stage_table("strong", view.public.options.max_exchange, view.public.limit)
    sim.check_time()
    worlds = _list_worlds(view, table, rng, WORLDS * effort)
    usual = _get_usual_move(view)
    moves = dict.fromkeys((usual, *_list_candidates(view, legal), *also))
    results = {move: [_play_on(view, table, move, world) for world in worlds] for move in moves}
    is_last = view.public.stage == view.public.options.stage_limit  # in the last stage, coins are not what counts
    best = usual if is_last else choose_by_results(results)
    ahead = sum(strength(_get_hand(view, best, world)) > strength(world.other) for world in worlds)
    return Advice(rank_results(put_first(results, best)), len(worlds), ahead)


def _get_usual_move(view: SdcView) -> Move:
    """Return what strong does most often here."""
    public = view.public
    if public.phase == "draw":
        table = get_stage_table("strong", public.options.max_exchange, public.limit)
        draws = table.weigh_draws(_get_role(view), get_kind(view.mine.hand))
        return exchange(view.mine.hand, keep(view.mine.hand, draws.index(max(draws))) or view.mine.hand)
    weights = weigh_as_strong(view)
    return move_of(max(weights, key=lambda coins: weights[coins]), public)


def _list_candidates(view: SdcView, legal: Legal[Move]) -> Iterable[Move]:
    public, hand = view.public, view.mine.hand
    if public.phase == "draw":
        ways = (keep(hand, count) for count in range(public.options.max_exchange + 1))
        return [exchange(hand, kept_cards) for kept_cards in ways if kept_cards is not None]
    every = (*map(Bid, range(1, public.limit + 1)), Drop(), Call(), *map(Raise, public.amounts))
    return [move for move in every if legal.contains(move)]


def _get_role(view: SdcView) -> int:
    return OPENER if view.me == view.public.opener else RESPONDER


# --- hands of the opponent


def _list_worlds(view: SdcView, table: StageTable, rng: Rng, count: int) -> Sequence[World]:
    """Return `count` worlds, drawn by how well they explain the opponent's actions."""
    seen_cards = {*view.mine.hand, *view.mine.discards}
    unseen = [card for card in DECK if card not in seen_cards]
    candidates = [world for _ in range(count * TRIES) if (world := _imagine(view, table, unseen, rng))]
    weights = {at: world.weight for at, world in enumerate(candidates)}
    return [candidates[table_play.pick(weights, rng)] for _ in range(count)]


def _imagine(view: SdcView, table: StageTable, unseen: list[str], rng: Rng) -> World | None:
    public, limit = view.public, view.public.options.max_exchange
    cards = rng.partial_shuffle(unseen, 5 + 2 * limit)
    dealt = sort_cards(cards[:5])
    draws = dict(enumerate(table.weigh_draws(1 - _get_role(view), get_kind(dealt))))
    drew = public.exchanged[1 - view.me] if public.exchanged else table_play.pick(draws, rng)
    kept_cards = keep(dealt, drew)
    if kept_cards is None:
        return None
    other = sort_cards((*kept_cards, *cards[5 : 5 + drew]))
    weight = _weigh_bidding(view, table, other) * (draws[drew] + 1 if public.exchanged else 1)
    return World(other, drew, tuple(cards[5 + drew :]), weight)


def _weigh_bidding(view: SdcView, table: StageTable, other: Cards) -> int:
    """Return the likelihood that this hand acted as seen; never 0, because not everyone plays by the table."""
    public = view.public
    if public.phase not in ("answer", "reply") or public.one_left:
        return 1
    situation = public.exchanged[1 - view.me], public.exchanged[view.me], table.get_class(other)
    bid = round_up(public.bid, table.amounts)
    if public.phase == "answer":
        return 1 + table.weigh_bids(*situation)[bid]
    answers = table.weigh_answers(bid, *situation)
    return 1 + sum(weight for to, weight in answers.items() if to >= public.raised and to > bid)


# --- outcomes of a move


def _get_hand(view: SdcView, move: Move, world: World) -> Cards:
    if not isinstance(move, Draw):
        return view.mine.hand
    kept_cards = [card for card in view.mine.hand if card not in move.cards]
    return (*kept_cards, *world.deck[: len(move.cards)])


def _play_on(view: SdcView, table: StageTable, move: Move, world: World) -> int:
    """Return thousandths of coins won or lost in the stage, averaged over the table's random choices."""
    public, hand = view.public, _get_hand(view, move, world)
    wins = 1 if strength(hand) > strength(world.other) else -1
    drew = len(move.cards) if isinstance(move, Draw) else public.exchanged[view.me]
    bidding = Bidding(table, (drew, table.get_class(hand)), (world.drew, table.get_class(world.other)), wins)
    match move:
        case Draw():
            return bidding.open() if view.me == public.opener else -bidding.reversed().open()
        case Bid(coins):
            return bidding.after_bid(coins)
        case Raise(to):
            return -bidding.reversed().after_raise(public.bid, to)
        case Call():
            return 1000 * wins * (public.raised or public.bid)
        case _:
            return -1000 * (public.bid if public.phase == "reply" else 1)

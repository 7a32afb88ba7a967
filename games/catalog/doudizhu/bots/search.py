"""Comparison of plays by their results: the deal is played out in imagined worlds, the same ones for every play."""

from collections.abc import Iterator, Mapping, Sequence

from games.catalog.doudizhu.bots.hand_splitting import MANY, pick_sequences
from games.catalog.doudizhu.bots.planning import HandAnalysis, get_lead_priority
from games.catalog.doudizhu.bots.quick_hands import QUICK, QuickHand, take_apart
from games.catalog.doudizhu.bots.quick_table import QuickTable
from games.catalog.doudizhu.ranks import ABOVE, ALL, Cards, at_least, pack
from games.catalog.doudizhu.types import SEATS
from games.catalog.doudizhu.view import Public
from games.engine.advice import WHOLE
from games.engine.game import Rng, Simulator
from games.kit.rollouts import choose_by_results

PASS: Cards = ()
MOST = 7  # plays compared; twice as many for leads in the first round
SETS = ("single", "pair", "triple", "plane")
ROUNDS = (16, 48, 96)  # worlds; plays that are behind after a round are left out of the next
TRIES, BELIEVED = 3, 30  # worlds drawn if a pass in them is implausible, and the percentage accepted anyway
KEPT = ALL & ABOVE[14]  # ranks that players may keep back: a 2 and the jokers
Denial = tuple[int, int, int]  # a seat that passed, the set size it would have needed, and a mask of the ranks


def choose_by_search(analysis: HandAnalysis, plays: Sequence[Cards], first: Cards, rng: Rng, sim: Simulator) -> Cards:
    """Return `first`, unless another play is better by more than chance explains."""
    moves = list_candidates(analysis, plays, first, MOST if analysis.public.top else 2 * MOST)
    results: dict[Cards, list[int]] = {move: [] for move in moves}
    for worlds in ROUNDS:
        if len(moves) < 2:
            return first
        tables = imagine_tables(analysis, rng, sim, worlds)
        new_results = play_on(analysis, moves, tables)
        results = {move: results[move] + new_results[move] for move in moves}
        least = sum(results[first])
        ahead = [move for move in moves if sum(results[move]) > least]
        moves = [first, *sorted(ahead, key=lambda move: -sum(results[move]))[: MOST - 1]]
    return choose_by_results({move: results[move] for move in moves})


def list_candidates(analysis: HandAnalysis, plays: Sequence[Cards], first: Cards, limit: int) -> list[Cards]:
    """List `first`, and the others that leave the hand in the best shape; no cards are a pass."""
    ranked = sorted(plays, key=lambda cards: (analysis.split(cards).cost, analysis.get_combo(cards).rank))
    alternatives = [PASS, *ranked] if analysis.public.top else _list_leads(analysis, plays, ranked)
    return list(dict.fromkeys([first, *alternatives]))[:limit]


def _list_leads(analysis: HandAnalysis, plays: Sequence[Cards], ranked: Sequence[Cards]) -> Iterator[Cards]:
    """Yield the plan's plays, the lowest of each kind of set (maybe a pair with a joker), then the best shapes."""
    planned = [cards for cards in analysis.split().plays if cards in plays]
    yield from sorted(planned, key=lambda cards: -get_lead_priority(analysis, cards))[: MOST - 1]
    by_rank = sorted(plays, key=lambda cards: analysis.get_combo(cards).rank)
    for kind in SETS:
        yield from [cards for cards in by_rank if analysis.get_combo(cards).kind == kind][:1]
    yield from ranked


# --- imagined worlds


def imagine_tables(analysis: HandAnalysis, rng: Rng, sim: Simulator, worlds: int) -> list[QuickTable]:
    """Return deals in which the others hold possible hands; the seat's own hand is left out."""
    denials = list_denials(analysis.public, analysis.seat)
    return [lay_table(analysis, _imagine_hands(analysis.seat, denials, rng, sim)) for _ in range(worlds)]


def lay_table(analysis: HandAnalysis, hands: Sequence[int]) -> QuickTable:
    """Return the current deal with these packed hands."""
    public, bombs = analysis.public, [MANY if allowed is None else allowed for allowed in analysis.public.bombs_left]
    assert public.landlord is not None, "cards are played"
    assert public.turn is not None, "no one is out"
    held = [
        take_apart(hand, pick_sequences(hand, analysis.book, allowed), allowed)
        for hand, allowed in zip(hands, bombs, strict=True)
    ]
    table = QuickTable(held, public.counts, public.landlord, public.turn)
    if public.top:
        table.top, table.top_seat = QUICK[public.top.cards], public.top.seat
        table.passes = (public.top.seat - public.turn) % SEATS - 1
    return table


def _imagine_hands(me: int, denials: Sequence[Denial], rng: Rng, sim: Simulator) -> list[int]:
    """Return packed hands, with the seat's own empty.

    If a seat holds what would have beaten a play on which it passed, the world is usually drawn again.
    """
    hands: list[int] = []
    for _ in range(TRIES):
        world = sim.imagine(rng)
        hands = [0 if seat == me else pack(sim.view(world, seat).mine.hand) for seat in range(SEATS)]
        if not any(_contradicts(hands[seat], size, ranks) for seat, size, ranks in denials):
            break
        if rng.percent_chance(BELIEVED):
            break
    return hands


def _contradicts(hand: int, size: int, ranks: int) -> bool:
    return bool(at_least(hand, size) & ~at_least(hand, size + 1) & ranks)


def list_denials(public: Public, me: int) -> list[Denial]:
    """List the passes on an enemy's single, pair or triple, in this trick and in the previous one."""
    combos, landlord, denials = public.options.move_tables.combos, public.landlord, []
    for trick in (public.previous, public.trick):
        top = None
        for turn in trick:
            if turn.cards:
                top = turn
            elif top and turn.seat != me and landlord in (turn.seat, top.seat):
                combo = combos[top.cards]
                if combo.size <= 3:
                    denials.append((turn.seat, combo.size, ABOVE[combo.rank] & ~KEPT))
    return denials


# --- playouts


def play_on(analysis: HandAnalysis, moves: Sequence[Cards], tables: Sequence[QuickTable]) -> Mapping[Cards, list[int]]:
    """Return, for each move, what the seat wins or loses in each of the deals, in thousandths of a chip."""
    return {
        cards: [_play_on(analysis, cards, rest, table) for table in tables]
        for cards, rest in _list_rests(analysis, moves)
    }


def _list_rests(analysis: HandAnalysis, moves: Sequence[Cards]) -> list[tuple[Cards, QuickHand]]:
    """Return the moves, and the seat's hand after each."""
    bombs = {cards: analysis.bombs - (cards != PASS and analysis.get_combo(cards).kind == "bomb") for cards in moves}
    return [
        (cards, take_apart(analysis.hand - pack(cards), analysis.split(cards).plays, bombs[cards])) for cards in moves
    ]


def _play_on(analysis: HandAnalysis, cards: Cards, rest: QuickHand, table: QuickTable) -> int:
    after = table.copy()
    after.hands[analysis.seat] = rest
    after.play(QUICK[cards] if cards else None, rest)
    winner = after.play_out() if after.counts[analysis.seat] else analysis.seat
    return analysis.get_gain(winner) * WHOLE

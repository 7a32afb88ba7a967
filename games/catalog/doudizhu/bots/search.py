"""Plays compared by what becomes of them: the deal is played out in imagined worlds, the same ones for every play."""

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
MOST = 7  # plays compared; of leads as many more in the first round
SETS = ("single", "pair", "triple", "plane")
ROUNDS = (16, 48, 96)  # worlds; who is behind after a round is left out of the next
TRIES, BELIEVED = 3, 30  # worlds drawn where somebody has passed for no reason, and percent that are believed at once
KEPT = ALL & ABOVE[14]  # ranks that one may well keep back: a 2 and the jokers
Denial = tuple[int, int, int]  # a seat that passed, how large a set it would have needed, and a mask of its ranks


def choose_by_search(own: HandAnalysis, plays: Sequence[Cards], first: Cards, rng: Rng, sim: Simulator) -> Cards:
    """`first`, unless another play is better by more than chance would make of it."""
    moves = list_candidates(own, plays, first, MOST if own.public.top else 2 * MOST)
    results: dict[Cards, list[int]] = {move: [] for move in moves}
    for worlds in ROUNDS:
        if len(moves) < 2:
            return first
        tables = imagine_tables(own, rng, sim, worlds)
        found = play_on(own, moves, tables)
        results = {move: results[move] + found[move] for move in moves}
        least = sum(results[first])
        ahead = [move for move in moves if sum(results[move]) > least]
        moves = [first, *sorted(ahead, key=lambda move: -sum(results[move]))[: MOST - 1]]
    return choose_by_results({move: results[move] for move in moves})


def list_candidates(own: HandAnalysis, plays: Sequence[Cards], first: Cards, most: int) -> list[Cards]:
    """`first`, and the others that leave the hand in the best shape; no cards are a pass."""
    ranked = sorted(plays, key=lambda cards: (own.split(cards).cost, own.get_combo(cards).rank))
    others = [PASS, *ranked] if own.public.top else _list_leads(own, plays, ranked)
    return list(dict.fromkeys([first, *others]))[:most]


def _list_leads(own: HandAnalysis, plays: Sequence[Cards], ranked: Sequence[Cards]) -> Iterator[Cards]:
    """The plays of the plan; of each kind of set the lowest, which may be a pair with a joker; then the best shapes."""
    planned = [cards for cards in own.split().plays if cards in plays]
    yield from sorted(planned, key=lambda cards: -get_lead_priority(own, cards))[: MOST - 1]
    by_rank = sorted(plays, key=lambda cards: own.get_combo(cards).rank)
    for kind in SETS:
        yield from [cards for cards in by_rank if own.get_combo(cards).kind == kind][:1]
    yield from ranked


# --- imagined worlds


def imagine_tables(own: HandAnalysis, rng: Rng, sim: Simulator, worlds: int) -> list[QuickTable]:
    """Deals in which the others hold what they may hold; the own hand is left out."""
    denials = list_denials(own.public, own.seat)
    return [lay_table(own, _imagine_hands(own.seat, denials, rng, sim)) for _ in range(worlds)]


def lay_table(own: HandAnalysis, hands: Sequence[int]) -> QuickTable:
    """The deal as it stands, with these packed hands."""
    public, bombs = own.public, [MANY if left is None else left for left in own.public.bombs_left]
    assert public.landlord is not None, "cards are played"
    assert public.turn is not None, "and nobody is out"
    held = [
        take_apart(hand, pick_sequences(hand, own.book, left), left) for hand, left in zip(hands, bombs, strict=True)
    ]
    table = QuickTable(held, public.counts, public.landlord, public.turn)
    if public.top:
        table.top, table.top_seat = QUICK[public.top.cards], public.top.seat
        table.passes = (public.top.seat - public.turn) % SEATS - 1
    return table


def _imagine_hands(me: int, denials: Sequence[Denial], rng: Rng, sim: Simulator) -> list[int]:
    """Packed, the own one empty. Where somebody holds what would have beaten the play on which it passed, the world is
    mostly drawn again."""
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
    """Who passed on an enemy's single, pair or triple, in this trick and in the one before."""
    combos, landlord, found = public.options.move_tables.combos, public.landlord, []
    for trick in (public.previous, public.trick):
        top = None
        for turn in trick:
            if turn.cards:
                top = turn
            elif top and turn.seat != me and landlord in (turn.seat, top.seat):
                combo = combos[top.cards]
                if combo.size <= 3:
                    found.append((turn.seat, combo.size, ABOVE[combo.rank] & ~KEPT))
    return found


# --- playing them out


def play_on(own: HandAnalysis, moves: Sequence[Cards], tables: Sequence[QuickTable]) -> Mapping[Cards, list[int]]:
    """By move, what the seat wins or loses in each of the deals, in thousandths of a chip."""
    return {cards: [_play_on(own, cards, rest, table) for table in tables] for cards, rest in _list_rests(own, moves)}


def _list_rests(own: HandAnalysis, moves: Sequence[Cards]) -> list[tuple[Cards, QuickHand]]:
    """The moves, and what each leaves of the own hand."""
    bombs = {cards: own.bombs - (cards != PASS and own.get_combo(cards).kind == "bomb") for cards in moves}
    return [(cards, take_apart(own.hand - pack(cards), own.split(cards).plays, bombs[cards])) for cards in moves]


def _play_on(own: HandAnalysis, cards: Cards, rest: QuickHand, table: QuickTable) -> int:
    after = table.copy()
    after.hands[own.seat] = rest
    after.play(QUICK[cards] if cards else None, rest)
    winner = after.play_out() if after.counts[own.seat] else own.seat
    return own.get_gain(winner) * WHOLE

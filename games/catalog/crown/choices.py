"""Every move open to a seat, what each costs (rules sheet, 4.1 to 4.4), and why others are refused."""

from collections.abc import Callable
from itertools import product

from games.catalog.crown import moves
from games.catalog.crown.cards import PAIR, Cards, cost, holds, in_order, minus, parts
from games.catalog.crown.moves import Move
from games.catalog.crown.view import CrownView, Public
from games.engine.errors import IllegalMove
from games.engine.illegal_moves import refused
from games.engine.legal_moves import Choice, Legal

LIMIT = 8  # so many cards at the end of the own turn are too many
PAIRS = (False, True)

Moves = tuple[Move, ...]


def choices(view: CrownView) -> Legal[Move]:
    """What the seat is asked; and showing three princes, in the own actions or, by option, at any time (3, 8)."""
    public, seat = view.public, view.me
    if public.asked is None:
        return Legal()
    asked = _asked(view) if seat == public.asked else ()
    shows = public.options.reveal_princes_any_time or (seat == public.asked and public.phase == "act")
    reveal: Moves = (moves.Reveal(),) if shows and view.mine.hand.count("P") == 3 else ()
    return Legal(tuple(Choice(alike) for alike in (reveal, *asked) if alike))


def _asked(view: CrownView) -> tuple[Moves, ...]:
    """The answers to the present question, alike ones together."""
    mine = view.mine
    match view.public.phase:
        case "keep":
            return (_one_of(moves.Keep, mine.drawn),)
        case "pick":
            return (_one_of(moves.Pick, mine.offered),)
        case "give":
            return (_one_of(moves.Give, mine.passed),)
        case "defend":
            # Two knights; the prince pair may be one of them (4.3).
            defends = (moves.Defend(pair) for pair in PAIRS if holds(mine.hand, cost("K", 2, pair)))
            return (tuple(defends), (moves.Yield(),))
        case "choose":
            return (_one_of(moves.Take, view.known),)
        case "limit":
            return (tuple(map(moves.Discard, parts(mine.hand, view.half))),)
    return _actions(view.public, mine.hand)


def _one_of(make: Callable[[str], Move], cards: Cards) -> Moves:
    return tuple(make(kind) for kind in in_order(set(cards)))


def _actions(public: Public, hand: Cards) -> tuple[Moves, ...]:
    """The table of 4.2. Five bishops, or six with the pair, may be shown together; they count as four."""
    fresh = minus(hand, public.tabled)  # each bishop card once per turn
    bishops = (moves.Bishops(n, pair) for n, pair in product(range(3, 7), PAIRS) if holds(fresh, cost("B", n, pair)))
    sets = product(public.options.noble_sets, PAIRS)
    nobles = (moves.Nobles(n, pair) for n, pair in sets if holds(hand, cost("N", n, pair)))
    attacks = (moves.Attack(pair) for pair in PAIRS if holds(hand, cost("K", 3, pair)))
    return (tuple(bishops), tuple(nobles), tuple(attacks), (moves.EndTurn(),))


# --- why a move was refused, where the rules say more than the legal moves: nothing that the seat does not know


def refusal(view: CrownView, move: Move, legal: Legal[Move]) -> IllegalMove:
    """The reason as a code of the refusal templates, with its numbers."""
    public, phase, over = view.public, view.public.phase, view.public.phase == "over"
    if isinstance(move, moves.Reveal) and view.mine.hand.count("P") < 3 and not over:
        return IllegalMove("need-three-princes")
    if view.seat != public.asked:
        return refused(Legal(), move, over=over)
    match phase, move:
        case "act", _:
            return _no_action(public, view.mine.hand, move) or refused(legal, move)
        case "defend", moves.Defend():
            return IllegalMove("no-defence")
        case "choose", moves.Take():
            return IllegalMove("not-held")
        case "limit", moves.Discard(cards) if len(cards) != view.half:
            return IllegalMove("wrong-number", {"count": view.half})
        case "limit", moves.Discard():
            return IllegalMove("not-your-card")
    return refused(legal, move) if legal.of(move.type) else IllegalMove(f"{phase}-first")


def _no_action(public: Public, hand: Cards, move: Move) -> IllegalMove | None:
    match move:
        case moves.Bishops(count, pair):
            return IllegalMove("too-few-bishops") if count < 3 else _unpaid("bishops", hand, public.tabled, pair)
        case moves.Nobles(count) if count not in public.options.noble_sets:
            return IllegalMove("two-nobles" if public.options.classic else "two-to-four-nobles")
        case moves.Nobles(_, pair):
            return _unpaid("nobles", hand, (), pair)
        case moves.Attack(pair):
            return _unpaid("knights", hand, (), pair)
    return None


def _unpaid(what: str, hand: Cards, shown: Cards, pair: bool) -> IllegalMove:
    """No pair of princes, a pair that was already shown, or too few cards of the kind."""
    if pair and not holds(hand, PAIR):
        return IllegalMove("no-prince-pair")
    if pair and not holds(minus(hand, shown), PAIR):
        return IllegalMove("prince-pair-shown")
    return IllegalMove(f"not-enough-{what}")

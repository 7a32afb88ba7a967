"""Every move open to a seat, and what each costs (rules sheet, 4.1 to 4.4)."""

from collections.abc import Callable
from itertools import product

from games.engine.legal import Choice, Legal
from games.titles.crown import moves
from games.titles.crown.kinds import Cards, cost, holds, in_order, minus, parts
from games.titles.crown.moves import Move
from games.titles.crown.view import CrownView, Public

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

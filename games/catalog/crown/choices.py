"""All legal moves of a seat and their costs (rules sheet, 4.1 to 4.4), and the reasons why others are refused."""

from collections.abc import Callable
from itertools import product

from games.catalog.crown import moves
from games.catalog.crown.cards import PAIR, Cards, cost, has_cards, list_subsets, remove_cards, sort_cards
from games.catalog.crown.moves import Move
from games.catalog.crown.view import CrownView, Public
from games.engine.errors import IllegalMoveError
from games.engine.illegal_moves import get_generic_error
from games.engine.legal_moves import Choice, Legal

HAND_LIMIT = 8  # with this many cards at the end of their turn, a player must discard
PAIRS = (False, True)

Moves = tuple[Move, ...]


def get_legal_moves(view: CrownView) -> Legal[Move]:
    """Return the answers to the open question, and showing three princes if possible.

    Princes may be shown in the seat's own actions or, by option, at any time (3, 8).
    """
    public, seat = view.public, view.me
    if public.asked is None:
        return Legal()
    answers = _list_answers(view) if seat == public.asked else ()
    shows = public.options.reveal_princes_any_time or (seat == public.asked and public.phase == "act")
    reveal: Moves = (moves.Reveal(),) if shows and view.mine.hand.count("P") == 3 else ()
    return Legal(tuple(Choice(group) for group in (reveal, *answers) if group))


def _list_answers(view: CrownView) -> tuple[Moves, ...]:
    """List the answers to the open question, without duplicates."""
    own_cards = view.mine
    match view.public.phase:
        case "keep":
            return (_one_of(moves.Keep, own_cards.drawn),)
        case "pick":
            return (_one_of(moves.Pick, own_cards.offered),)
        case "give":
            return (_one_of(moves.Give, own_cards.passed),)
        case "defend":
            # Two knights; the prince pair may replace one of them (4.3).
            defends = (moves.Defend(pair) for pair in PAIRS if has_cards(own_cards.hand, cost("K", 2, pair)))
            return (tuple(defends), (moves.Yield(),))
        case "choose":
            return (_one_of(moves.Take, view.known),)
        case "limit":
            return (tuple(map(moves.Discard, list_subsets(own_cards.hand, view.half))),)
    return _actions(view.public, own_cards.hand)


def _one_of(make: Callable[[str], Move], cards: Cards) -> Moves:
    return tuple(make(kind) for kind in sort_cards(set(cards)))


def _actions(public: Public, hand: Cards) -> tuple[Moves, ...]:
    """List the actions of the table in 4.2.

    Five bishops, or six with the pair, may be shown together; they count as four.
    """
    unshown = remove_cards(hand, public.tabled)  # each bishop card once per turn
    bishops = (
        moves.Bishops(n, pair) for n, pair in product(range(3, 7), PAIRS) if has_cards(unshown, cost("B", n, pair))
    )
    sets = product(public.options.noble_sets, PAIRS)
    nobles = (moves.Nobles(n, pair) for n, pair in sets if has_cards(hand, cost("N", n, pair)))
    attacks = (moves.Attack(pair) for pair in PAIRS if has_cards(hand, cost("K", 3, pair)))
    return (tuple(bishops), tuple(nobles), tuple(attacks), (moves.EndTurn(),))


# --- reasons for refusing a move, where the rules add to the generic ones; they reveal nothing the seat doesn't know


def get_move_error(view: CrownView, move: Move, legal: Legal[Move]) -> IllegalMoveError:
    """Return the error with a code of the refusal templates, and its numbers."""
    public, phase, over = view.public, view.public.phase, view.public.phase == "over"
    if isinstance(move, moves.Reveal) and view.mine.hand.count("P") < 3 and not over:
        return IllegalMoveError("need-three-princes")
    if view.seat != public.asked:
        return get_generic_error(Legal(), move, is_over=over)
    match phase, move:
        case "act", _:
            return _get_action_error(public, view.mine.hand, move) or get_generic_error(legal, move)
        case "defend", moves.Defend():
            return IllegalMoveError("no-defence")
        case "choose", moves.Take():
            return IllegalMoveError("not-held")
        case "limit", moves.Discard(cards) if len(cards) != view.half:
            return IllegalMoveError("wrong-number", {"count": view.half})
        case "limit", moves.Discard():
            return IllegalMoveError("not-your-card")
    return get_generic_error(legal, move) if legal.of(move.type) else IllegalMoveError(f"{phase}-first")


def _get_action_error(public: Public, hand: Cards, move: Move) -> IllegalMoveError | None:
    match move:
        case moves.Bishops(count, pair):
            return (
                IllegalMoveError("too-few-bishops")
                if count < 3
                else _get_cost_error("bishops", hand, public.tabled, pair)
            )
        case moves.Nobles(count) if count not in public.options.noble_sets:
            return IllegalMoveError("two-nobles" if public.options.classic else "two-to-four-nobles")
        case moves.Nobles(_, pair):
            return _get_cost_error("nobles", hand, (), pair)
        case moves.Attack(pair):
            return _get_cost_error("knights", hand, (), pair)
    return None


def _get_cost_error(name: str, hand: Cards, tabled: Cards, pair: bool) -> IllegalMoveError:
    """Return the error for a missing or already shown prince pair, or for too few cards of the kind."""
    if pair and not has_cards(hand, PAIR):
        return IllegalMoveError("no-prince-pair")
    if pair and not has_cards(remove_cards(hand, tabled), PAIR):
        return IllegalMoveError("prince-pair-shown")
    return IllegalMoveError(f"not-enough-{name}")

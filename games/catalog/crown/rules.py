"""The rules of The Crown of Lombardia: decisions. Their effects are in `effects`, house steps in `house`."""

from collections.abc import Mapping
from dataclasses import replace

from games.catalog.crown import effects, moves
from games.catalog.crown.cards import has_cards, most_held, noble_points, remove_cards, sort_cards
from games.catalog.crown.choices import HAND_LIMIT, get_legal_moves, get_move_error
from games.catalog.crown.happenings import Given, Kept, KeptCard, Passed, Picked, PickedCard
from games.catalog.crown.house import advance
from games.catalog.crown.metadata import METADATA
from games.catalog.crown.moves import Move
from games.catalog.crown.state import CrownState, get_sides, make_state
from games.catalog.crown.types import Options
from games.catalog.crown.view import CrownView, Own, Public
from games.engine.game import Chance, Legal, Standing, Step, Value, to_everyone, to_seats
from games.engine.serialization.canonical_json import from_json
from games.engine.serialization.type_checks import require_exact_types
from games.engine.state import make_view
from games.kit.seats import rank_by_score
from games.kit.transitions import public_step

__all__ = ["advance", "apply", "legal", "over", "safe_move", "setup", "standing", "waiting_on"]

GOES_FIRST = "KNBP"  # discarded first at the hand limit, after a timeout


def setup(options: Mapping[str, Value], seats: int) -> CrownState:
    """Set up a table before the first player is drawn by lot.

    >>> setup(METADATA.clean_options({}), 2).public.pile
    ('P', 'P', 'B')
    """
    low, high = METADATA.get_seat_range(options)
    if not low <= seats <= high:
        raise ValueError("the mode is for another number of seats")
    return make_state(Public(from_json(Options, dict(options))), (Own(), Own()), ())


def waiting_on(state: CrownState) -> frozenset[int]:
    """Return the seat with a question. Seats never decide at the same time."""
    return frozenset() if state.public.asked is None else frozenset({state.public.asked})


def over(state: CrownState) -> bool:
    return state.public.phase == "over"


def legal(state: CrownState, seat: int) -> Legal[Move]:
    """Return legal moves, which depend only on what the seat knows."""
    return get_legal_moves(make_view(CrownView, state, seat))


def apply(state: CrownState, seat: int, move: Move) -> effects.CrownStep:
    """Apply a move. Raises IllegalMoveError with the reason, InvalidPayloadError for data that is not a move."""
    require_exact_types(move)
    allowed = legal(state, seat)
    if not allowed.contains(move):
        raise get_move_error(make_view(CrownView, state, seat), move, allowed)
    match move:
        case moves.Keep(kind):
            return _keep_card(state, kind)
        case moves.Pick(kind):
            return _pick_card(state, kind)
        case moves.Give(kind):
            return _give_card(state, kind)
        case moves.Reveal():
            return effects.reveal_princes(state, seat)
        case moves.Bishops(count, pair):
            return effects.show_bishops(state, count, pair)
        case moves.Nobles(count, pair):
            return effects.discard_nobles(state, count, pair, noble_points(count, state.public.options.classic))
        case moves.Attack(pair):
            return effects.start_attack(state, pair)
        case moves.Defend(pair):
            return effects.defend_attack(state, pair)
        case moves.Yield():
            return effects.yield_attack(state)
        case moves.Take(kind):
            return effects.take_cards(state, kind)
        case moves.Discard(cards):
            return effects.discard_half(state, cards)
    return effects.end_turn(state, HAND_LIMIT)


def _keep_card(state: CrownState, kind: str) -> effects.CrownStep:
    """Take one of three cards.

    The other player then keeps one of the two left; in solo the player distributes them (4.1, 5).
    """
    public, side = state.public, get_sides(state)[state.public.player]
    seat, two = public.player, remove_cards(side.drawn, (kind,))
    asking = effects.with_public(state, replace(public, phase="give" if public.options.solo else "pick"))
    after_keeping = effects.with_own(asking, seat, replace(side, hand=sort_cards((*side.hand, kind)), drawn=()))
    passed = () if public.options.solo else (to_seats((0, 1), Passed(seat, two)),)
    return Step(
        effects.pass_cards(after_keeping, two),
        (*effects.make_happenings(public, seat, Kept(seat), KeptCard(seat, kind)), *passed),
    )


def _pick_card(state: CrownState, kind: str) -> effects.CrownStep:
    """Keep one of two cards. If they are equal, the turn player knows which one was kept."""
    public, side = state.public, get_sides(state)[state.public.other]
    seat, (other_card,) = public.other, remove_cards(side.offered, (kind,))
    acting = effects.with_public(state, replace(public, phase="act"))
    after = effects.bury_cards(effects.gain_cards(acting, seat, (kind,)), seat, (other_card,))
    if other_card == kind:
        after = effects.learn_cards(after, public.player, sort_cards((*side.exposed, kind)))
    return Step(after, (to_everyone(Picked(seat)), to_seats(seat, PickedCard(seat, kind, other_card))))


def _give_card(state: CrownState, kind: str) -> effects.CrownStep:
    """Give the automaton one of the two cards left in solo; the last goes to the pile, visible to everyone (5)."""
    (last_card,) = remove_cards(get_sides(state)[0].passed, (kind,))
    after = effects.pass_cards(effects.bury_cards(effects.gain_cards(state, 1, (kind,)), 1, (last_card,)), ())
    return public_step(after, replace(after.public, phase="act"), Given(kind, last_card))


def safe_move(state: CrownState, seat: int, chance: Chance) -> Move:
    """Return the timeout's move, as defined in the rules sheet (6)."""
    view = make_view(CrownView, state, seat)
    own_cards, other = view.mine, view.known
    match state.public.phase:
        case "keep":
            return moves.Keep(most_held(own_cards.hand, own_cards.drawn))
        case "pick":
            return moves.Pick(most_held(own_cards.hand, own_cards.offered))
        case "give":
            return moves.Give(min(own_cards.passed, key=lambda kind: (other.count(kind), GOES_FIRST.index(kind))))
        case "defend":
            return moves.Defend() if has_cards(own_cards.hand, ("K", "K")) else moves.Yield()
        case "choose":
            return moves.Take(most_held(other))
        case "limit":
            return moves.Discard(tuple(sorted(own_cards.hand, key=GOES_FIRST.index)[: view.half]))
    return moves.EndTurn()


def standing(state: CrownState) -> Standing:
    """Rank by points.

    The winner is first, also with fewer points after showing princes; a lone player may be second (3).
    """
    public, seats = state.public, range(len(state.own))
    scores, house = public.scores[: len(seats)], public.scores[1] if public.options.solo else None
    if not over(state):
        return replace(rank_by_score(scores, is_over=False), house=house)
    places = tuple(1 if seat == public.winner else 2 for seat in seats)
    return Standing(places, scores, tuple(seat for seat in seats if seat == public.winner), house)

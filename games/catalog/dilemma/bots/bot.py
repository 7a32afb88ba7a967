"""Bots for Dilemma Hold'em. They see a view and the legal moves, never a state."""

from collections.abc import Sequence

from games.catalog.dilemma.bots.chances import rate_hand
from games.catalog.dilemma.bots.habits import weigh_as_normal
from games.catalog.dilemma.bots.spots import ALL, FOLD, STAY, Spot, get_target, make_spot
from games.catalog.dilemma.bots.strategy import weigh_as_strong
from games.catalog.dilemma.moves import AllIn, Bet, Call, Check, Fold, Move, Raise
from games.catalog.dilemma.view import DilemmaView
from games.engine.game import Bot, Rng, Simulator
from games.engine.legal_moves import Amount, Legal

RAISE_PERCENT = 10  # percent of decisions in which the beginner raises with any hand
LOOSE_PERCENT = 75  # of poor starting hands that the beginner plays anyway
SAMPLES, MORE_SAMPLES = 160, 400  # samples of the unseen cards for normal and for strong


def beginner(view: DilemmaView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Play most hands, call with a pair or better, raise occasionally, fold nothing hands to big bets."""
    if rng.percent_chance(RAISE_PERCENT) and (size := _get_bet_amount(legal)):
        return _bet_nearest(size, view.half_pot)
    if legal.contains(Check()):
        return Check()
    return Call() if _beginner_stays(view, rng) else Fold()


def _beginner_stays(view: DilemmaView, rng: Rng) -> bool:
    public, hand = view.public, view.hand
    if hand is None or hand.category != "high-card":
        return True
    small = view.owed <= (2 * public.blinds[1] if not public.board else public.pot // 4)
    good_start = not public.board and hand.ranks[0] in ("1", "9", "10")
    return small and (good_start or rng.percent_chance(LOOSE_PERCENT))


def normal(view: DilemmaView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Bet, bluff, call and fold by habits based on the chance to win and on the price."""
    spot = make_spot(view, *rate_hand(view, rng, SAMPLES))
    return make_move(view, legal, spot, pick_choice(weigh_as_normal(spot), rng))


def strong(view: DilemmaView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Look up what has worked best in this kind of situation, with a more precise chance to win."""
    sim.check_time()
    spot = make_spot(view, *rate_hand(view, rng, MORE_SAMPLES))
    return make_move(view, legal, spot, pick_choice(weigh_as_strong(spot), rng))


def pick_choice(weights: Sequence[int], rng: Rng) -> int:
    """Return a random choice, by weight."""
    at = rng.randbelow(sum(weights))
    for choice, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return choice
    raise AssertionError


def make_move(view: DilemmaView, legal: Legal[Move], spot: Spot, choice: int) -> Move:
    """Return the choice as a move, with the nearest legal amount."""
    if choice == FOLD:
        return Fold()
    if choice == STAY:
        return Check() if legal.contains(Check()) else Call()
    size = _get_bet_amount(legal)
    return AllIn() if choice == ALL or size is None else _bet_nearest(size, get_target(spot, choice))


def _get_bet_amount(legal: Legal[Move]) -> Amount[Move] | None:
    part = legal.of("raise") or legal.of("bet")
    return part if isinstance(part, Amount) else None


def _bet_nearest(size: Amount[Move], to: int) -> Move:
    """Return a bet or raise to that amount, or the nearest one allowed."""
    nearest = max(size.min, min(size.max, to))
    return Raise(nearest) if size.make is Raise else Bet(nearest)


BOTS: dict[str, Bot[DilemmaView, Move]] = {"beginner": beginner, "normal": normal, "strong": strong}

"""The bots of Dilemma Hold'em. They see a view and the legal moves, never a state."""

from collections.abc import Sequence

from games.catalog.dilemma.bots.chances import rate_hand
from games.catalog.dilemma.bots.habits import weigh_as_normal
from games.catalog.dilemma.bots.spots import ALL, FOLD, STAY, Spot, get_target, make_spot
from games.catalog.dilemma.bots.strategy import weigh_as_strong
from games.catalog.dilemma.moves import AllIn, Bet, Call, Check, Fold, Move, Raise
from games.catalog.dilemma.view import DilemmaView
from games.engine.game import Bot, Rng, Simulator
from games.engine.legal_moves import Amount, Legal

RAISE_PERCENT = 10  # the beginner's raises, whatever it holds
LOOSE_PERCENT = 75  # of its poor starting hands, that it plays all the same
SAMPLES, MORE_SAMPLES = 160, 400  # of the unseen cards, to count chances: normal's and strong's


def beginner(view: DilemmaView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Plays most hands, calls with a pair or better, raises now and then, folds air to big bets."""
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
    """Bets, bluffs, calls and folds by habits that follow from its chance to win and from the price."""
    spot = make_spot(view, *rate_hand(view, rng, SAMPLES))
    return make_move(view, legal, spot, pick_choice(weigh_as_normal(spot), rng))


def strong(view: DilemmaView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Looks up what has proved best in such a situation, and counts its chances more carefully."""
    sim.check_time()
    spot = make_spot(view, *rate_hand(view, rng, MORE_SAMPLES))
    return make_move(view, legal, spot, pick_choice(weigh_as_strong(spot), rng))


def pick_choice(weights: Sequence[int], rng: Rng) -> int:
    """One of the choices, as often as its weight says."""
    at = rng.randbelow(sum(weights))
    for choice, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return choice
    raise AssertionError


def make_move(view: DilemmaView, legal: Legal[Move], spot: Spot, choice: int) -> Move:
    """The choice as a move; the nearest amount where the exact one isn't open."""
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
    """A bet or raise to that amount, or the nearest one allowed."""
    nearest = max(size.min, min(size.max, to))
    return Raise(nearest) if size.make is Raise else Bet(nearest)


BOTS: dict[str, Bot[DilemmaView, Move]] = {"beginner": beginner, "normal": normal, "strong": strong}

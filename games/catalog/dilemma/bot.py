"""The bots of Dilemma Hold'em: a beginner with rules of thumb, and a normal player who counts chances and bonuses."""

from collections.abc import Callable, Sequence

from games.catalog.dilemma.moves import AllIn, Bet, Call, Check, Fold, Move, Raise
from games.catalog.dilemma.types import UNIT
from games.catalog.dilemma.view import DilemmaView
from games.engine.game import Bot, Rng, Simulator, frozen_dataclass
from games.engine.legal_moves import Amount, Legal

RAISE_PERCENT = 10  # the beginner's raises, whatever it holds
LOOSE_PERCENT = 75  # of its poor starting hands, that it plays all the same
FEAR = 0.25  # how much of the chance a bet as large as the pot takes away: who bets has something
SURE = 0.75  # the chance from which on a bet is as large as the pot
BLUFF_PERCENT = 6
SAMPLES = 160  # of the unseen cards, to count chances


@frozen_dataclass
class Odds:
    """Against as many random hands as are still in: the share of the pot, and the bonus on average, won or not."""

    win: float
    bonus: float


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
    """Weighs the chance to win against the pot, the bonus and the penalty; bets more with better hands."""
    public, found = view.public, odds(view, rng)
    rivals = public.betting.live.count(True) - 1
    win = found.win * (1 - FEAR * min(1.0, view.owed / max(public.pot - view.owed, UNIT)))
    size, strong = _get_bet_amount(legal), is_strong(view, win, rivals)
    if size and strong:
        return _bet_nearest(size, view.full_pot if win > SURE else view.half_pot)
    if strong and legal.contains(AllIn()):
        return AllIn()
    if legal.contains(Check()):
        bluffs = size and rivals == 1 and public.board and rng.percent_chance(BLUFF_PERCENT)
        return _bet_nearest(size, view.half_pot) if size and bluffs else Check()
    stay = win * public.pot + found.bonus - (1 - win) * (view.owed + public.penalty)
    return Call() if stay > 0 else Fold()


def is_strong(view: DilemmaView, win: float, rivals: int) -> bool:
    """Well above an even share; who has been raised in this round must be better still."""
    even = 1 / (rivals + 1)
    own_bet = view.public.betting.bets[view.me]
    raised = view.owed > 0 and own_bet > view.public.blinds[1]
    return win > even + (1 - even) * (0.6 if raised else 0.3)


def _get_bet_amount(legal: Legal[Move]) -> Amount[Move] | None:
    part = legal.of("raise") or legal.of("bet")
    return part if isinstance(part, Amount) else None


def _bet_nearest(size: Amount[Move], to: int) -> Move:
    """A bet or raise to that amount, or the nearest one allowed."""
    nearest = max(size.min, min(size.max, to))
    return Raise(nearest) if size.make is Raise else Bet(nearest)


def odds(view: DilemmaView, rng: Rng) -> Odds:
    """For the seat of the view, which holds cards; the community cards to come are dealt as well."""
    public, order, bonus_of = view.public, view.public.options.ranking, view.public.bonuses
    own, board = order.codes(view.mine.cards), order.codes(public.board)
    unseen = [code for code in order.code.values() if code not in own and code not in board]
    rivals = public.betting.live.count(True) - 1
    win = bonus = 0.0
    for _ in range(SAMPLES):
        cards = rng.partial_shuffle(unseen, len(public.gaps) + 2 * rivals)
        final = (*board, *cards[: len(public.gaps)])
        mine = order.best(own + final)
        if share := _get_pot_share(mine, cards[len(public.gaps) :], final, order.best):
            win += share
            bonus += share * bonus_of[order.category(mine)]
    return Odds(win / SAMPLES, bonus / SAMPLES)


def _get_pot_share(mine: int, holes: list[int], final: tuple[int, ...], best: Callable[[Sequence[int]], int]) -> float:
    """1 for a win, a part for a tie, else 0. `holes`: the rivals' cards, two by two."""
    tied = 1
    for at in range(0, len(holes), 2):
        other = best((holes[at], holes[at + 1], *final))
        if other > mine:
            return 0.0
        tied += other == mine
    return 1 / tied


BOTS: dict[str, Bot[DilemmaView, Move]] = {"beginner": beginner, "normal": normal}

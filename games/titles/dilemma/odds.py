"""How often a hand wins, found by dealing the unseen cards many times over. For bots."""

from collections.abc import Callable, Sequence

from games.engine.chance import Rng
from games.engine.values import value
from games.titles.dilemma.view import DilemmaView

DEALS = 160


@value
class Odds:
    """Against as many random hands as are still in: the share of the pot, and the bonus on average, won or not."""

    win: float
    bonus: float


def odds(view: DilemmaView, rng: Rng) -> Odds:
    """For the seat of the view, which holds cards; the community cards to come are dealt as well."""
    public, order, bonus_of = view.public, view.public.options.ranking, dict(view.public.bonuses)
    own, board = order.codes(view.mine.cards), order.codes(public.board)
    unseen = [code for code in order.code.values() if code not in own and code not in board]
    rivals = public.betting.live.count(True) - 1
    win = bonus = 0.0
    for _ in range(DEALS):
        cards = _drawn(unseen, len(public.gaps) + 2 * rivals, rng)
        final = (*board, *cards[: len(public.gaps)])
        mine = order.best(own + final)
        if share := _share(mine, cards[len(public.gaps) :], final, order.best):
            win += share
            bonus += share * bonus_of[order.category(mine)]
    return Odds(win / DEALS, bonus / DEALS)


def _share(mine: int, holes: list[int], final: tuple[int, ...], best: Callable[[Sequence[int]], int]) -> float:
    """1 for a win, a part for a tie, else 0. `holes`: the rivals' cards, two by two."""
    tied = 1
    for at in range(0, len(holes), 2):
        other = best((holes[at], holes[at + 1], *final))
        if other > mine:
            return 0.0
        tied += other == mine
    return 1 / tied


def _drawn(cards: list[int], count: int, rng: Rng) -> list[int]:
    """The first `count` cards of a fresh shuffle, done in place."""
    for at in range(count):
        other = at + rng.below(len(cards) - at)
        cards[at], cards[other] = cards[other], cards[at]
    return cards[:count]

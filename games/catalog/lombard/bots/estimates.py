"""How strong reckons that others decide: as normal does, told in a few sums instead of by dealing cards.

They are thought to guess their level (`levels`) a little wrong, and to look for their best hope. All of it but the
guess follows from what everybody sees. It agrees with normal's own choices but for a few hands in a hundred.
"""

from games.catalog.lombard.bots.chances import CERTAIN, EVEN, Flop, Row, get_flop, join
from games.catalog.lombard.bots.hopes import get_hope
from games.catalog.lombard.bots.levels import LEVELS
from games.catalog.lombard.bots.win_probability import RESPECT
from games.catalog.lombard.types import BONUS, COST, Action
from games.catalog.lombard.view import Public
from games.engine.game import Rng, frozen_dataclass

MISTAKE = 5  # a guess is off by fewer levels: the sum of two equal chances, up and down
Outlook = tuple[int, int]  # the hope to win the match if this hand loses, and what is added if it wins


@frozen_dataclass
class Turn:
    """A seat's turn as everybody sees it. `beats`: how likely each level beats all those in and to come."""

    beats: Row
    fold: int
    call: Outlook
    double: Outlook

    def choose(self, level: int) -> Action:
        """For a hand that is taken for that good."""
        chance, fold = self.beats[level], CERTAIN * self.fold
        call, double = (CERTAIN * lost + chance * more for lost, more in (self.call, self.double))
        if double > max(call, fold):
            return "double"
        return "call" if call > fold else "fold"

    def weigh(self, action: Action) -> tuple[int, ...]:
        """By the true level: how often somebody with such a hand does that, of `GUESSES`."""
        fits = [guessed for guessed in range(LEVELS) if self.choose(guessed) == action]
        return tuple(sum([weights[guessed] for guessed in fits]) for weights in _GUESSED)


def read_turn(public: Public, seat: int) -> Turn:
    """The turn of that seat in this round, whether it is to come, is now, or was."""
    order = public.order
    at, flop, beats, pot = order.index(seat), get_flop(public.board[:3]), EVEN, 1
    for other in order[:at]:
        action = public.actions[other]
        pot += COST.get(action, 0) + BONUS.get(action, 0)
        beats = join(beats, get_row(public, other, flop))
    later = order[at + 1 :]
    balances = list(public.balances)
    for other in order[at:]:
        balances[other] += public.bets[other]
    rivals = [other for other in order if other != seat and (public.actions[other] != "fold" or other in later)]
    if "double" in [public.actions[other] for other in order[:at]]:
        beats = respect(beats)
    return make_turn(public, flop, seat, balances, pot, beats, rivals, len(later))


def make_turn(
    public: Public, flop: Flop, seat: int, balances: list[int], pot: int, beats: Row, rivals: list[int], later: int
) -> Turn:
    """With so much in the pot, and so many of the rivals to come."""
    pot += (later * flop.pays + 500) // 1000
    target, owed = public.options.target_coins, public.options.track_debt

    def hope(action: Action, winner: int) -> int:
        after = balances.copy()
        after[seat] -= COST[action] if owed else min(COST[action], after[seat])
        after[winner] += pot + COST[action] + BONUS[action]
        return get_hope(after, seat, target)

    def look(action: Action) -> Outlook:
        lost = sum([hope(action, rival) for rival in rivals]) // len(rivals)
        return lost, hope(action, seat) - lost

    return Turn(join(beats, flop.to_come[later]), look("fold")[0], look("call"), look("double"))


def respect(beats: Row) -> Row:
    """What normal believes of it where somebody has doubled."""
    return tuple([chance * (100 - RESPECT) // 100 for chance in beats])


def get_row(public: Public, seat: int, flop: Flop) -> Row:
    """Against somebody who has decided."""
    if public.actions[seat] == "double":
        return flop.doubled
    card = next(filter(None, public.holes[seat]), None)
    return flop.called[card] if card and public.actions[seat] == "call" else EVEN


def guess(level: int, rng: Rng) -> int:
    """What it takes its hand for."""
    return clip(level + rng.randbelow(MISTAKE) + rng.randbelow(MISTAKE) - MISTAKE + 1)


def clip(level: int) -> int:
    return min(LEVELS - 1, max(0, level))


def _weigh_guesses(level: int) -> tuple[int, ...]:
    found = [0] * LEVELS
    for off in range(1 - MISTAKE, MISTAKE):
        found[clip(level + off)] += MISTAKE - abs(off)
    return tuple(found)


GUESSES = MISTAKE * MISTAKE
_GUESSED = tuple(map(_weigh_guesses, range(LEVELS)))

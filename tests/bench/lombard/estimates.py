"""Normal at a table for two, computed with a few sums instead of by dealing cards.

The model misjudges its level (`levels`) a little, and takes its best hope. Everything except the guess follows from
public information. With two players it agrees with normal's choices except for a few hands in a hundred; with four it
doesn't.
"""

from games.catalog.lombard.bots.hopes import get_hope
from games.catalog.lombard.bots.levels import LEVELS
from games.catalog.lombard.bots.win_probability import RESPECT
from games.catalog.lombard.types import BONUS, COST, Action
from games.catalog.lombard.view import Public
from games.engine.game import frozen_dataclass
from tests.bench.lombard.chances import CERTAIN, Flop, Row, join

MISTAKE = 5  # a guess is off by fewer levels: the sum of two equal chances, up and down
Outlook = tuple[int, int]  # the hope to win the match if this hand loses, and the gain if it wins


@frozen_dataclass
class Turn:
    """A seat's turn as everyone sees it. `beats`: how likely each level beats all those in and to come."""

    beats: Row
    fold: int
    call: Outlook
    double: Outlook

    def choose(self, level: int) -> Action:
        """For a hand that is taken for that good."""
        chance, fold = self.beats[level], CERTAIN * self.fold
        call, double = (CERTAIN * base + chance * gain for base, gain in (self.call, self.double))
        if double > max(call, fold):
            return "double"
        return "call" if call > fold else "fold"

    def weigh(self, action: Action) -> tuple[int, ...]:
        """Return how often a player with each true level does that, of `GUESSES`."""
        fits = [guessed for guessed in range(LEVELS) if self.choose(guessed) == action]
        return tuple(sum([weights[guessed] for guessed in fits]) for weights in _GUESSED)


def make_turn(
    public: Public, flop: Flop, seat: int, balances: list[int], pot: int, beats: Row, rivals: list[int], later: int
) -> Turn:
    """With so much in the pot, and so many of the rivals to come."""
    pot += (later * flop.pays + 500) // 1000
    target, tracks_debt = public.options.target_coins, public.options.track_debt

    def hope(action: Action, winner: int) -> int:
        after = balances.copy()
        after[seat] -= COST[action] if tracks_debt else min(COST[action], after[seat])
        after[winner] += pot + COST[action] + BONUS[action]
        return get_hope(after, seat, target)

    def look(action: Action) -> Outlook:
        base = sum([hope(action, rival) for rival in rivals]) // len(rivals)
        return base, hope(action, seat) - base

    return Turn(join(beats, flop.to_come[later]), look("fold")[0], look("call"), look("double"))


def respect(beats: Row) -> Row:
    """Return normal's belief after a double."""
    return tuple([chance * (100 - RESPECT) // 100 for chance in beats])


def clip(level: int) -> int:
    return min(LEVELS - 1, max(0, level))


def _weigh_guesses(level: int) -> tuple[int, ...]:
    weights = [0] * LEVELS
    for off in range(1 - MISTAKE, MISTAKE):
        weights[clip(level + off)] += MISTAKE - abs(off)
    return tuple(weights)


GUESSES = MISTAKE * MISTAKE
_GUESSED = tuple(map(_weigh_guesses, range(LEVELS)))

"""Likelihood that a seat holds a hand, given what it has paid and bet, if it had normal's habits.

Views have no list of moves. Only the seat's earlier payments, and its bet, check or call in this round, count.
"""

from games.catalog.dilemma.bots.habits import WHOLE, count_doublings, get_chance, weigh_as_normal
from games.catalog.dilemma.bots.spots import ALL, HALF, POT, STAY, Spot
from games.catalog.dilemma.view import Public

USUAL_BONUS = 75
LINE, HIGHEST_LINE = 150, 600  # ranks per doubling of the pot before this round; their maximum
LEAST = 5  # percent for a hand that normal would have folded, because people play differently


def weigh_rank(public: Public, seat: int, rank: int) -> int:
    """Return a relative likelihood. `rank` is the hand's on the current board."""
    spot = _imagine_spot(public, seat, get_chance(max(0, len(public.board) - 2), rank))
    return _weigh_earlier(spot, rank) * _weigh_round(public, seat, spot)


def _weigh_earlier(spot: Spot, rank: int) -> int:
    """Return the weight for the payments of earlier rounds: below a line, weaker hands are less likely."""
    line = min(HIGHEST_LINE, LINE * max(0, count_doublings(spot) - 1)) if spot.street else 0
    return 100 if rank >= line else 25 + 75 * rank // line


def _weigh_round(public: Public, seat: int, spot: Spot) -> int:
    """Return the weight for its bet or check in this round."""
    betting = public.betting
    bet, blind = betting.bets[seat], 0 if spot.street else public.blinds[1]
    if betting.seen[seat] < 0:
        return 100
    if bet <= blind:
        return max(LEAST, weigh_as_normal(spot)[STAY])
    weights = weigh_as_normal(spot)
    raises = weights[HALF] + weights[POT] + weights[ALL]
    if bet == betting.highest and bet > sorted(betting.bets)[-2]:
        return max(LEAST, raises)
    facing = spot._replace(to_call=bet, pot=spot.pot + bet, highest=bet, least=2 * bet, acted=False)
    return max(LEAST, weigh_as_normal(facing)[STAY])


def _imagine_spot(public: Public, seat: int, chance: int) -> Spot:
    """Return the spot of the seat's first decision in this round, if no one had bet before it."""
    betting, blind = public.betting, public.blinds[1]
    earlier, street = public.pot - sum(betting.bets), max(0, len(public.board) - 2)
    to_call = 0 if street else blind
    return Spot(
        street=street, chance=chance, now=chance, bonus=USUAL_BONUS, penalty=public.penalty,
        rivals=len(public.live) - 1, pot=earlier + to_call * 3 // 2, earlier=earlier, to_call=to_call, bet=0,
        highest=to_call, least=to_call + blind, max_bet=max(WHOLE, 2 * public.pot), blind=blind, last=False,
        acted=False,
    )  # fmt: skip

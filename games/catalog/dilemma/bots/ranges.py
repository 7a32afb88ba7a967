"""How likely it is that a seat holds a hand, after what it has paid and bet: as if it had normal's habits.

A view keeps no list of decisions. What a seat has put in before this round, and what it has bet, checked or called in
this one, is all that counts.
"""

from games.catalog.dilemma.bots.habits import WHOLE, count_doublings, get_chance, weigh_as_normal
from games.catalog.dilemma.bots.spots import ALL, HALF, POT, STAY, Spot
from games.catalog.dilemma.view import Public

USUAL_BONUS = 75
LINE, HIGHEST_LINE = 150, 600  # ranks a doubling of the pot before this round; most of what they may come to
LEAST = 5  # percent for a hand that normal would have given up, as people are no machines


def weigh_rank(public: Public, seat: int, rank: int) -> int:
    """In no unit: larger is likelier. `rank` is the hand's on the cards that lie."""
    spot = _imagine_spot(public, seat, get_chance(max(0, len(public.board) - 2), rank))
    return _weigh_earlier(spot, rank) * _weigh_round(public, seat, spot)


def _weigh_earlier(spot: Spot, rank: int) -> int:
    """For having paid so much in the rounds before: below the line it is the less likely the weaker the hand."""
    line = min(HIGHEST_LINE, LINE * max(0, count_doublings(spot) - 1)) if spot.street else 0
    return 100 if rank >= line else 25 + 75 * rank // line


def _weigh_round(public: Public, seat: int, spot: Spot) -> int:
    """For its bet or check of this round."""
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
    facing = spot._replace(owed=bet, pot=spot.pot + bet, highest=bet, least=2 * bet, acted=False)
    return max(LEAST, weigh_as_normal(facing)[STAY])


def _imagine_spot(public: Public, seat: int, chance: int) -> Spot:
    """The seat's first decision of this round, if nobody had bet before it."""
    betting, blind = public.betting, public.blinds[1]
    earlier, street = public.pot - sum(betting.bets), max(0, len(public.board) - 2)
    owed = 0 if street else blind
    return Spot(
        street=street, chance=chance, now=chance, bonus=USUAL_BONUS, penalty=public.penalty,
        rivals=len(public.live) - 1, pot=earlier + owed * 3 // 2, earlier=earlier, owed=owed, bet=0, highest=owed,
        least=owed + blind, most=max(WHOLE, 2 * public.pot), blind=blind, last=False, acted=False,
    )  # fmt: skip

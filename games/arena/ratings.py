"""Ratings by OpenSkill (Plackett-Luce): one number per player, from all matches of a game with the same setup."""

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from openskill.models import PlackettLuceRating

Places = tuple[Sequence[str], Sequence[int]]  # of a match: the players by seat, and their places


def rate_players(matches: Iterable[Places]) -> dict[str, tuple[float, float]]:
    """Return the skill and its standard error by player. Everyone starts at 25.

    A player in several seats of a match gets the average of those seats.
    """
    from openskill.models import PlackettLuce  # in requirements-dev.txt; sites need no ratings

    model = PlackettLuce(tau=0)  # players don't learn
    ratings: dict[str, PlackettLuceRating] = {}
    for players, places in matches:
        for player in players:
            ratings.setdefault(player, model.rating())
        rated = model.rate([[ratings[player]] for player in players], ranks=[float(place) for place in places])
        for player in set(players):
            seats = [team[0] for name, team in zip(players, rated, strict=True) if name == player]
            ratings[player] = model.rating(fmean(seat.mu for seat in seats), fmean(seat.sigma for seat in seats))
    return {player: (rating.mu, rating.sigma) for player, rating in ratings.items()}

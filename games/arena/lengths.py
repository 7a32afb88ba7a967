"""Match lengths: a bot's number of decisions in one seat, for the default and the short match of each game."""

from collections.abc import Iterator, Mapping

from games.arena.statistics import quantile
from games.arena.tournament import create_tournament
from games.catalog import registry
from games.engine.metadata import QUICK, GameMetadata, Value

HEADING = f"{'':10}{'match':8}{'5 %':>6}{'median':>8}{'95 %':>6}   options"


def list_lengths(level: str, other: str, matches: int, seed: int = 0) -> Iterator[str]:
    """Yield a line for each game and setup: decisions in one seat, from the 5th to the 95th percentile.

    `level` plays in that seat, `other` in all others. Raises TournamentError.
    """
    yield HEADING
    for slug, meta in registry.list_metadata().items():
        for name, options in _list_setups(meta).items():
            setup = [f"{key}={value}" for key, value in options.items()]
            tournament = create_tournament(slug, level, other, matches=matches, options=setup, seed=seed)
            decisions = [played.decisions[seat] for seat, played in tournament.play_matches()]
            low, middle, high = (f"{quantile(decisions, share):.0f}" for share in (0.05, 0.5, 0.95))
            yield f"{slug:10}{name:8}{low:>6}{middle:>8}{high:>6}   {' '.join(setup)}".rstrip()


def _list_setups(meta: GameMetadata) -> Mapping[str, Mapping[str, Value]]:
    """Return the default options, and those of the short match if there is one."""
    preset = meta.get_preset(QUICK)
    return {"usual": {}} | ({"short": preset.options} if preset else {})

"""Statistics of a tournament: counts, then the report."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt

from games.arena.match import MatchResult
from games.arena.tournament import Tournament

Z95 = 1.959964
FAULTS_SHOWN = 5


def wilson(wins: float, matches: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a share. A shared win counts as a fraction.

    It assumes independent matches. Those of one deal aren't, so the true interval is somewhat narrower.

    >>> [round(edge, 3) for edge in wilson(60, 100)]
    [0.502, 0.691]
    """
    if not matches:
        return 0.0, 1.0
    share, z2 = wins / matches, Z95 * Z95
    middle = share + z2 / (2 * matches)
    spread = Z95 * sqrt(share * (1 - share) / matches + z2 / (4 * matches * matches))
    scale = 1 + z2 / matches
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def quantile(values: Sequence[float], share: float) -> float:
    """Return the value below which that share lies, by nearest rank; 0 if there are none.

    >>> quantile([5, 1, 3], 0.5), quantile([5, 1, 3], 0.95)
    (3, 5)
    """
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))] if ranked else 0


@dataclass(slots=True)
class TournamentStatistics:
    """Running counts of a tournament. Call `add` for each match, then read `report`."""

    tournament: Tournament
    matches: int = 0
    ended: int = 0
    wins: float = 0.0
    own_score: int = 0
    other_score: int = 0
    decisions: list[int] = field(default_factory=list)
    visits: list[int] = field(default_factory=list)
    check_ins: list[float] = field(default_factory=list)
    events: list[int] = field(default_factory=list)
    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    decisions_by_level: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    faults: list[str] = field(default_factory=list)

    def add(self, seat: int, played: MatchResult) -> None:
        """Count a match in which the first level had that seat."""
        self.matches += 1
        self.faults += played.faults
        for at, level in enumerate(self.tournament.levels(seat)):
            self.seconds[level] += sum(played.seconds[at])
            self.decisions_by_level[level] += played.decisions[at]
        standing = played.standing
        if standing is None:
            return
        self.ended += 1
        if seat in standing.winners:
            self.wins += 1 / len(standing.winners)
        self.own_score += standing.scores[seat]
        self.other_score += sum(standing.scores) - standing.scores[seat]
        self.decisions += played.decisions
        self.visits += played.visits
        self.check_ins.append(played.check_ins)
        self.events.append(played.events)

    @property
    def is_flawless(self) -> bool:
        """Return whether every match ended and every choice was legal."""
        return self.ended == self.matches and not self.faults

    def report(self) -> Iterator[str]:
        """Yield the lines to print."""
        yield from self._heading()
        yield from self._results()
        yield ""
        yield f"{'':17}{'median':>8}   5–95 %"
        yield _spread("decisions a seat", self.decisions)
        yield _spread("visits a seat", self.visits)
        yield _spread("looks in all", self.check_ins)
        yield _spread("events", self.events)
        yield ""
        yield f"{'ms a decision':17}{', '.join(self._speeds())}"
        yield f"{'not ended':17}{self.matches - self.ended:>8}"
        yield f"{'illegal choices':17}{len(self.faults):>8}"
        yield from (f"  {fault}" for fault in self.faults[:FAULTS_SHOWN])

    def _heading(self) -> Iterable[str]:
        c = self.tournament
        against = f"against {c.other}" if c.other else "against the house"
        return (
            f"{c.game.metadata.slug}: {c.level} {against}, {c.seats} {'seats' if c.other else 'seat'}, seed {c.seed}",
            f"{self.matches} matches: {c.deals} deals, each from every seat",
            f"options: {' '.join(f'{key}={value}' for key, value in c.options.items()) or 'none'}",
            "",
        )

    def _results(self) -> Iterable[str]:
        c, played = self.tournament, max(1, self.ended)
        low, high = wilson(self.wins, self.ended)
        share = f"{'wins':17}{self.wins / played:>8.1%}   95 % interval {low:.1%} to {high:.1%}"
        yield share + (f", fair share {1 / c.seats:.1%}" if c.other else "")
        other_share = f"   the others {self.other_score / played / (c.seats - 1):.1f}" if c.other else ""
        yield f"{'mean score':17}{self.own_score / played:>8.1f}{other_share} {c.game.metadata.unit.en}"

    def _speeds(self) -> Iterable[str]:
        for level in dict.fromkeys(filter(None, (self.tournament.level, self.tournament.other))):
            yield f"{level} {1000 * self.seconds[level] / max(1, self.decisions_by_level[level]):.1f}"


def _spread(name: str, values: Sequence[float]) -> str:
    middle, low, high = (f"{quantile(values, share):.0f}" for share in (0.5, 0.05, 0.95))
    return f"{name:17}{middle:>8}   {low}–{high}"

"""Decisions in the auction: the expected result of a hand as landlord, compared with leaving it to others.

Chances are in percent, fitted to deals between normals: see docs/bots/doudizhu.md.
"""

from collections.abc import Iterable, Iterator

from games.catalog.doudizhu.bots.hand_splitting import BOMB
from games.catalog.doudizhu.bots.planning import HandAnalysis
from games.catalog.doudizhu.types import SEATS

# A landlord's winning percentage with 25 cards, and its increase for each bomb, each high card and each trick in the
# cost of their plan: when asked first; and after refusals, because those who refused may play only one bomb.
FIRST, AFTER_REFUSALS = (19, 7, 5, 0), (41, 4, 2, -2)
HIGH = ("2", "s", "B")
LIMITED = 20  # subtracted for a forced landlord, who has refused
OTHERS_ACCEPT, OTHERS_WIN, FORCED_WIN = 25, 57, 22  # percentages: the next one accepts, and wins; a forced one wins
WHOLE_MATCH = 12
# Additional value of accepting, in ten-thousandths of a chip, times the rate: a landlord doesn't share the win, so it
# helps more to win the match.
APPETITE = 3_000
Outcome = tuple[int, int, int, bool]  # probability in 1/100 percent; landlord, rate, whether they win


def accepts(analysis: HandAnalysis, skill: int = 0) -> bool:
    """Return whether accepting has a higher value. `skill` is added to the winning percentage of normals."""
    chance = estimate_chance(analysis) + skill
    rate = 2 if analysis.seat == analysis.public.starter else 1
    accepting = _split_outcome(100, chance, analysis.seat, rate)
    appetite = 0 if _is_last_deal(analysis) else APPETITE * rate
    return _rate(analysis, accepting) + appetite > _rate(analysis, _list_refusal_outcomes(analysis, chance))


def estimate_chance(analysis: HandAnalysis) -> int:
    """Return the winning percentage of the hand as a landlord who may play all its bombs."""
    bombs = sum(analysis.cards.count(rank) >= BOMB for rank in set(analysis.cards))
    high = sum(analysis.cards.count(card) for card in HIGH)
    base, per_bomb, per_high, per_trick = AFTER_REFUSALS if "refuse" in analysis.public.answers else FIRST
    chance = base + per_bomb * bombs + per_high * high + per_trick * analysis.split().cost // 10
    return max(5, min(95, chance))


def _list_refusal_outcomes(analysis: HandAnalysis, chance: int) -> Iterator[Outcome]:
    """Yield the outcomes of refusing.

    Later seats may accept; if none does, the one asked first is forced, which may be this seat.
    """
    public, percent = analysis.public, 100
    starter = public.starter
    assert starter is not None, "someone is asked"
    for step in range(sum(answer != "" for answer in public.answers) + 1, SEATS):
        yield from _split_outcome(percent * OTHERS_ACCEPT // 100, OTHERS_WIN, (starter - step) % SEATS, 1)
        percent -= percent * OTHERS_ACCEPT // 100
    limited = LIMITED if public.options.forced_landlord_limited else 0
    yield from _split_outcome(percent, chance - limited if starter == analysis.seat else FORCED_WIN, starter, 1)


def _split_outcome(weight: int, chance: int, landlord: int, rate: int) -> Iterator[Outcome]:
    yield weight * chance, landlord, rate, True
    yield weight * (100 - chance), landlord, rate, False


def _rate(analysis: HandAnalysis, outcomes: Iterable[Outcome]) -> int:
    """Return the expected chips; in the last deal, the expected share of the match."""
    last = _is_last_deal(analysis)
    return sum(
        weight * (_get_share(analysis, gains) if last else gains[analysis.seat])
        for weight, gains in ((weight, list_gains(*outcome)) for weight, *outcome in outcomes)
    )


def _is_last_deal(analysis: HandAnalysis) -> bool:
    return analysis.public.deal == analysis.public.options.deals


def list_gains(landlord: int, rate: int, wins: int) -> tuple[int, ...]:
    """Return the chips won or lost by seat (section 5)."""
    share = rate if wins else -rate
    return tuple([(SEATS - 1) * share if seat == landlord else -share for seat in range(SEATS)])


def _get_share(analysis: HandAnalysis, gains: tuple[int, ...]) -> int:
    """Return the seat's share of the match if the deal ends like that, in twelfths: ties share it."""
    chips = [before + gain for before, gain in zip(analysis.public.chips, gains, strict=True)]
    highest = max(chips)
    return WHOLE_MATCH // chips.count(highest) if chips[analysis.seat] == highest else 0

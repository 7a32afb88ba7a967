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


def accepts(own: HandAnalysis, skill: int = 0) -> bool:
    """Return whether accepting has a higher value. `skill` is added to the winning percentage of normals."""
    chance = estimate_chance(own) + skill
    rate = 2 if own.seat == own.public.starter else 1
    accepting = _split_outcome(100, chance, own.seat, rate)
    appetite = 0 if _is_last_deal(own) else APPETITE * rate
    return _rate(own, accepting) + appetite > _rate(own, _list_refusal_outcomes(own, chance))


def estimate_chance(own: HandAnalysis) -> int:
    """Return the winning percentage of the hand as a landlord who may play all its bombs."""
    bombs = sum(own.cards.count(rank) >= BOMB for rank in set(own.cards))
    high = sum(own.cards.count(card) for card in HIGH)
    base, per_bomb, per_high, per_trick = AFTER_REFUSALS if "refuse" in own.public.answers else FIRST
    chance = base + per_bomb * bombs + per_high * high + per_trick * own.split().cost // 10
    return max(5, min(95, chance))


def _list_refusal_outcomes(own: HandAnalysis, chance: int) -> Iterator[Outcome]:
    """Yield the outcomes of refusing.

    Later seats may accept; if none does, the one asked first is forced, which may be this seat.
    """
    public, left = own.public, 100
    starter = public.starter
    assert starter is not None, "somebody is asked"
    for step in range(sum(answer != "" for answer in public.answers) + 1, SEATS):
        yield from _split_outcome(left * OTHERS_ACCEPT // 100, OTHERS_WIN, (starter - step) % SEATS, 1)
        left -= left * OTHERS_ACCEPT // 100
    limited = LIMITED if public.options.forced_landlord_limited else 0
    yield from _split_outcome(left, chance - limited if starter == own.seat else FORCED_WIN, starter, 1)


def _split_outcome(weight: int, chance: int, landlord: int, rate: int) -> Iterator[Outcome]:
    yield weight * chance, landlord, rate, True
    yield weight * (100 - chance), landlord, rate, False


def _rate(own: HandAnalysis, outcomes: Iterable[Outcome]) -> int:
    """Return the expected chips; in the last deal, the expected share of the match."""
    last = _is_last_deal(own)
    return sum(
        weight * (_get_share(own, gains) if last else gains[own.seat])
        for weight, gains in ((weight, list_gains(*outcome)) for weight, *outcome in outcomes)
    )


def _is_last_deal(own: HandAnalysis) -> bool:
    return own.public.deal == own.public.options.deals


def list_gains(landlord: int, rate: int, wins: int) -> tuple[int, ...]:
    """Return the chips won or lost by seat (section 5)."""
    share = rate if wins else -rate
    return tuple([(SEATS - 1) * share if seat == landlord else -share for seat in range(SEATS)])


def _get_share(own: HandAnalysis, gains: tuple[int, ...]) -> int:
    """Return the seat's share of the match if the deal ends like that, in twelfths: ties share it."""
    chips = [before + gain for before, gain in zip(own.public.chips, gains, strict=True)]
    most = max(chips)
    return WHOLE_MATCH // chips.count(most) if chips[own.seat] == most else 0

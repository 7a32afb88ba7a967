"""The bots. They see a view and the legal moves, never a state."""

from dataclasses import replace

from games.catalog.get9.moves import AllIn, Call, Check, Choose, Fold, Move, Open, Split
from games.catalog.get9.view import Get9View
from games.catalog.get9.win_probability import count_wins, good_splits
from games.engine.game import Bot, Rng, Simulator
from games.engine.legal_moves import Amount, Arrange, Legal

BEHIND = 8  # points; a beginner who is further behind gives up
SAMPLES = 150
RAISE_PERCENT = 130  # of a fair share among those who may still bet: from here on more chips pay
CALL_PERCENT = 70  # of a call has to come back on average: later rounds are often free


def beginner(view: Get9View, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Any split, one of the two higher cards; opens with 1, stays in unless it is far behind."""
    if isinstance(splits := legal.of("split"), Arrange):
        return replace(splits, first="").sample(rng)
    if legal.of("choose") is not None:
        return Choose(rng.choice(sorted(view.mine.piles[view.public.round - 1])[1:]))
    if legal.contains(Open(1)):
        return Open(1)
    behind = _behind(view)
    if behind < 0 and legal.contains(Call()):
        return Call()
    if legal.contains(Check()):
        return Check()
    if behind > BEHIND:
        return Fold()
    return Call() if legal.contains(Call()) else AllIn() if behind < 0 else Fold()


def normal(view: Get9View, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Splits and plays for the best average; bets by how often it wins the match over imagined cards."""
    if legal.of("split") is not None:
        return Split(rng.shuffled(rng.choice(good_splits())))
    counts = count_wins(view, SAMPLES, rng)
    if legal.of("choose") is not None:
        return Choose(max(counts, key=counts.__getitem__))
    return _bet(view, legal, 100 * counts[""] // SAMPLES)


BOTS: dict[str, Bot[Get9View, Move]] = {"beginner": beginner, "normal": normal}


def _behind(view: Get9View) -> int:
    """Points to the best of the others still in and of the dealer; negative for a lead."""
    points = view.public.points
    return max(view.public.dealer_points, *(points[seat] for seat in view.rivals), 0) - points[view.me]


def _bet(view: Get9View, legal: Legal[Move], percent: int) -> Move:
    """All that may be bet with a good chance; else a rest if it is free, or a call if the pots pay for it."""
    good = percent * len(view.public.active) >= RAISE_PERCENT
    amount = legal.of("open") or legal.of("raise")
    if isinstance(amount, Amount) and (good or amount.make is Open):
        return amount.make(**{amount.field: amount.max if good else amount.min})
    if legal.contains(Check()):
        return Check()
    return _answer(view, legal, percent)


def _answer(view: Get9View, legal: Legal[Move], percent: int) -> Move:
    public = view.public
    owed = [min(chips, missing) for chips, missing in zip(public.chips, public.owed, strict=True)]
    if percent * (sum(public.pots) + sum(owed) + public.carry) <= CALL_PERCENT * owed[view.me]:
        return Fold()
    return Call() if legal.contains(Call()) else AllIn()

"""The end of a match: payment, the carry-over pot, the extra match (rules sheet, 4 and 5)."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from games.catalog.get9.happenings import CarriedOver, GameEnded, Happening, MatchEnded, Won
from games.catalog.get9.state import Get9State, make_idle_state
from games.catalog.get9.types import Outcome, Result
from games.catalog.get9.view import Public
from games.engine.game import Step, frozen_dataclass, to_everyone
from games.kit.seats import rank_by_score
from games.kit.transitions import public_step


@frozen_dataclass
class Settlement:
    """Chips won from the pots by seat (the winner also gets the carry-over pot), and `unclaimed` for the new one."""

    result: Result
    winner: int | None
    won: tuple[int, ...]
    unclaimed: int


def settle_pots(pots: tuple[int, ...], points: tuple[int, ...], dealer: int, contenders: Collection[int]) -> Settlement:
    """Return the settlement of a match. `pots` and `points` are by seat; `contenders` haven't folded, at least one.

    >>> settle_pots((2, 5, 5), (20, 15, 10), 9, (0, 1, 2))
    Settlement(result='winner', winner=0, won=(6, 6, 0), unclaimed=0)
    """
    by_points = _best_first(points, contenders)
    no_winnings = (0,) * len(pots)
    if dealer >= points[by_points[0][0]]:
        return Settlement("dealer", None, no_winnings, sum(pots))
    if len(by_points[0]) > 1:
        return Settlement("tie", None, no_winnings, sum(pots))
    won = _pay_in_layers(pots, by_points)
    return Settlement("winner", by_points[0][0], won, sum(pots) - sum(won))


def _best_first(points: tuple[int, ...], contenders: Collection[int]) -> list[list[int]]:
    """Return the contenders by points, best first, with equals grouped."""
    steps = sorted({points[seat] for seat in contenders}, reverse=True)
    return [[seat for seat in sorted(contenders) if points[seat] == step] for step in steps]


def _pay_in_layers(pots: tuple[int, ...], by_points: list[list[int]]) -> tuple[int, ...]:
    """Return the chips won by seat: the best player is paid first, then the next best (4, step 3).

    Each takes, from every pot, the part up to their own stake above the stakes already paid. They need not have beaten
    the dealer, except for the first. From the first tie on, no one is paid.
    """
    won, served = [0] * len(pots), 0
    for equals in by_points:
        if len(equals) > 1:
            break
        seat = equals[0]
        won[seat] = sum(max(0, min(pot, pots[seat]) - served) for pot in pots)
        served = max(served, pots[seat])
    return tuple(won)


def pay_match(state: Get9State) -> Step[Get9State, Happening]:
    """Pay out all pots and the carry-over pot, clear the table, and move the button on."""
    public = state.public
    deal = settle_pots(public.pots, public.points, public.dealer_points, public.contenders)
    outcome = _outcome(public, deal)
    chips = tuple(stack + won for stack, won in zip(public.chips, outcome.won, strict=True))
    after = make_idle_state(
        public.options,
        chips,
        phase="end" if _is_last_match(public, chips, outcome.carried_out) else "begin",
        match=public.match,
        button=public.next_button,
        carry=outcome.carried_out,
        last=outcome,
    )
    return Step(after, tuple(map(to_everyone, _make_happenings(outcome, deal))))


def _outcome(public: Public, deal: Settlement) -> Outcome:
    """Return the outcome.

    The only best player also takes the carry-over pot; without one, it stays and gets all pots (4).
    """
    carry_won = 0 if deal.winner is None else public.carry
    return Outcome(
        match=public.match,
        rounds=public.rounds,
        statuses=public.statuses,
        points=public.points,
        dealer_points=public.dealer_points,
        pots=public.pots,
        carried_in=public.carry,
        result=deal.result,
        winner=deal.winner,
        won=tuple(won + (carry_won if seat == deal.winner else 0) for seat, won in enumerate(deal.won)),
        carried_out=public.carry - carry_won + deal.unclaimed,
    )


def _make_happenings(outcome: Outcome, deal: Settlement) -> Iterator[Happening]:
    yield MatchEnded(outcome.match, deal.result, deal.winner, outcome.points, outcome.dealer_points)
    for seat, won in enumerate(deal.won):
        if outcome.won[seat]:
            yield Won(seat, won, outcome.won[seat] - won)
    if deal.unclaimed:
        yield CarriedOver(deal.unclaimed, outcome.carried_out)


def _is_last_match(public: Public, chips: tuple[int, ...], carry: int) -> bool:
    """Return whether the game ends (5): after the agreed matches, or the one extra match for the carry-over pot.

    With fewer than two players who have chips it ends immediately, even with chips in the middle.
    """
    return sum(stack > 0 for stack in chips) < 2 or public.match >= public.options.matches + (carry > 0)


def end_game(state: Get9State) -> Step[Get9State, Happening]:
    """End the game: most chips win, equals share the win, and what is left in the middle belongs to no one (5)."""
    public = state.public
    happening = GameEnded(rank_by_score(public.chips, is_over=True).winners, max(public.chips), public.carry)
    return public_step(state, replace(public, phase="over"), happening)

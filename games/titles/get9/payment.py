"""The end of a match: pots, carry-over pot, the extra match (rules sheet, 4 and 5). Who gets what is in `settle`."""

from dataclasses import replace

from games.engine.contract import Step, Told, everybody
from games.kit.seats import ranked
from games.titles.get9.happenings import CarriedOver, GameEnded, Happening, MatchEnded, Won
from games.titles.get9.parts import Outcome
from games.titles.get9.settle import Settlement, settled
from games.titles.get9.state import Get9State, between
from games.titles.get9.view import Public


def paid(state: Get9State) -> Step[Get9State, Happening]:
    """All pots and the carry-over pot find their owners, the cards leave the table, the button moves on."""
    public = state.public
    deal = settled(public.pots, public.points, public.dealer_points, public.contenders)
    outcome = _outcome(public, deal)
    chips = tuple(own + won for own, won in zip(public.chips, outcome.won, strict=True))
    after = between(
        public.options,
        chips,
        phase="end" if _was_last(public, chips, outcome.carried_out) else "begin",
        match=public.match,
        button=public.next_button,
        carry=outcome.carried_out,
        last=outcome,
    )
    return Step(after, tuple(_told(outcome, deal)))


def _outcome(public: Public, deal: Settlement) -> Outcome:
    """The one best player takes the carry-over pot too; without one it stays, and all pots come to it (4)."""
    taken = 0 if deal.winner is None else public.carry
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
        won=tuple(won + (taken if seat == deal.winner else 0) for seat, won in enumerate(deal.won)),
        carried_out=public.carry - taken + deal.left,
    )


def _told(outcome: Outcome, deal: Settlement) -> list[Told[Happening]]:
    told: list[Told[Happening]] = [
        everybody(MatchEnded(outcome.match, deal.result, deal.winner, outcome.points, outcome.dealer_points))
    ]
    for seat, won in enumerate(deal.won):
        if outcome.won[seat]:
            told.append(everybody(Won(seat, won, outcome.won[seat] - won)))
    if deal.left:
        told.append(everybody(CarriedOver(deal.left, outcome.carried_out)))
    return told


def _was_last(public: Public, chips: tuple[int, ...], carry: int) -> bool:
    """Whether the game ends (5): after the agreed matches, or after the one extra match for the carry-over pot.

    With fewer than two players who have chips it ends at once, whatever lies in the middle.
    """
    if sum(own > 0 for own in chips) < 2:
        return True
    return public.match >= public.options.matches + (1 if carry else 0)


def ended(state: Get9State) -> Step[Get9State, Happening]:
    """Most chips win, equals share the win; what is left in the middle is nobody's (5)."""
    public = state.public
    told = everybody(GameEnded(ranked(public.chips, over=True).winners, max(public.chips), public.carry))
    return Step(replace(state, public=replace(public, phase="over")), (told,))

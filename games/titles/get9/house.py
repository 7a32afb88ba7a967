"""What the house does by itself, one step at a time: the dealer's piles, the opening, the points, the payment."""

from dataclasses import replace

from games.engine.chance import Chance
from games.engine.contract import Step, Told, everybody
from games.titles.get9 import betting
from games.titles.get9.cards import DECK, beats, points_of
from games.titles.get9.happenings import (
    CarriedOver,
    DealerOpened,
    DealerScored,
    GameEnded,
    MatchBegan,
    MatchEnded,
    NoBetting,
    Played,
    RoundBegan,
    Scored,
    Won,
)
from games.titles.get9.parts import ROUNDS, Cards, Outcome, Phase, Round, Status
from games.titles.get9.settle import Settlement, settled
from games.titles.get9.state import State


def advance(state: State, chance: Chance) -> Step | None:
    """One house step, or None when a seat must decide or the game is over."""
    match state.phase:
        case "begin":
            return _begin(state, chance)
        case "choose" if not state.choosing:
            return _open(state)
        case "dealer":
            return _dealer(state)
        case "score":
            return _score(state)
        case "bet" if state.turn is None:
            return _settle(state) if state.round == ROUNDS else _next_round(state)
        case "end":
            return _end(state)
    return None


def _begin(state: State, chance: Chance) -> Step:
    """The dealer's piles are random; who has no chips is out; the button skips him."""
    number = state.match + 1
    cards = chance.shuffled(f"match/{number}/dealer", DECK)
    statuses: tuple[Status, ...] = tuple("active" if chips else "out" for chips in state.chips)
    button = next(seat for seat in state.clockwise(state.button) if state.chips[seat])
    begun = replace(
        state, phase="choose", match=number, round=1, button=button, statuses=statuses,
        dealer=(cards[:3], cards[3:6], cards[6:]),
    )  # fmt: skip
    extra = number > state.options.matches
    return Step(begun, (everybody(MatchBegan(number, button, extra, state.carry)),))


def _open(state: State) -> Step:
    """GET9! The chosen cards are opened together."""
    played = tuple(_played(state, seat) for seat in range(state.seats))
    told = (everybody(Played(seat, played[seat])) for seat in state.contenders)
    return Step(replace(state, phase="dealer", rounds=(*state.rounds, Round(played))), tuple(told))


def _played(state: State, seat: int) -> str:
    return state.picks[seat][state.round - 1] if seat in state.contenders else ""


def _dealer(state: State) -> Step:
    """The second card from the top of the dealer's pile."""
    card = state.dealer[state.round - 1][1]
    opened = replace(state.rounds[-1], dealer=card)
    return Step(_with_round(state, opened, "score"), (everybody(DealerOpened(card)),))


def _score(state: State) -> Step:
    """Who beats the dealer's card opens his other two and scores them; the dealer has to beat everybody's card."""
    opened = scored(state)
    told: list[Told] = [
        everybody(Scored(seat, cards, opened.points[seat])) for seat, cards in enumerate(opened.others) if cards
    ]
    told.append(everybody(DealerScored(opened.dealer_others, opened.dealer_points)))
    after = betting.begun(_with_round(state, opened, "bet"))
    if reason := betting.silence(after):
        told.append(everybody(NoBetting(state.round, reason)))
    return Step(after, tuple(told))


def scored(state: State) -> Round:
    """The round just opened, with its points. The played card never counts."""
    opened = state.rounds[-1]
    others = tuple(_others(state, seat, card, opened.dealer) for seat, card in enumerate(opened.played))
    first, _, third = state.dealer[state.round - 1]
    ahead = all(beats(opened.dealer, opened.played[seat]) for seat in state.contenders)
    dealer_others = (first, third) if ahead else ()
    return replace(
        opened,
        others=others,
        points=tuple(map(points_of, others)),
        dealer_others=dealer_others,
        dealer_points=points_of(dealer_others),
    )


def _others(state: State, seat: int, card: str, dealer: str) -> Cards:
    if not card or not beats(card, dealer):
        return ()
    return tuple(other for other in state.splits[seat][state.round - 1] if other != card)


def _with_round(state: State, opened: Round, phase: Phase) -> State:
    return replace(state, phase=phase, rounds=(*state.rounds[:-1], opened))


def _next_round(state: State) -> Step:
    """The button moves on; who rested, comes back."""
    after = replace(
        state, phase="choose", round=state.round + 1, button=_next_button(state), bets=(0,) * state.seats, cap=None,
        acted=(False,) * state.seats,
        statuses=tuple("active" if status == "resting" else status for status in state.statuses),
    )  # fmt: skip
    return Step(after, (everybody(RoundBegan(after.round, after.button)),))


def _next_button(state: State) -> int:
    return next(seat for seat in state.clockwise(state.button + 1) if state.statuses[seat] != "out")


def _settle(state: State) -> Step:
    """Pots and carry-over pot are paid, the cards leave the table."""
    points = tuple(sum(opened.points[seat] for opened in state.rounds) for seat in range(state.seats))
    dealer = sum(opened.dealer_points for opened in state.rounds)
    deal = settled(state.pots, points, dealer, state.contenders)
    carried = state.carry if deal.winner is None else 0
    outcome = Outcome(
        match=state.match, rounds=state.rounds, statuses=state.statuses, points=points, dealer_points=dealer,
        pots=state.pots, carried_in=state.carry, result=deal.result, winner=deal.winner,
        won=_paid(deal, state.carry), carried_out=carried + deal.left,
    )  # fmt: skip
    chips = tuple(own + won for own, won in zip(state.chips, outcome.won, strict=True))
    after = _cleared(replace(state, chips=chips, carry=outcome.carried_out, button=_next_button(state), last=outcome))
    return Step(replace(after, phase="end" if _is_last(after) else "begin"), tuple(_told(state, outcome, deal)))


def _paid(deal: Settlement, carry: int) -> tuple[int, ...]:
    """The one best player also takes the carry-over pot."""
    return tuple(won + (carry if seat == deal.winner else 0) for seat, won in enumerate(deal.won))


def _told(state: State, outcome: Outcome, deal: Settlement) -> list[Told]:
    sums = MatchEnded(state.match, deal.result, deal.winner, outcome.points, outcome.dealer_points)
    told = [everybody(sums)]
    for seat, won in enumerate(deal.won):
        if outcome.won[seat]:
            told.append(everybody(Won(seat, won, outcome.won[seat] - won)))
    if deal.left:
        told.append(everybody(CarriedOver(deal.left, outcome.carried_out)))
    return told


def _cleared(state: State) -> State:
    """The table between two matches."""
    nothing = (0,) * state.seats
    return replace(
        state, round=0, pots=nothing, bets=nothing, acted=(False,) * state.seats, turn=None, cap=None, dealer=(),
        splits=((),) * state.seats, picks=((),) * state.seats, rounds=(),
        statuses=tuple("active" if chips else "out" for chips in state.chips),
    )  # fmt: skip


def _is_last(state: State) -> bool:
    """After the agreed matches one more is played for a carry-over pot; with one rich player left there is no play."""
    if sum(chips > 0 for chips in state.chips) < 2:
        return True
    return state.match >= state.options.matches + (state.carry > 0)


def _end(state: State) -> Step:
    most = max(state.chips)
    winners = tuple(seat for seat, chips in enumerate(state.chips) if chips == most)
    return Step(replace(state, phase="over"), (everybody(GameEnded(winners, most, state.carry)),))

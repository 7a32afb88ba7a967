"""What the house does by itself, one step at a time: the dealer's piles, the opening, the points, the next round.

What follows the last betting of a match is in `payment`.
"""

from dataclasses import replace

from games.engine.chance import Chance
from games.engine.contract import Step, Told, everybody
from games.titles.get9 import betting, payment
from games.titles.get9.cards import DECK, beats, points_of
from games.titles.get9.happenings import (
    DealerOpened,
    DealerScored,
    MatchBegan,
    NoBetting,
    Played,
    RoundBegan,
    Scored,
)
from games.titles.get9.parts import ROUNDS, Cards, Phase, Round, Status
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
            return payment.paid(state) if state.round == ROUNDS else _next_round(state)
        case "end":
            return payment.ended(state)
    return None


def _begin(state: State, chance: Chance) -> Step:
    """The dealer's piles are random (rules sheet, 3.1); who has no chips is out (5); the button skips him (3.2)."""
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
    """GET9! The chosen cards are opened together (3.2, step 1)."""
    played = tuple(_played(state, seat) for seat in range(state.seats))
    told = (everybody(Played(seat, played[seat])) for seat in state.contenders)
    return Step(replace(state, phase="dealer", rounds=(*state.rounds, Round(played))), tuple(told))


def _played(state: State, seat: int) -> str:
    return state.picks[seat][state.round - 1] if seat in state.contenders else ""


def _dealer(state: State) -> Step:
    """The second card from the top of the dealer's pile (3.2, step 2)."""
    card = state.dealer[state.round - 1][1]
    opened = replace(state.rounds[-1], dealer=card)
    return Step(_with_round(state, opened, "score"), (everybody(DealerOpened(card)),))


def _score(state: State) -> Step:
    """Who beats the dealer's card opens his other two and scores them, and so does the dealer; then bets are due."""
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
    """The round just opened, with its points (3.2, steps 3 and 4). The played card never counts.

    The dealer has to beat the card of every player still in: a tie with one of them gives it nothing.
    """
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
    """The other two cards of a pile whose card beat the dealer's; a tie opens nothing."""
    if not card or not beats(card, dealer):
        return ()
    return tuple(other for other in state.splits[seat][state.round - 1] if other != card)


def _with_round(state: State, opened: Round, phase: Phase) -> State:
    return replace(state, phase=phase, rounds=(*state.rounds[:-1], opened))


def _next_round(state: State) -> Step:
    """The button moves on (3.2, step 6); who rested comes back (3.3)."""
    after = replace(
        state, phase="choose", round=state.round + 1, button=state.next_button, bets=(0,) * state.seats, cap=None,
        acted=(False,) * state.seats,
        statuses=tuple("active" if status == "resting" else status for status in state.statuses),
    )  # fmt: skip
    return Step(after, (everybody(RoundBegan(after.round, after.button)),))

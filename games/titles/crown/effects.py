"""What decisions do to the cards and points, for players and the automaton alike (rules sheet, 3 to 4.4)."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from games.engine.contract import Happening, Step, Told, everybody, only
from games.titles.crown.happenings import (
    Attacked,
    BishopsShown,
    Defended,
    Discarded,
    DiscardedCards,
    NoblesDiscarded,
    PrincesRevealed,
    Taken,
    TurnEnded,
    Yielded,
)
from games.titles.crown.kinds import Cards, bishop_points, cost, eroded, in_order, merged, minus
from games.titles.crown.parts import Deed
from games.titles.crown.state import CrownState

T = TypeVar("T")


def at(pair: tuple[T, T], seat: int, value: T) -> tuple[T, T]:
    """The pair with that seat's value changed."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def told(state: CrownState, seat: int, plain: Happening, secret: Happening) -> tuple[Told, ...]:
    """The plain fact for everybody and the cards for the seat; in solo the cards for everybody."""
    return (everybody(secret),) if state.options.solo else (everybody(plain), only(seat, secret))


def gained(state: CrownState, seat: int, cards: Iterable[str]) -> CrownState:
    return replace(state, hands=at(state.hands, seat, in_order([*state.hands[seat], *cards])))


def buried(state: CrownState, seat: int, cards: Cards) -> CrownState:
    """Cards put into the pile face down, known to that seat alone; in solo to everybody. They come from no hand."""
    if state.options.solo:
        return replace(state, pile=in_order(state.pile + cards))
    return replace(state, secrets=at(state.secrets, seat, in_order(state.secrets[seat] + cards)))


def discarded(state: CrownState, seat: int, cards: Cards) -> CrownState:
    """Cards put from a hand into the pile before everybody's eyes."""
    other = 1 - seat
    return replace(
        state,
        hands=at(state.hands, seat, minus(state.hands[seat], cards)),
        pile=in_order(state.pile + cards),
        known=at(state.known, other, minus(state.known[other], cards)),
        tabled=minus(state.tabled, cards) if seat == state.player else state.tabled,
    )


def scored(state: CrownState, seat: int, points: int) -> CrownState:
    """Points gained; reaching the target wins at once, in the middle of a turn too (3)."""
    score = state.scores[seat] + points
    after = replace(state, scores=at(state.scores, seat, score))
    return replace(after, phase="won", winner=seat) if score >= state.options.target else after


def princes_revealed(state: CrownState, seat: int) -> Step:
    """Wins at once (3). By option also while two cards are passed on: nobody keeps those any more."""
    after = _draft_ended(state) if state.phase in ("pick", "give") else state
    after = replace(after, phase="won", winner=seat, by_princes=True)
    return Step(after, (everybody(PrincesRevealed(seat)),))


def _draft_ended(state: CrownState) -> CrownState:
    """The two cards passed on go to the pile, face down as the last one would: every card lies somewhere."""
    after = buried(state, state.player, state.passed[state.player])
    return replace(after, passed=((), ())) if state.options.solo else after


def bishops_shown(state: CrownState, count: int, pair: bool) -> Step:
    """They stay on the table until the turn ends, so the other knows them from now on (4.2)."""
    seat, other, cards, points = state.player, state.other, cost("B", count, pair), bishop_points(count)
    tabled = in_order(state.tabled + cards)
    known = at(state.known, other, merged(state.known[other], tabled)) if not state.options.solo else state.known
    shown = replace(state, tabled=tabled, known=known, deeds=(*state.deeds, Deed("bishops", cards, points)))
    after = scored(shown, seat, points)
    return Step(after, (everybody(BishopsShown(seat, cards, points, after.scores[seat])),))


def nobles_discarded(state: CrownState, count: int, pair: bool, points: int) -> Step:
    """What they are worth depends on the mode, and for the automaton on the best sets (4.2, 5)."""
    seat, cards = state.player, cost("N", count, pair)
    paid = replace(discarded(state, seat, cards), deeds=(*state.deeds, Deed("nobles", cards, points)))
    after = scored(paid, seat, points)
    return Step(after, (everybody(NoblesDiscarded(seat, cards, points, after.scores[seat])),))


def attacked(state: CrownState, pair: bool) -> Step:
    """The cost is paid before the other says whether it defends (4.3)."""
    seat, cards = state.player, cost("K", 3, pair)
    after = replace(discarded(state, seat, cards), phase="defend", deeds=(*state.deeds, Deed("attack", cards)))
    return Step(after, (everybody(Attacked(seat, cards)),))


def defended(state: CrownState, pair: bool) -> Step:
    """The attack has no other effect, and the hand isn't shown (4.3)."""
    cards = cost("K", 2, pair)
    deed = replace(state.deeds[-1], defence=cards)
    after = replace(discarded(state, state.other, cards), deeds=(*state.deeds[:-1], deed))
    return Step(back_to_actions(after), (everybody(Defended(state.other, cards)),))


def yielded(state: CrownState) -> Step:
    return Step(replace(state, phase="open"), (everybody(Yielded(state.other)),))


def taken(state: CrownState, kind: str) -> Step:
    """All cards of the kind are discarded; as many points change hands, but no more than the attacked has (4.3)."""
    seat, other = state.player, state.other
    cards = tuple(card for card in state.hands[other] if card == kind)
    points = min(len(cards), state.scores[other])
    deed = replace(state.deeds[-1], took=kind, count=len(cards), points=points)
    struck = replace(
        discarded(state, other, cards),
        deeds=(*state.deeds[:-1], deed),
        scores=at(state.scores, other, state.scores[other] - points),
    )
    after = scored(back_to_actions(struck), seat, points)
    return Step(after, (everybody(Taken(other, kind, len(cards), points)),))


def back_to_actions(state: CrownState) -> CrownState:
    """After an attack the turn goes on."""
    return replace(state, phase="auto" if state.options.solo and state.player == 1 else "act")


def turn_ended(state: CrownState, limit: int) -> Step:
    """What was shown returns to the hand; from `limit` cards on half of them must go (4.4)."""
    seat = state.player
    over_limit = len(state.hands[seat]) >= limit
    after = replace(state, phase="limit" if over_limit else "between", tabled=())
    return Step(after, (everybody(TurnEnded(seat, state.tabled)),))


def half_discarded(state: CrownState, cards: Cards) -> Step:
    """Face down: the other can only be sure of what is left if all of those are among the cards known."""
    seat, other = state.player, state.other
    lighter = replace(
        state,
        phase="between",
        hands=at(state.hands, seat, minus(state.hands[seat], cards)),
        known=at(state.known, other, eroded(state.known[other], len(cards))),
    )
    secret = told(state, seat, Discarded(seat, len(cards)), DiscardedCards(seat, cards))
    return Step(buried(lighter, seat, cards), secret)

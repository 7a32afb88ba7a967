"""What the house does by itself, one step at a time: lot, deal, draw, reshuffle, the automaton, the end."""

from dataclasses import replace

from games.engine.chance import Chance
from games.engine.contract import Step, everybody, only
from games.titles.crown import automaton
from games.titles.crown.draft import Drew, DrewCards
from games.titles.crown.effects import at, back_to_actions, gained, told
from games.titles.crown.happenings import (
    Began,
    Dealt,
    FirstPlayer,
    HandOpened,
    HandSeen,
    MatchEnded,
    Refilled,
    Reshuffled,
    TurnBegan,
)
from games.titles.crown.kinds import DECK, in_order
from games.titles.crown.parts import Phase
from games.titles.crown.state import CrownState

HAND = 5
DRAFT = 3


def advance(state: CrownState, chance: Chance) -> Step | None:
    """One house step, or None when a seat must decide or the match is over."""
    if state.asked is not None:
        return None
    match state.phase:
        case "start":
            return _first_player(state, chance)
        case "deal":
            return _deal(state, chance)
        case "between":
            return _between(state, chance)
        case "draw":
            return _draw(state, chance)
        case "open":
            return _open(state)
        case "won":
            return _end(state)
        case "over":
            return None
    return automaton.moved(state)


def _first_player(state: CrownState, chance: Chance) -> Step:
    """By lot, in solo too (rules sheet, 2 and 5)."""
    player = chance.below("first-player", 2)
    return Step(replace(state, phase="deal", player=player), (everybody(FirstPlayer(player)),))


def _deal(state: CrownState, chance: Chance) -> Step:
    """25 cards, five each, the first player's on top (rules sheet, 2).

    `player` is turned so that the first turn falls to that seat.
    """
    deck = chance.shuffled("deck", DECK)
    first, second = in_order(deck[:HAND]), in_order(deck[HAND : 2 * HAND])
    hands = (first, second) if state.player == 0 else (second, first)
    after = replace(state, phase="between", player=state.other, hands=hands, deck=deck[2 * HAND :])
    all_see = state.options.solo
    dealt = (Dealt(seat, hands[seat]) for seat in (0, 1))
    return Step(after, (everybody(Began()), *(everybody(one) if all_see else only(one.seat, one) for one in dealt)))


def _between(state: CrownState, chance: Chance) -> Step:
    """The next turn; in solo the automaton first draws up to five cards (5)."""
    missing = HAND - len(state.hands[1])
    if state.options.solo and missing > 0:
        return _reshuffle(state, chance) if not state.deck else _refill(state, missing)
    seat, turn = state.other, state.turn + 1
    phase: Phase = "auto" if state.options.solo and seat == 1 else "draw"
    after = replace(state, phase=phase, turn=turn, player=seat, deeds=(), before=state.deeds)
    return Step(after, (everybody(TurnBegan(turn, seat)),))


def _refill(state: CrownState, missing: int) -> Step:
    cards = in_order(state.deck[:missing])
    after = replace(gained(state, 1, cards), deck=state.deck[missing:])
    return Step(after, (everybody(Refilled(1, cards)),))


def _draw(state: CrownState, chance: Chance) -> Step:
    """Three cards; when the deck runs out on the way, the pile is shuffled first and those drawn stay (4.1)."""
    if not state.deck:
        return _reshuffle(state, chance)
    missing = DRAFT - len(state.drawn)
    cards = in_order(state.deck[:missing])
    drawn = in_order(state.drawn + cards)
    phase: Phase = "keep" if len(drawn) == DRAFT else "draw"
    after = replace(state, phase=phase, drawn=drawn, deck=state.deck[missing:])
    return Step(after, told(state, state.player, Drew(state.player, len(cards)), DrewCards(state.player, cards)))


def _reshuffle(state: CrownState, chance: Chance) -> Step:
    """The pile is the new deck, and nobody knows a card of it any more."""
    number = state.shuffles + 1
    deck = chance.shuffled(f"reshuffle/{number}", in_order(state.pile + state.secrets[0] + state.secrets[1]))
    after = replace(state, deck=deck, pile=(), secrets=((), ()), shuffles=number)
    return Step(after, (everybody(Reshuffled(len(deck))),))


def _open(state: CrownState) -> Step:
    """The attacker sees the hand that was not defended. An empty one loses nothing (4.3)."""
    seat, other, hand = state.player, state.other, state.hands[state.other]
    after = replace(state, phase="choose") if hand else back_to_actions(state)
    after = replace(after, known=at(state.known, seat, hand)) if not state.options.solo else after
    return Step(after, told(state, seat, HandOpened(other, len(hand)), HandSeen(other, hand)))


def _end(state: CrownState) -> Step:
    assert state.winner is not None, "somebody has won"
    ended = MatchEnded(state.winner, state.scores[state.winner], state.by_princes)
    return Step(replace(state, phase="over"), (everybody(ended),))

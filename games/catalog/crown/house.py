"""What the house does by itself, one step at a time: lot, deal, draw, reshuffle, the automaton, the end."""

from dataclasses import replace

from games.catalog.crown import effects
from games.catalog.crown import happenings as log
from games.catalog.crown.cards import DECK, Cards, automaton_noble_points, in_order, most_held
from games.catalog.crown.effects import Done, back_to_actions, learnt, seen, told
from games.catalog.crown.state import CrownState, laid, sides
from games.catalog.crown.view import Own
from games.engine.game import Chance, Step, everybody, only
from games.kit.seats import put
from games.kit.transitions import openly

HAND = 5
DRAFT = 3
NO_LIMIT = 99  # cards; the automaton keeps them all


def advance(state: CrownState, chance: Chance) -> Done | None:
    """One house step, or None when a seat must decide or the match is over."""
    if state.public.asked is not None:
        return None
    match state.public.phase:
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
    return _automaton(state)


def _first_player(state: CrownState, chance: Chance) -> Done:
    """By lot, in solo too (rules sheet, 2 and 5)."""
    player = chance.below("first-player", 2)
    return openly(state, replace(state.public, phase="deal", player=player), log.FirstPlayer(player))


def _deal(state: CrownState, chance: Chance) -> Done:
    """25 cards, five each, the first player's on top (rules sheet, 2).

    `player` is turned so that the first turn falls to that seat.
    """
    public, deck = state.public, chance.shuffled("deck", DECK)
    first, second = in_order(deck[:HAND]), in_order(deck[HAND : 2 * HAND])
    hands = (first, second) if public.player == 0 else (second, first)
    ready = replace(public, phase="between", player=public.other)
    after = laid(ready, tuple(Own(hand) for hand in hands), deck[2 * HAND :])
    dealt = (log.Dealt(seat, hand) for seat, hand in enumerate(hands))
    all_see = public.options.solo
    return Step(after, (everybody(log.Began()), *(everybody(one) if all_see else only(one.seat, one) for one in dealt)))


def _between(state: CrownState, chance: Chance) -> Done:
    """The next turn; in solo the automaton first draws up to five cards (5)."""
    public, solo = state.public, state.public.options.solo
    if solo and len(public.hands[1]) < HAND:
        return _refill(state) if state.hidden.deck else _reshuffle(state, chance)
    seat, turn = public.other, public.turn + 1
    phase = replace(public, phase="auto" if solo and seat == 1 else "draw")
    after = replace(phase, turn=turn, player=seat, deeds=(), before=public.deeds)
    return openly(state, after, log.TurnBegan(turn, seat))


def _refill(state: CrownState) -> Done:
    own, deck = sides(state), state.hidden.deck
    missing = HAND - len(own[1].hand)
    cards = in_order(deck[:missing])
    fuller = replace(own[1], hand=in_order(own[1].hand + cards))
    return Step(laid(state.public, put(own, 1, fuller), deck[missing:]), (everybody(log.Refilled(1, cards)),))


def _draw(state: CrownState, chance: Chance) -> Done:
    """Three cards; when the deck runs out on the way, the pile is shuffled first and those drawn stay (4.1)."""
    public, seat, own, deck = state.public, state.public.player, sides(state), state.hidden.deck
    if not deck:
        return _reshuffle(state, chance)
    missing = DRAFT - public.in_draw
    cards = in_order(deck[:missing])
    drawn = in_order(own[seat].drawn + cards)
    drawing = replace(public, phase="keep" if len(drawn) == DRAFT else "draw")
    after = laid(drawing, put(own, seat, replace(own[seat], drawn=drawn)), deck[missing:])
    return Step(after, told(public, seat, log.Drew(seat, len(cards)), log.DrewCards(seat, cards)))


def _reshuffle(state: CrownState, chance: Chance) -> Done:
    """The pile is the new deck, and nobody knows a card of it any more."""
    public, own, number = state.public, sides(state), state.public.shuffles + 1
    deck = chance.shuffled(f"reshuffle/{number}", in_order(public.pile + own[0].buried + own[1].buried))
    after = laid(replace(public, pile=(), shuffles=number), tuple(replace(one, buried=()) for one in own), deck)
    return Step(after, (everybody(log.Reshuffled(len(deck))),))


def _open(state: CrownState) -> Done:
    """The attacker sees the hand that was not defended. An empty one loses nothing (4.3)."""
    public, hand = state.public, sides(state)[state.public.other].hand
    after = seen(state, replace(public, phase="choose") if hand else back_to_actions(public))
    opened, shown = log.HandOpened(public.other, len(hand)), log.HandSeen(public.other, hand)
    return Step(learnt(after, public.player, hand), told(public, public.player, opened, shown))


def _end(state: CrownState) -> Done:
    public = state.public
    assert public.winner is not None, "somebody has won"
    ended = log.MatchEnded(public.winner, public.scores[public.winner], public.by_princes)
    return openly(state, replace(public, phase="over"), ended)


# --- the automaton, seat 1 of the solo game: fixed rules, nothing to decide (rules sheet, 5) ---------------------


def _automaton(state: CrownState) -> Done:
    """The automaton's next step, as attacker or attacked or in its own turn."""
    players, hand = state.public.hands
    match state.public.phase:
        case "defend":
            return _answered(state, hand)
        case "choose":
            return effects.taken(state, most_held(players))
    return _acted(state, hand)


def _acted(state: CrownState, hand: Cards) -> Done:
    """In this order: princes, bishops (once), all nobles, an attack for every three knights, the end of the turn."""
    princes, nobles = hand.count("P"), hand.count("N")
    if princes == 3:
        return effects.princes_revealed(state, 1)
    bishops = hand.count("B") + princes // 2
    if bishops >= 3 and not state.public.tabled:
        return effects.bishops_shown(state, bishops, pair=princes == 2)
    if nobles >= 2:
        return effects.nobles_discarded(state, nobles, False, automaton_noble_points(nobles))
    if hand.count("K") >= 3:
        return effects.attacked(state, pair=False)
    return effects.turn_ended(state, NO_LIMIT)


def _answered(state: CrownState, hand: Cards) -> Done:
    """It always defends if it can: with two knights, or with its only one and two princes."""
    knights = hand.count("K")
    if knights >= 2:
        return effects.defended(state, pair=False)
    return effects.defended(state, pair=True) if knights == 1 and hand.count("P") >= 2 else effects.yielded(state)

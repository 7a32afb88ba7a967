"""House steps: lot, deal, draw, reshuffle, the automaton and the end."""

from dataclasses import replace

from games.catalog.crown import effects
from games.catalog.crown import happenings as log
from games.catalog.crown.cards import DECK, Cards, automaton_noble_points, most_held, sort_cards
from games.catalog.crown.effects import CrownStep, back_to_actions, learn_cards, make_happenings, with_public
from games.catalog.crown.state import CrownState, get_sides, make_state
from games.catalog.crown.view import Own
from games.engine.game import Chance, Step, to_everyone, to_seats
from games.kit.seats import replace_at
from games.kit.transitions import public_step

HAND = 5
DRAFT = 3
NO_LIMIT = 99  # the automaton has no hand limit


def advance(state: CrownState, chance: Chance) -> CrownStep | None:
    """Return one house step, or None if a seat must decide or the match is over."""
    if state.public.asked is not None:
        return None
    match state.public.phase:
        case "start":
            return _first_player(state, chance)
        case "deal":
            return _deal(state, chance)
        case "between":
            return _begin_turn(state, chance)
        case "draw":
            return _draw(state, chance)
        case "open":
            return _open(state)
        case "won":
            return _end(state)
        case "over":
            return None
    return _automaton(state)


def _first_player(state: CrownState, chance: Chance) -> CrownStep:
    """Choose the first player by lot, in solo too (rules sheet, 2 and 5)."""
    player = chance.randbelow("first-player", 2)
    return public_step(state, replace(state.public, phase="deal", player=player), log.FirstPlayer(player))


def _deal(state: CrownState, chance: Chance) -> CrownStep:
    """Deal five cards each from 25, the first player's on top (rules sheet, 2).

    `player` is set so that the first turn goes to that seat.
    """
    public, deck = state.public, chance.shuffled("deck", DECK)
    first, second = sort_cards(deck[:HAND]), sort_cards(deck[HAND : 2 * HAND])
    hands = (first, second) if public.player == 0 else (second, first)
    ready = replace(public, phase="between", player=public.other)
    after = make_state(ready, tuple(Own(hand) for hand in hands), deck[2 * HAND :])
    dealt = (log.Dealt(seat, hand) for seat, hand in enumerate(hands))
    all_see = public.options.solo
    return Step(
        after,
        (
            to_everyone(log.Began()),
            *(to_everyone(happening) if all_see else to_seats(happening.seat, happening) for happening in dealt),
        ),
    )


def _begin_turn(state: CrownState, chance: Chance) -> CrownStep:
    """Begin the next turn; in solo the automaton first draws up to five cards (5)."""
    public, solo = state.public, state.public.options.solo
    if solo and len(public.hands[1]) < HAND:
        return _refill(state) if state.hidden.deck else _reshuffle(state, chance)
    seat, turn = public.other, public.turn + 1
    phase = replace(public, phase="auto" if solo and seat == 1 else "draw")
    after = replace(phase, turn=turn, player=seat, deeds=(), before=public.deeds)
    return public_step(state, after, log.TurnBegan(turn, seat))


def _refill(state: CrownState) -> CrownStep:
    sides, deck = get_sides(state), state.hidden.deck
    missing = HAND - len(sides[1].hand)
    cards = sort_cards(deck[:missing])
    fuller = replace(sides[1], hand=sort_cards(sides[1].hand + cards))
    return Step(
        make_state(state.public, replace_at(sides, 1, fuller), deck[missing:]), (to_everyone(log.Refilled(1, cards)),)
    )


def _draw(state: CrownState, chance: Chance) -> CrownStep:
    """Draw three cards. If the deck runs out, the drawn ones are kept and the pile is shuffled first (4.1)."""
    public, seat, sides, deck = state.public, state.public.player, get_sides(state), state.hidden.deck
    if not deck:
        return _reshuffle(state, chance)
    missing = DRAFT - public.in_draw
    cards = sort_cards(deck[:missing])
    drawn_cards = sort_cards(sides[seat].drawn + cards)
    drawing = replace(public, phase="keep" if len(drawn_cards) == DRAFT else "draw")
    after = make_state(drawing, replace_at(sides, seat, replace(sides[seat], drawn=drawn_cards)), deck[missing:])
    return Step(after, make_happenings(public, seat, log.Drew(seat, len(cards)), log.DrewCards(seat, cards)))


def _reshuffle(state: CrownState, chance: Chance) -> CrownStep:
    """Make the pile the new deck; no one knows its cards any more."""
    public, sides, number = state.public, get_sides(state), state.public.shuffles + 1
    deck = chance.shuffled(f"reshuffle/{number}", sort_cards(public.pile + sides[0].buried + sides[1].buried))
    after = make_state(
        replace(public, pile=(), shuffles=number), tuple(replace(side, buried=()) for side in sides), deck
    )
    return Step(after, (to_everyone(log.Reshuffled(len(deck))),))


def _open(state: CrownState) -> CrownStep:
    """Show an undefended hand to the attacker. An empty one loses nothing (4.3)."""
    public, hand = state.public, get_sides(state)[state.public.other].hand
    after = with_public(state, replace(public, phase="choose") if hand else back_to_actions(public))
    hand_opened, hand_seen = log.HandOpened(public.other, len(hand)), log.HandSeen(public.other, hand)
    return Step(learn_cards(after, public.player, hand), make_happenings(public, public.player, hand_opened, hand_seen))


def _end(state: CrownState) -> CrownStep:
    public = state.public
    assert public.winner is not None, "someone has won"
    ended = log.MatchEnded(public.winner, public.scores[public.winner], public.by_princes)
    return public_step(state, replace(public, phase="over"), ended)


# --- the automaton, seat 1 of the solo game: fixed rules, no decisions (rules sheet, 5) ---------------------------


def _automaton(state: CrownState) -> CrownStep:
    """Return the automaton's next step, as attacker, when attacked, or in its own turn."""
    players, hand = state.public.hands
    match state.public.phase:
        case "defend":
            return _answer_attack(state, hand)
        case "choose":
            return effects.take_cards(state, most_held(players))
    return _act_automaton(state, hand)


def _act_automaton(state: CrownState, hand: Cards) -> CrownStep:
    """Act in this order: princes, bishops (once), all nobles, an attack for every three knights, end of turn."""
    princes, nobles = hand.count("P"), hand.count("N")
    if princes == 3:
        return effects.reveal_princes(state, 1)
    bishops = hand.count("B") + princes // 2
    if bishops >= 3 and not state.public.tabled:
        return effects.show_bishops(state, bishops, pair=princes == 2)
    if nobles >= 2:
        return effects.discard_nobles(state, nobles, False, automaton_noble_points(nobles))
    if hand.count("K") >= 3:
        return effects.start_attack(state, pair=False)
    return effects.end_turn(state, NO_LIMIT)


def _answer_attack(state: CrownState, hand: Cards) -> CrownStep:
    """Defend if possible: with two knights, or with its only one and two princes."""
    knights = hand.count("K")
    if knights >= 2:
        return effects.defend_attack(state, pair=False)
    return (
        effects.defend_attack(state, pair=True)
        if knights == 1 and hand.count("P") >= 2
        else effects.yield_attack(state)
    )

"""The house's player of the solo game (seat 1): fixed rules, nothing to decide (rules sheet, 5)."""

from games.titles.crown import effects
from games.titles.crown.effects import Done
from games.titles.crown.kinds import Cards, automaton_noble_points, most_held
from games.titles.crown.state import CrownState

NO_LIMIT = 99  # cards; the automaton keeps them all


def moved(state: CrownState) -> Done:
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

"""The house's player of the solo game (seat 1): fixed rules, nothing to decide (rules sheet, 5)."""

from games.engine.contract import Step
from games.titles.crown.effects import (
    attacked,
    bishops_shown,
    defended,
    nobles_discarded,
    princes_revealed,
    taken,
    turn_ended,
    yielded,
)
from games.titles.crown.kinds import automaton_noble_points, most_held
from games.titles.crown.state import CrownState

NO_LIMIT = 99  # cards; the automaton keeps them all


def moved(state: CrownState) -> Step:
    """The automaton's next step, as attacker or attacked or in its own turn."""
    if state.phase == "defend":
        return _answered(state)
    if state.phase == "choose":
        return taken(state, most_held(state.hands[0]))
    return _acted(state)


def _acted(state: CrownState) -> Step:
    """In this order: princes, bishops (once), all nobles, an attack for every three knights, the end of the turn."""
    hand = state.hands[1]
    princes, nobles = hand.count("P"), hand.count("N")
    if princes == 3:
        return princes_revealed(state, 1)
    bishops = hand.count("B") + princes // 2
    if bishops >= 3 and not state.tabled:
        return bishops_shown(state, bishops, pair=princes == 2)
    if nobles >= 2:
        return nobles_discarded(state, nobles, False, automaton_noble_points(nobles))
    if hand.count("K") >= 3:
        return attacked(state, pair=False)
    return turn_ended(state, NO_LIMIT)


def _answered(state: CrownState) -> Step:
    """It always defends if it can: with two knights, or with its only one and two princes."""
    hand = state.hands[1]
    knights = hand.count("K")
    if knights >= 2:
        return defended(state, pair=False)
    return defended(state, pair=True) if knights == 1 and hand.count("P") >= 2 else yielded(state)

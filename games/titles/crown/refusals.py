"""Why a move was refused. Only called for moves that are not legal; tells nothing the seat does not know."""

from games.engine.errors import IllegalMove
from games.engine.values import Move
from games.titles.crown.choices import noble_sets
from games.titles.crown.kinds import PAIR, Cards, holds, minus
from games.titles.crown.moves import Attack, Bishops, Discard, Nobles, Reveal
from games.titles.crown.parts import Phase
from games.titles.crown.state import CrownState

# Where there is one question only: the type of its answer, and the reason against any other move.
_FIRST: dict[Phase, tuple[str, ...]] = {
    "keep": ("keep",),
    "pick": ("pick",),
    "give": ("give",),
    "defend": ("defend", "yield"),
    "choose": ("take",),
    "limit": ("discard",),
}


def refusal(state: CrownState, seat: int, move: Move) -> IllegalMove:
    """The reason as a code of the title's refusal template, with its numbers."""
    if state.phase == "over":
        return IllegalMove("match-over")
    if isinstance(move, Reveal) and state.hands[seat].count("P") < 3:
        return IllegalMove("need-three-princes")
    if seat != state.asked:
        return IllegalMove("not-your-turn")
    if state.phase == "act":
        return _no_action(state, move)
    if move.type not in _FIRST[state.phase]:
        return IllegalMove(f"{_FIRST[state.phase][0]}-first")
    return _no_answer(state, move)


def _no_answer(state: CrownState, move: Move) -> IllegalMove:
    if isinstance(move, Discard):
        count = len(state.hands[state.player]) // 2
        wrong = len(move.cards) != count
        return IllegalMove("wrong-number", {"count": count}) if wrong else IllegalMove("not-your-cards")
    if state.phase == "defend":
        return IllegalMove("no-defence")
    return IllegalMove("not-held" if state.phase == "choose" else "not-among-them")


def _no_action(state: CrownState, move: Move) -> IllegalMove:
    hand = state.hands[state.player]
    match move:
        case Bishops(count, pair):
            fresh = minus(hand, state.tabled)
            if count < 3:
                return IllegalMove("too-few-bishops")
            return _unpaid("bishops", hand, fresh, pair)
        case Nobles(count, pair):
            if count not in noble_sets(state):
                return IllegalMove("two-nobles" if state.options.mode == "classic" else "two-to-four-nobles")
            return _unpaid("nobles", hand, hand, pair)
        case Attack(pair):
            return _unpaid("knights", hand, hand, pair)
    return IllegalMove("not-now")


def _unpaid(what: str, hand: Cards, fresh: Cards, pair: bool) -> IllegalMove:
    """No pair of princes, a pair that was already shown, or too few cards of the kind."""
    if pair and not holds(hand, PAIR):
        return IllegalMove("no-prince-pair")
    if pair and not holds(fresh, PAIR):
        return IllegalMove("prince-pair-shown")
    return IllegalMove(f"not-enough-{what}")

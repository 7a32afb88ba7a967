"""Values of a seat's legal moves: its chance to win, by the value of their possible outcomes."""

from collections.abc import Callable
from functools import cached_property

from games.catalog.crown.bots.chances import WHOLE
from games.catalog.crown.bots.counts import PRINCES, STEPS, encode_hand, showing_points
from games.catalog.crown.bots.likely_hands import weigh_hands
from games.catalog.crown.bots.planning import Action, Planner
from games.catalog.crown.bots.worth import Goals, get_worth
from games.catalog.crown.cards import bishop_points, cost, remove_cards
from games.catalog.crown.moves import (
    Attack,
    Bishops,
    Defend,
    Discard,
    EndTurn,
    Give,
    Keep,
    Move,
    Nobles,
    Pick,
    Reveal,
    Take,
    Yield,
)  # fmt: skip
from games.catalog.crown.view import CrownView
from games.engine.legal_moves import Choice, Legal


class MoveValues:
    """Rating of the moves of one question.

    Values are chances in parts of `chances.WHOLE`, summed over the weights of `worlds`.
    """

    def __init__(self, view: CrownView) -> None:
        public, options = view.public, view.public.options
        self.view, self.public, self.solo, self.hand = view, public, options.solo, encode_hand(view.mine.hand)
        self.planner = Planner(get_worth(options.mode, options.target_points), public.shuffles > 0)
        goal, other_goal = (options.target_points - public.scores[seat] for seat in (view.me, 1 - view.me))
        self.goals: Goals = goal, other_goal
        self.worlds = weigh_hands(view, self._want)
        # Points that bishops will score this turn in any case.
        unshown = public.player == view.me and not public.tabled
        self.soon: Goals = goal - (showing_points(self.hand) if unshown else 0), other_goal

    def rate(self, move: Move) -> int:
        planner, worlds = self.planner, self.worlds
        match move:
            case Reveal():
                return WHOLE * sum(worlds.values())
            case Keep(kind):
                return self._rate_keeping(kind)
            case Give(kind):
                return self._rate_giving(self.hand, kind)
            case Pick(kind):
                mine = self.hand + STEPS[kind]
                return self._sum(lambda theirs: WHOLE - planner.rate_draft(theirs, mine, self.goals[::-1]))
            case Take(kind):
                return self._sum(lambda theirs: planner.rate_taking(kind, self.hand, theirs, self.soon))
            case Discard(cards):
                return planner.rate_ends(self.hand - encode_hand(cards), worlds, self.goals)
            case Defend(pair):
                return self._rate_defence(self.hand - encode_hand(cost("K", 2, pair)))
            case Yield():
                return self._rate_yielding()
            case Bishops(count, pair):
                # Show no more cards than needed, and princes only if they score.
                goals = self.goals[0] - bishop_points(count), self.goals[1]
                return planner.rate_plan(self.hand, worlds, goals) - count - pair
            case Nobles(count, pair):
                return self._actions["nobles", count, pair]
            case Attack(pair):
                return self._actions["attack", 3, pair]
            case EndTurn():
                return planner.rate_ends(self.hand, worlds, self.goals)
        raise AssertionError(f"no move: {move}")

    def _sum(self, rate: Callable[[int], int]) -> int:
        return sum(weight * rate(theirs) for theirs, weight in self.worlds.items())

    def _want(self, theirs: int) -> int:
        """Return how good a hand was for the other when it picked a card."""
        return -self.planner.rate_draft(self.hand, theirs, self.goals)

    @cached_property
    def _actions(self) -> dict[Action, int]:
        return dict(self.planner.rate_actions(self.hand, self.worlds, self.soon))

    def _rate_keeping(self, kind: str) -> int:
        left, mine = remove_cards(self.view.mine.drawn, (kind,)), self.hand + STEPS[kind]
        if PRINCES[mine] == 3:
            return WHOLE * sum(self.worlds.values())
        if self.solo:
            return max(self._rate_giving(mine, given) for given in left)
        return self.planner.rate_keeping(mine, [STEPS[one] for one in left], self.worlds, self.goals)

    def _rate_giving(self, mine: int, kind: str) -> int:
        worlds = {theirs + STEPS[kind]: weight for theirs, weight in self.worlds.items()}
        return self.planner.rate_plan(mine, worlds, (self.goals[0] - showing_points(mine), self.goals[1]))

    def _get_attackers_goals(self, theirs: int) -> Goals:
        """Return the attacker's goals, considering that it may still show bishops."""
        return self.goals[1] - (0 if self.public.tabled else showing_points(theirs)), self.goals[0]

    def _rate_defence(self, left: int) -> int:
        planner = self.planner
        if self.solo:
            return self._sum(lambda theirs: planner.rate_automaton(left, theirs, self.goals))
        return self._sum(lambda theirs: WHOLE - planner.rate_rest(theirs, left, self._get_attackers_goals(theirs)))

    def _rate_yielding(self) -> int:
        planner = self.planner
        if self.solo:
            return self._sum(lambda theirs: planner.rate_struck(self.hand, theirs, self.goals))
        return self._sum(lambda theirs: WHOLE - planner.rate_hit(theirs, self.hand, self._get_attackers_goals(theirs)))


def list_moves(legal: Legal[Move]) -> list[Move]:
    """List every legal move. All of them are Choice sets in this game."""
    return [move for part in legal if isinstance(part, Choice) for move in part.moves]

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
                own_hand = self.hand + STEPS[kind]
                return self._sum(lambda other_hand: WHOLE - planner.rate_draft(other_hand, own_hand, self.goals[::-1]))
            case Take(kind):
                return self._sum(lambda other_hand: planner.rate_taking(kind, self.hand, other_hand, self.soon))
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
        return sum(weight * rate(other_hand) for other_hand, weight in self.worlds.items())

    def _want(self, other_hand: int) -> int:
        """Return how good a hand was for the other when it picked a card."""
        return -self.planner.rate_draft(self.hand, other_hand, self.goals)

    @cached_property
    def _actions(self) -> dict[Action, int]:
        return dict(self.planner.rate_actions(self.hand, self.worlds, self.soon))

    def _rate_keeping(self, kind: str) -> int:
        passed, own_hand = remove_cards(self.view.mine.drawn, (kind,)), self.hand + STEPS[kind]
        if PRINCES[own_hand] == 3:
            return WHOLE * sum(self.worlds.values())
        if self.solo:
            return max(self._rate_giving(own_hand, card) for card in passed)
        return self.planner.rate_keeping(own_hand, [STEPS[card] for card in passed], self.worlds, self.goals)

    def _rate_giving(self, own_hand: int, kind: str) -> int:
        worlds = {other_hand + STEPS[kind]: weight for other_hand, weight in self.worlds.items()}
        return self.planner.rate_plan(own_hand, worlds, (self.goals[0] - showing_points(own_hand), self.goals[1]))

    def _get_attackers_goals(self, other_hand: int) -> Goals:
        """Return the attacker's goals, considering that it may still show bishops."""
        return self.goals[1] - (0 if self.public.tabled else showing_points(other_hand)), self.goals[0]

    def _rate_defence(self, hand: int) -> int:
        planner = self.planner
        if self.solo:
            return self._sum(lambda other_hand: planner.rate_automaton(hand, other_hand, self.goals))
        return self._sum(
            lambda other_hand: WHOLE - planner.rate_rest(other_hand, hand, self._get_attackers_goals(other_hand))
        )

    def _rate_yielding(self) -> int:
        planner = self.planner
        if self.solo:
            return self._sum(lambda other_hand: planner.rate_struck(self.hand, other_hand, self.goals))
        return self._sum(
            lambda other_hand: WHOLE - planner.rate_hit(other_hand, self.hand, self._get_attackers_goals(other_hand))
        )


def list_moves(legal: Legal[Move]) -> list[Move]:
    """List every legal move. All of them are Choice sets in this game."""
    return [move for part in legal if isinstance(part, Choice) for move in part.moves]

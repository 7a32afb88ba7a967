"""Bots for Dou Dizhu.

The beginner plays the lowest card that works, normal follows a plan, and strong compares plays by playing them out.
"""

from games.catalog.doudizhu.bots.auction import accepts
from games.catalog.doudizhu.bots.planning import HandAnalysis, choose_play
from games.catalog.doudizhu.bots.search import choose_by_search
from games.catalog.doudizhu.moves import Accept, Move, Pass, Play, Refuse
from games.catalog.doudizhu.ranks import SUITED, Cards
from games.catalog.doudizhu.view import DoudizhuView
from games.engine.game import Bot, Rng, Simulator
from games.engine.legal_moves import Combos, Legal

NEAR_THE_END = 5  # cards of an opponent that make the beginner use bombs
BOMBS_TO_ACCEPT = 3
SKILL = 15  # percentage points by which a strong landlord wins more often than a normal one


def beginner(view: DoudizhuView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Lead low singles and pairs, answer with the lowest play; use bombs only when an opponent has few cards left."""
    analysis = HandAnalysis(view)
    if analysis.public.phase == "auction":
        bombs = sum(analysis.cards.count(rank) >= 4 for rank in SUITED)
        return Accept() if bombs >= BOMBS_TO_ACCEPT else Refuse()
    if analysis.public.top is None:
        return Play(_low(analysis))
    answers = [
        cards
        for cards in list_plays(legal)
        if analysis.nearest <= NEAR_THE_END or analysis.get_combo(cards).kind != "bomb"
    ]
    if not answers:
        return Pass()
    return Play(
        min(
            answers,
            key=lambda cards: (analysis.get_combo(cards).kind == "bomb", len(cards), analysis.get_combo(cards).rank),
        )
    )


def normal(view: DoudizhuView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Split the hand into few plays, save bombs and jokers, let team-mates win their tricks."""
    analysis = HandAnalysis(view)
    if analysis.public.phase == "auction":
        return Accept() if accepts(analysis) else Refuse()
    return to_move(choose_play(analysis, list_plays(legal)))


def strong(view: DoudizhuView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Play like normal, unless another play does better in imagined worlds that are played to their end."""
    analysis = HandAnalysis(view)
    if analysis.public.phase == "auction":
        return choose_answer_in_auction(analysis)
    plays = list_plays(legal)
    first = choose_play(analysis, plays)
    if not plays or len(first) == len(analysis.cards):
        return to_move(first)
    return to_move(choose_by_search(analysis, plays, first, rng, sim))


def choose_answer_in_auction(analysis: HandAnalysis) -> Move:
    """Return the strong bot's answer in the auction."""
    return Accept() if accepts(analysis, SKILL) else Refuse()


def to_move(cards: Cards) -> Move:
    return Play(cards) if cards else Pass()


def _low(analysis: HandAnalysis) -> Cards:
    """Return all cards if they are a combination, otherwise the lowest single or pair."""
    if analysis.cards in analysis.book.combos and (analysis.bombs or analysis.get_combo(analysis.cards).kind != "bomb"):
        return analysis.cards
    lowest = analysis.cards[0]
    return analysis.cards[:2] if analysis.cards.count(lowest) == 2 else analysis.cards[:1]


def list_plays(legal: Legal[Move]) -> tuple[Cards, ...]:
    part = legal.of(Play.type)
    return part.plays if isinstance(part, Combos) else ()


BOTS: dict[str, Bot[DoudizhuView, Move]] = {"beginner": beginner, "normal": normal, "strong": strong}

"""The bots of Dou Dizhu: a beginner who plays the lowest card that will do, and a normal player with a plan."""

from games.engine.chance import Rng
from games.engine.contract import Bot, Sim
from games.engine.legal import Combos, Legal
from games.titles.doudizhu.answering import answer
from games.titles.doudizhu.bidding import wants_to_be_landlord
from games.titles.doudizhu.eyes import Eyes, eyes
from games.titles.doudizhu.leading import lead
from games.titles.doudizhu.moves import Accept, Move, Pass, Play, Refuse
from games.titles.doudizhu.ranks import SUITED, Cards
from games.titles.doudizhu.view import DoudizhuView

NEAR_THE_END = 5  # cards of an opponent that make the beginner reach for his bombs
BOMBS_TO_ACCEPT = 3


def beginner(view: DoudizhuView, legal: Legal[Move], rng: Rng, sim: Sim) -> Move:
    """Leads low singles and pairs, answers with the lowest; bombs only when an opponent has few cards left."""
    own = eyes(view)
    if own.public.phase == "auction":
        bombs = sum(own.cards.count(rank) >= 4 for rank in SUITED)
        return Accept() if bombs >= BOMBS_TO_ACCEPT else Refuse()
    if own.public.top is None:
        return Play(_low(own))
    answers = [cards for cards in _plays(legal) if own.nearest <= NEAR_THE_END or own.of(cards).kind != "bomb"]
    if not answers:
        return Pass()
    return Play(min(answers, key=lambda cards: (own.of(cards).kind == "bomb", len(cards), own.of(cards).rank)))


def normal(view: DoudizhuView, legal: Legal[Move], rng: Rng, sim: Sim) -> Move:
    """Splits the hand into few plays, keeps bombs and jokers, lets team-mates win their tricks."""
    own = eyes(view)
    if own.public.phase == "auction":
        return Accept() if wants_to_be_landlord(own) else Refuse()
    if own.public.top is None:
        return Play(lead(own, _plays(legal)))
    cards = answer(own, _plays(legal))
    return Play(cards) if cards else Pass()


def _low(own: Eyes) -> Cards:
    """Everything at once if that is a combination, else the lowest single or pair."""
    if own.cards in own.book.combos and (own.bombs or own.of(own.cards).kind != "bomb"):
        return own.cards
    lowest = own.cards[0]
    return own.cards[:2] if own.cards.count(lowest) == 2 else own.cards[:1]


def _plays(legal: Legal[Move]) -> tuple[Cards, ...]:
    part = legal.of(Play.type)
    return part.plays if isinstance(part, Combos) else ()


BOTS: dict[str, Bot[DoudizhuView, Move]] = {"beginner": beginner, "normal": normal}

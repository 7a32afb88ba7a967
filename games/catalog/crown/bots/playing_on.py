"""Playouts of a match from a seat's question, in a world consistent with what the seat knows."""

from games.catalog.crown.bots.chances import WHOLE
from games.catalog.crown.bots.counts import STEPS, decode_hand, encode_hand
from games.catalog.crown.bots.quick_match import QuickMatch
from games.catalog.crown.bots.quick_solo import QuickSolo
from games.catalog.crown.bots.worth import Worth
from games.catalog.crown.card_counting import list_flying_cards, list_seen_cards
from games.catalog.crown.cards import ALL, Cards, bishop_points, cost, noble_points, remove_cards
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
    Take,
    Yield,
)  # fmt: skip
from games.catalog.crown.view import CrownView
from games.engine.chance import Rng

TURNS = 2  # number of turns played after the current one


class World:
    """A possible distribution of the unseen cards, and the randomness of the rest of the match."""

    def __init__(self, view: CrownView, worth: Worth, other_hand: int, rng: Rng) -> None:
        public, own_cards = view.public, view.mine
        self.view, self.worth, self.other_hand = view, worth, other_hand
        self.flying = own_cards.drawn + list_flying_cards(view)
        unseen = rng.shuffled(remove_cards(ALL, list_seen_cards(view) + decode_hand(other_hand)))
        self.deck = [STEPS[card] for card in unseen[: public.deck_size]]
        self.pile = [STEPS[card] for card in (*public.pile, *own_cards.buried, *unseen[public.deck_size :])]
        self.luck = rng.randbelow(2**64).to_bytes(8, "big")

    def play_on(self, move: Move) -> int:
        """Return the seat's chance a few turns after that move, in parts of `chances.WHOLE`."""
        view, me = self.view, self.view.me
        match = self._start()
        _answer(match, move, view, self.flying)
        seat = view.public.player
        for _ in range(TURNS):
            if match.winner is None:
                seat = 1 - seat
                match.take_turn(seat)
        if match.winner is not None:
            return WHOLE if match.winner == me else 0
        return match.rate_end(seat, me)

    def _start(self) -> QuickMatch:
        public, own_cards, me = self.view.public, self.view.mine, self.view.me
        hand, known_hand, exposed_hand = (
            encode_hand(cards) for cards in (own_cards.hand, own_cards.known, own_cards.exposed)
        )
        match = (QuickSolo if public.options.solo else QuickMatch)(
            self.worth, Rng(self.luck, "play on"), _by_seat(me, hand, self.other_hand), list(self.deck), list(self.pile)
        )
        match.shuffled, match.scores, match.known = (
            public.shuffles > 0,
            list(public.scores),
            _by_seat(me, known_hand, exposed_hand),
        )
        return match


def _by_seat(me: int, own_value: int, other_value: int) -> list[int]:
    return [other_value, own_value] if me else [own_value, other_value]


def _answer(match: QuickMatch, move: Move, view: CrownView, flying: Cards) -> None:
    """Play the move, and the rest of its turn."""
    me, player, has_shown = view.me, view.public.player, bool(view.public.tabled)
    match move:
        case Keep(kind) | Pick(kind) | Give(kind):
            _draft(match, move, me, player, [STEPS[card] for card in remove_cards(flying, (kind,))])
        case EndTurn():
            match.halve(me)
        case Discard(cards):
            match.bury(me, match.hands[me] - encode_hand(cards))
        case Defend() | Yield() | Take():
            _fight(match, move, me, player)
            match.go_on(player, has_shown)
        case Bishops(count):
            match.show_bishops(me, bishop_points(count))
            match.go_on(me, True)
        case Nobles(count, pair):
            match.discard(me, match.hands[me] - encode_hand(cost("N", count, pair)))
            match.add_points(me, noble_points(count, match.classic))
            match.go_on(me, has_shown)
        case Attack(pair):
            match.discard(me, match.hands[me] - encode_hand(cost("K", 3, pair)))
            match.fight(me)
            match.go_on(me, has_shown)
        case _:
            match.winner = me  # three princes


def _draft(match: QuickMatch, move: Keep | Pick | Give, me: int, player: int, remaining: list[int]) -> None:
    match.hands[1 - me if isinstance(move, Give) else me] += STEPS[move.kind]
    if isinstance(move, Keep):
        match.pass_on(me, remaining)
    else:
        match.pile += remaining
    match.finish_draft(player)


def _fight(match: QuickMatch, move: Defend | Yield | Take, me: int, player: int) -> None:
    match move:
        case Defend(pair):
            match.discard(me, match.hands[me] - encode_hand(cost("K", 2, pair)))
        case Yield():
            match.hit(player)
        case Take(kind):
            match.take(me, kind)
            match.known[me] = match.hands[1 - me]

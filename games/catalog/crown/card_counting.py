"""Card counting from a seat's view: the unseen cards, and how many of them the opponent holds."""

from games.catalog.crown.cards import ALL, Cards, remove_cards, sort_cards
from games.catalog.crown.view import CrownView
from games.engine.game import Rng, frozen_dataclass

BEFORE_SEEN = ("act", "defend", "open", "limit")  # phases after the pick, before "choose", when the hand is seen


@frozen_dataclass
class UnseenCards:
    """The cards a seat hasn't seen, and where they may be."""

    cards: Cards  # in no particular order: the rest of the other's hand, its secret cards, its draw, the deck
    surely: Cards  # what the other is known to hold; not included in `cards`
    buried: Cards  # what the other is known to have put into the pile; not included either
    held: int  # size of the other's whole hand


def get_unseen_cards(view: CrownView, rng: Rng) -> UnseenCards:
    """Return what the view's seat hasn't seen. Of a pair just passed on, a random card is assumed to be kept."""
    picked, buried = _guess_pick(view, rng) if view.public.player == view.me else ((), ())
    surely = sort_cards(view.known + picked)
    cards = remove_cards(ALL, list_seen_cards(view) + surely + buried)
    return UnseenCards(cards, surely, buried=buried, held=count_held(view))


def list_seen_cards(view: CrownView) -> Cards:
    """Return all cards that are in front of the seat or that it has seen go into the pile."""
    own_cards = view.mine
    return own_cards.hand + own_cards.drawn + view.public.pile + own_cards.buried + list_flying_cards(view)


def list_flying_cards(view: CrownView) -> Cards:
    """Return the two cards passed on, while no one holds them."""
    public, own_cards = view.public, view.mine
    return (
        (own_cards.passed if public.player == view.me else own_cards.offered)
        if public.phase in ("pick", "give")
        else ()
    )


def count_held(view: CrownView) -> int:
    """Return the size of the other's hand."""
    public, flying = view.public, list_flying_cards(view)
    elsewhere = public.deck_size + public.pile_size + len(view.mine.hand) + public.in_draw + len(flying)
    return len(ALL) - elsewhere


def _guess_pick(view: CrownView, rng: Rng) -> tuple[Cards, Cards]:
    """Return which of the two cards passed this turn the other may have kept, and which one is in the pile.

    With two equal cards, the kept one is already known. After a fight, the kept one may be gone again.
    """
    public, own_cards = view.public, view.mine
    if public.phase not in BEFORE_SEEN or any(deed.struck for deed in public.deeds) or not own_cards.passed:
        return (), ()
    picked, buried = rng.shuffled(own_cards.passed)
    return () if picked == buried else (picked,), (buried,)

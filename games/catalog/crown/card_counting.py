"""What a seat can work out from its view: which cards it has not seen, and how many of them the other holds."""

from games.catalog.crown.cards import ALL, Cards, remove_cards, sort_cards
from games.catalog.crown.view import CrownView
from games.engine.game import Rng, frozen_dataclass

BEFORE_SEEN = ("act", "defend", "open", "limit")  # after the pick; from "choose" on the hand itself is known


@frozen_dataclass
class UnseenCards:
    """The cards somewhere unseen, and where they may be."""

    cards: Cards  # of them, in any order: the rest of the other's hand, its secrets, its draw, the deck
    surely: Cards  # what the other holds for sure, not counted among `cards`
    buried: Cards  # what the other has put into the pile for sure, not counted either
    held: int  # the other's whole hand


def get_unseen_cards(view: CrownView, rng: Rng) -> UnseenCards:
    """What the seat of the view has not seen. Of a pair just passed on, one card is taken to be kept, by lot."""
    picked, left = _guess_pick(view, rng) if view.public.player == view.me else ((), ())
    surely = sort_cards(view.known + picked)
    cards = remove_cards(ALL, list_seen_cards(view) + surely + left)
    return UnseenCards(cards, surely, buried=left, held=count_held(view))


def list_seen_cards(view: CrownView) -> Cards:
    """All that the seat has before it or has seen go into the pile."""
    own = view.mine
    return own.hand + own.drawn + view.public.pile + own.buried + list_flying_cards(view)


def list_flying_cards(view: CrownView) -> Cards:
    """The two cards passed on, while they are nobody's."""
    public, own = view.public, view.mine
    return (own.passed if public.player == view.me else own.offered) if public.phase in ("pick", "give") else ()


def count_held(view: CrownView) -> int:
    """The size of the other's hand."""
    public, flying = view.public, list_flying_cards(view)
    elsewhere = public.deck_size + public.pile_size + len(view.mine.hand) + public.in_draw + len(flying)
    return len(ALL) - elsewhere


def _guess_pick(view: CrownView, rng: Rng) -> tuple[Cards, Cards]:
    """Of the two cards passed this turn, which one the other may have kept, and which one lies in the pile.

    Of two equal ones the kept one is known anyway. After a fight the kept one may be gone again.
    """
    public, own = view.public, view.mine
    if public.phase not in BEFORE_SEEN or any(deed.struck for deed in public.deeds) or not own.passed:
        return (), ()
    one, other = rng.shuffled(own.passed)
    return () if one == other else (one,), (other,)

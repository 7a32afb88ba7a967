"""A world that agrees with everything a view tells."""

from games.engine.chance import Rng
from games.titles.sdc.hands import DECK, in_order
from games.titles.sdc.parts import Cards
from games.titles.sdc.state import SdcState
from games.titles.sdc.view import Private, SdcView


def imagine(view: SdcView, rng: Rng) -> SdcState:
    """A full state that looks like `view` from its seat; what the seat cannot know is drawn at random."""
    public = view.public
    unseen = _unseen(view, rng)
    first, second = (_own_or_guessed(view, seat, unseen, rng) for seat in (0, 1))
    return SdcState(
        options=public.options,
        coins=public.coins,
        phase=public.phase,
        stage=public.stage,
        opener=public.opener,
        hands=(first.hand, second.hand),
        deck=tuple(unseen),
        marks=(first.marks, second.marks),
        discards=(first.discards, second.discards),
        exchanged=public.exchanged,
        bid=public.bid,
        raised=public.raised,
        dropped=public.dropped,
        last=public.last,
        tallies=public.tallies,
    )


def _unseen(view: SdcView, rng: Rng) -> list[str]:
    """The shuffled cards that lie where the view cannot see them; none between two stages."""
    if view.public.phase in ("first", "deal", "end", "over"):
        return []
    known = {card for hand in view.public.shown for card in hand}
    if view.private:
        known |= {*view.private.hand, *view.private.discards}
    return [card for card in rng.shuffled(DECK) if card not in known]


def _own_or_guessed(view: SdcView, seat: int, unseen: list[str], rng: Rng) -> Private:
    public = view.public
    if view.private and seat == view.seat:
        return view.private
    hand = public.shown[seat] if public.shown else in_order(_taken(unseen, 5))
    discards = in_order(_taken(unseen, public.exchanged[seat] if public.exchanged else 0))
    some = hand[: rng.below(public.options.max_exchange + 1)]
    return Private(hand, some if public.confirmed[seat] else None, discards)


def _taken(cards: list[str], count: int) -> Cards:
    taken = tuple(cards[:count])
    del cards[:count]
    return taken

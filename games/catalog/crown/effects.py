"""Effects of decisions on cards and points, for players and the automaton (rules sheet, 3 to 4.4)."""

from collections.abc import Iterable
from dataclasses import replace

from games.catalog.crown import happenings as log
from games.catalog.crown.cards import Cards, bishop_points, cost, keep_certain, merge_cards, remove_cards, sort_cards
from games.catalog.crown.happenings import Happening
from games.catalog.crown.state import CrownState, get_sides, make_state
from games.catalog.crown.types import Deed
from games.catalog.crown.view import Own, Public
from games.engine.game import AddressedHappening, Step, to_everyone, to_seats
from games.kit.seats import replace_at
from games.kit.transitions import public_step

CrownStep = Step[CrownState, Happening]


def make_happenings(
    public: Public, seat: int, plain: Happening, secret: Happening
) -> tuple[AddressedHappening[Happening], ...]:
    """Address the plain fact to everyone and the cards to the seat; in solo the cards to everyone."""
    return (to_everyone(secret),) if public.options.solo else (to_everyone(plain), to_seats(seat, secret))


def with_public(state: CrownState, public: Public) -> CrownState:
    return replace(state, public=public)


def with_own(state: CrownState, seat: int, side: Own) -> CrownState:
    """Return the state with different cards of one side."""
    return make_state(state.public, replace_at(get_sides(state), seat, side), state.hidden.deck)


def gain_cards(state: CrownState, seat: int, cards: Iterable[str]) -> CrownState:
    side = get_sides(state)[seat]
    return with_own(state, seat, replace(side, hand=sort_cards([*side.hand, *cards])))


def pass_cards(state: CrownState, cards: Cards) -> CrownState:
    """Show the cards that the turn player passes on to both players."""
    sides, giver, taker = get_sides(state), state.public.player, state.public.other
    both = replace_at(sides, giver, replace(sides[giver], passed=cards))
    return make_state(state.public, replace_at(both, taker, replace(sides[taker], offered=cards)), state.hidden.deck)


def learn_cards(state: CrownState, seat: int, cards: Cards) -> CrownState:
    """Record what a seat knows for certain of the other's hand, which the other knows too. Solo needs no memory."""
    sides = get_sides(state)
    if state.public.options.solo or sides[seat].known == cards:
        return state
    both = replace_at(sides, seat, replace(sides[seat], known=cards))
    return make_state(
        state.public, replace_at(both, 1 - seat, replace(sides[1 - seat], exposed=cards)), state.hidden.deck
    )


def bury_cards(state: CrownState, seat: int, cards: Cards) -> CrownState:
    """Put cards into the pile face down, known only to that seat, or in solo to everyone.

    They don't come from a hand.
    """
    if state.public.options.solo:
        return with_public(state, replace(state.public, pile=sort_cards(state.public.pile + cards)))
    side = get_sides(state)[seat]
    return with_own(state, seat, replace(side, buried=sort_cards(side.buried + cards)))


def discard_cards(state: CrownState, seat: int, cards: Cards) -> CrownState:
    """Move cards from a hand to the pile, visible to everyone."""
    public, side = state.public, get_sides(state)[seat]
    tabled = remove_cards(public.tabled, cards) if seat == public.player else public.tabled
    piled = with_public(state, replace(public, pile=sort_cards(public.pile + cards), tabled=tabled))
    after = with_own(piled, seat, replace(side, hand=remove_cards(side.hand, cards)))
    return learn_cards(after, 1 - seat, remove_cards(side.exposed, cards))


def add_points(state: CrownState, seat: int, points: int) -> CrownState:
    """Add points. Reaching the target wins at once, also in the middle of a turn (3)."""
    public, score = state.public, state.public.scores[seat] + points
    after = replace(public, scores=replace_at(public.scores, seat, score))
    return with_public(
        state, replace(after, phase="won", winner=seat) if score >= public.options.target_points else after
    )


def reveal_princes(state: CrownState, seat: int) -> CrownStep:
    """Win at once with three princes (3).

    By option this is possible while two cards are passed on, which then go to the pile.
    """
    after = _end_draft(state) if state.public.phase in ("pick", "give") else state
    won = replace(after.public, phase="won", winner=seat, by_princes=True)
    return public_step(after, won, log.PrincesRevealed(seat))


def _end_draft(state: CrownState) -> CrownState:
    """Put the two cards passed on into the pile, face down like the last one would be, so that none is lost."""
    player = state.public.player
    after = bury_cards(state, player, get_sides(state)[player].passed)
    return pass_cards(after, ()) if state.public.options.solo else after


def show_bishops(state: CrownState, count: int, pair: bool) -> CrownStep:
    """Show bishops. They stay on the table until the turn ends, so the other knows them from now on (4.2)."""
    public, cards, points = state.public, cost("B", count, pair), bishop_points(count)
    tabled = sort_cards(public.tabled + cards)
    showing = replace(public, tabled=tabled, deeds=(*public.deeds, Deed("bishops", cards, points)))
    known_cards = merge_cards(get_sides(state)[public.other].known, tabled)
    after = add_points(learn_cards(with_public(state, showing), public.other, known_cards), public.player, points)
    happening = log.BishopsShown(public.player, cards, points, after.public.scores[public.player])
    return Step(after, (to_everyone(happening),))


def discard_nobles(state: CrownState, count: int, pair: bool, points: int) -> CrownStep:
    """Discard nobles. Their worth depends on the mode, and for the automaton on the best sets (4.2, 5)."""
    seat, cards = state.public.player, cost("N", count, pair)
    deeds = (*state.public.deeds, Deed("nobles", cards, points))
    after = add_points(discard_cards(with_public(state, replace(state.public, deeds=deeds)), seat, cards), seat, points)
    return Step(after, (to_everyone(log.NoblesDiscarded(seat, cards, points, after.public.scores[seat])),))


def start_attack(state: CrownState, pair: bool) -> CrownStep:
    """Pay for an attack, before the other says whether it defends (4.3)."""
    public, cards = state.public, cost("K", 3, pair)
    asking = replace(public, phase="defend", deeds=(*public.deeds, Deed("attack", cards)))
    return Step(
        discard_cards(with_public(state, asking), public.player, cards),
        (to_everyone(log.Attacked(public.player, cards)),),
    )


def defend_attack(state: CrownState, pair: bool) -> CrownStep:
    """Defend. The attack has no other effect, and the hand isn't shown (4.3)."""
    other, cards = state.public.other, cost("K", 2, pair)
    after = _record_fight(state, replace(state.public.deeds[-1], defence=cards))
    return Step(discard_cards(after, other, cards), (to_everyone(log.Defended(other, cards)),))


def yield_attack(state: CrownState) -> CrownStep:
    return public_step(state, replace(state.public, phase="open"), log.Yielded(state.public.other))


def take_cards(state: CrownState, kind: str) -> CrownStep:
    """Discard all cards of the kind; as many points change hands, but no more than the attacked seat has (4.3)."""
    seat, other = state.public.player, state.public.other
    cards = tuple(card for card in get_sides(state)[other].hand if card == kind)
    points = min(len(cards), state.public.scores[other])
    deed = replace(state.public.deeds[-1], took=kind, count=len(cards), points=points)
    struck = discard_cards(_record_fight(state, deed), other, cards)
    after = add_points(add_points(struck, other, -points), seat, points)
    return Step(after, (to_everyone(log.Taken(other, kind, len(cards), points)),))


def _record_fight(state: CrownState, deed: Deed) -> CrownState:
    public = back_to_actions(state.public)
    return with_public(state, replace(public, deeds=(*public.deeds[:-1], deed)))


def back_to_actions(public: Public) -> Public:
    """Continue the turn after an attack."""
    return replace(public, phase="auto" if public.options.solo and public.player == 1 else "act")


def end_turn(state: CrownState, limit: int) -> CrownStep:
    """Return shown cards to the hand; with `limit` cards or more, half of them must go (4.4)."""
    seat, tabled = state.public.player, state.public.tabled
    over_limit = len(get_sides(state)[seat].hand) >= limit
    after = replace(state.public, phase="limit" if over_limit else "between", tabled=())
    return public_step(state, after, log.TurnEnded(seat, tabled))


def discard_half(state: CrownState, cards: Cards) -> CrownStep:
    """Discard cards face down.

    The other player then only knows the cards that remain even if all discards were known ones.
    """
    public = state.public
    seat, side = public.player, get_sides(state)[public.player]
    lighter = with_own(
        with_public(state, replace(public, phase="between")), seat, replace(side, hand=remove_cards(side.hand, cards))
    )
    after = bury_cards(learn_cards(lighter, public.other, keep_certain(side.exposed, len(cards))), seat, cards)
    return Step(after, make_happenings(public, seat, log.Discarded(seat, len(cards)), log.DiscardedCards(seat, cards)))

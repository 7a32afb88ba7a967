"""What decisions do to the cards and points, for players and the automaton alike (rules sheet, 3 to 4.4)."""

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
    """The plain fact for everybody and the cards for the seat; in solo the cards for everybody."""
    return (to_everyone(secret),) if public.options.solo else (to_everyone(plain), to_seats(seat, secret))


def with_public(state: CrownState, public: Public) -> CrownState:
    return replace(state, public=public)


def with_own(state: CrownState, seat: int, own: Own) -> CrownState:
    """The same but for what one side holds."""
    return make_state(state.public, replace_at(get_sides(state), seat, own), state.hidden.deck)


def gain_cards(state: CrownState, seat: int, cards: Iterable[str]) -> CrownState:
    own = get_sides(state)[seat]
    return with_own(state, seat, replace(own, hand=sort_cards([*own.hand, *cards])))


def pass_cards(state: CrownState, cards: Cards) -> CrownState:
    """What the turn player passes on lies before both."""
    own, giver, taker = get_sides(state), state.public.player, state.public.other
    both = replace_at(own, giver, replace(own[giver], passed=cards))
    return make_state(state.public, replace_at(both, taker, replace(own[taker], offered=cards)), state.hidden.deck)


def learn_cards(state: CrownState, seat: int, cards: Cards) -> CrownState:
    """What a seat surely knows of the other's hand, as the other knows too. In solo there is nothing to remember."""
    own = get_sides(state)
    if state.public.options.solo or own[seat].known == cards:
        return state
    both = replace_at(own, seat, replace(own[seat], known=cards))
    return make_state(
        state.public, replace_at(both, 1 - seat, replace(own[1 - seat], exposed=cards)), state.hidden.deck
    )


def bury_cards(state: CrownState, seat: int, cards: Cards) -> CrownState:
    """Cards put into the pile face down, known to that seat alone; in solo to everybody. They come from no hand."""
    if state.public.options.solo:
        return with_public(state, replace(state.public, pile=sort_cards(state.public.pile + cards)))
    own = get_sides(state)[seat]
    return with_own(state, seat, replace(own, buried=sort_cards(own.buried + cards)))


def discard_cards(state: CrownState, seat: int, cards: Cards) -> CrownState:
    """Cards put from a hand into the pile before everybody's eyes."""
    public, own = state.public, get_sides(state)[seat]
    tabled = remove_cards(public.tabled, cards) if seat == public.player else public.tabled
    piled = with_public(state, replace(public, pile=sort_cards(public.pile + cards), tabled=tabled))
    after = with_own(piled, seat, replace(own, hand=remove_cards(own.hand, cards)))
    return learn_cards(after, 1 - seat, remove_cards(own.exposed, cards))


def add_points(state: CrownState, seat: int, points: int) -> CrownState:
    """Points gained; reaching the target wins at once, in the middle of a turn too (3)."""
    public, score = state.public, state.public.scores[seat] + points
    after = replace(public, scores=replace_at(public.scores, seat, score))
    return with_public(
        state, replace(after, phase="won", winner=seat) if score >= public.options.target_points else after
    )


def reveal_princes(state: CrownState, seat: int) -> CrownStep:
    """Wins at once (3). By option also while two cards are passed on: nobody keeps those any more."""
    after = _end_draft(state) if state.public.phase in ("pick", "give") else state
    won = replace(after.public, phase="won", winner=seat, by_princes=True)
    return public_step(after, won, log.PrincesRevealed(seat))


def _end_draft(state: CrownState) -> CrownState:
    """The two cards passed on go to the pile, face down as the last one would: every card lies somewhere."""
    player = state.public.player
    after = bury_cards(state, player, get_sides(state)[player].passed)
    return pass_cards(after, ()) if state.public.options.solo else after


def show_bishops(state: CrownState, count: int, pair: bool) -> CrownStep:
    """They stay on the table until the turn ends, so the other knows them from now on (4.2)."""
    public, cards, points = state.public, cost("B", count, pair), bishop_points(count)
    tabled = sort_cards(public.tabled + cards)
    shown = replace(public, tabled=tabled, deeds=(*public.deeds, Deed("bishops", cards, points)))
    known = merge_cards(get_sides(state)[public.other].known, tabled)
    after = add_points(learn_cards(with_public(state, shown), public.other, known), public.player, points)
    what = log.BishopsShown(public.player, cards, points, after.public.scores[public.player])
    return Step(after, (to_everyone(what),))


def discard_nobles(state: CrownState, count: int, pair: bool, points: int) -> CrownStep:
    """What they are worth depends on the mode, and for the automaton on the best sets (4.2, 5)."""
    seat, cards = state.public.player, cost("N", count, pair)
    deeds = (*state.public.deeds, Deed("nobles", cards, points))
    after = add_points(discard_cards(with_public(state, replace(state.public, deeds=deeds)), seat, cards), seat, points)
    return Step(after, (to_everyone(log.NoblesDiscarded(seat, cards, points, after.public.scores[seat])),))


def start_attack(state: CrownState, pair: bool) -> CrownStep:
    """The cost is paid before the other says whether it defends (4.3)."""
    public, cards = state.public, cost("K", 3, pair)
    asked = replace(public, phase="defend", deeds=(*public.deeds, Deed("attack", cards)))
    return Step(
        discard_cards(with_public(state, asked), public.player, cards),
        (to_everyone(log.Attacked(public.player, cards)),),
    )


def defend_attack(state: CrownState, pair: bool) -> CrownStep:
    """The attack has no other effect, and the hand isn't shown (4.3)."""
    other, cards = state.public.other, cost("K", 2, pair)
    after = _record_fight(state, replace(state.public.deeds[-1], defence=cards))
    return Step(discard_cards(after, other, cards), (to_everyone(log.Defended(other, cards)),))


def yield_attack(state: CrownState) -> CrownStep:
    return public_step(state, replace(state.public, phase="open"), log.Yielded(state.public.other))


def take_cards(state: CrownState, kind: str) -> CrownStep:
    """All cards of the kind are discarded; as many points change hands, but no more than the attacked has (4.3)."""
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
    """After an attack the turn goes on."""
    return replace(public, phase="auto" if public.options.solo and public.player == 1 else "act")


def end_turn(state: CrownState, limit: int) -> CrownStep:
    """What was shown returns to the hand; from `limit` cards on half of them must go (4.4)."""
    seat, tabled = state.public.player, state.public.tabled
    over_limit = len(get_sides(state)[seat].hand) >= limit
    after = replace(state.public, phase="limit" if over_limit else "between", tabled=())
    return public_step(state, after, log.TurnEnded(seat, tabled))


def discard_half(state: CrownState, cards: Cards) -> CrownStep:
    """Face down: the other can only be sure of what is left if all of those are among the cards known."""
    public = state.public
    seat, own = public.player, get_sides(state)[public.player]
    lighter = with_own(
        with_public(state, replace(public, phase="between")), seat, replace(own, hand=remove_cards(own.hand, cards))
    )
    after = bury_cards(learn_cards(lighter, public.other, keep_certain(own.exposed, len(cards))), seat, cards)
    return Step(after, make_happenings(public, seat, log.Discarded(seat, len(cards)), log.DiscardedCards(seat, cards)))

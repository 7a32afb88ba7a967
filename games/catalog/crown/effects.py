"""What decisions do to the cards and points, for players and the automaton alike (rules sheet, 3 to 4.4)."""

from collections.abc import Iterable
from dataclasses import replace

from games.catalog.crown import happenings as log
from games.catalog.crown.cards import Cards, bishop_points, cost, eroded, in_order, merged, minus
from games.catalog.crown.happenings import Happening
from games.catalog.crown.state import CrownState, laid, sides
from games.catalog.crown.types import Deed
from games.catalog.crown.view import Own, Public
from games.engine.game import Step, Told, everybody, only
from games.kit.seats import put
from games.kit.transitions import openly

Done = Step[CrownState, Happening]


def told(public: Public, seat: int, plain: Happening, secret: Happening) -> tuple[Told[Happening], ...]:
    """The plain fact for everybody and the cards for the seat; in solo the cards for everybody."""
    return (everybody(secret),) if public.options.solo else (everybody(plain), only(seat, secret))


def seen(state: CrownState, public: Public) -> CrownState:
    return replace(state, public=public)


def held(state: CrownState, seat: int, own: Own) -> CrownState:
    """The same but for what one side holds."""
    return laid(state.public, put(sides(state), seat, own), state.hidden.deck)


def gained(state: CrownState, seat: int, cards: Iterable[str]) -> CrownState:
    own = sides(state)[seat]
    return held(state, seat, replace(own, hand=in_order([*own.hand, *cards])))


def passed(state: CrownState, cards: Cards) -> CrownState:
    """What the turn player passes on lies before both."""
    own, giver, taker = sides(state), state.public.player, state.public.other
    both = put(own, giver, replace(own[giver], passed=cards))
    return laid(state.public, put(both, taker, replace(own[taker], offered=cards)), state.hidden.deck)


def learnt(state: CrownState, seat: int, cards: Cards) -> CrownState:
    """What a seat surely knows of the other's hand, as the other knows too. In solo there is nothing to remember."""
    own = sides(state)
    if state.public.options.solo or own[seat].known == cards:
        return state
    both = put(own, seat, replace(own[seat], known=cards))
    return laid(state.public, put(both, 1 - seat, replace(own[1 - seat], exposed=cards)), state.hidden.deck)


def buried(state: CrownState, seat: int, cards: Cards) -> CrownState:
    """Cards put into the pile face down, known to that seat alone; in solo to everybody. They come from no hand."""
    if state.public.options.solo:
        return seen(state, replace(state.public, pile=in_order(state.public.pile + cards)))
    own = sides(state)[seat]
    return held(state, seat, replace(own, buried=in_order(own.buried + cards)))


def discarded(state: CrownState, seat: int, cards: Cards) -> CrownState:
    """Cards put from a hand into the pile before everybody's eyes."""
    public, own = state.public, sides(state)[seat]
    tabled = minus(public.tabled, cards) if seat == public.player else public.tabled
    piled = seen(state, replace(public, pile=in_order(public.pile + cards), tabled=tabled))
    after = held(piled, seat, replace(own, hand=minus(own.hand, cards)))
    return learnt(after, 1 - seat, minus(own.exposed, cards))


def scored(state: CrownState, seat: int, points: int) -> CrownState:
    """Points gained; reaching the target wins at once, in the middle of a turn too (3)."""
    public, score = state.public, state.public.scores[seat] + points
    after = replace(public, scores=put(public.scores, seat, score))
    return seen(state, replace(after, phase="won", winner=seat) if score >= public.options.target_points else after)


def princes_revealed(state: CrownState, seat: int) -> Done:
    """Wins at once (3). By option also while two cards are passed on: nobody keeps those any more."""
    after = _draft_ended(state) if state.public.phase in ("pick", "give") else state
    won = replace(after.public, phase="won", winner=seat, by_princes=True)
    return openly(after, won, log.PrincesRevealed(seat))


def _draft_ended(state: CrownState) -> CrownState:
    """The two cards passed on go to the pile, face down as the last one would: every card lies somewhere."""
    player = state.public.player
    after = buried(state, player, sides(state)[player].passed)
    return passed(after, ()) if state.public.options.solo else after


def bishops_shown(state: CrownState, count: int, pair: bool) -> Done:
    """They stay on the table until the turn ends, so the other knows them from now on (4.2)."""
    public, cards, points = state.public, cost("B", count, pair), bishop_points(count)
    tabled = in_order(public.tabled + cards)
    shown = replace(public, tabled=tabled, deeds=(*public.deeds, Deed("bishops", cards, points)))
    known = merged(sides(state)[public.other].known, tabled)
    after = scored(learnt(seen(state, shown), public.other, known), public.player, points)
    what = log.BishopsShown(public.player, cards, points, after.public.scores[public.player])
    return Step(after, (everybody(what),))


def nobles_discarded(state: CrownState, count: int, pair: bool, points: int) -> Done:
    """What they are worth depends on the mode, and for the automaton on the best sets (4.2, 5)."""
    seat, cards = state.public.player, cost("N", count, pair)
    deeds = (*state.public.deeds, Deed("nobles", cards, points))
    after = scored(discarded(seen(state, replace(state.public, deeds=deeds)), seat, cards), seat, points)
    return Step(after, (everybody(log.NoblesDiscarded(seat, cards, points, after.public.scores[seat])),))


def attacked(state: CrownState, pair: bool) -> Done:
    """The cost is paid before the other says whether it defends (4.3)."""
    public, cards = state.public, cost("K", 3, pair)
    asked = replace(public, phase="defend", deeds=(*public.deeds, Deed("attack", cards)))
    return Step(discarded(seen(state, asked), public.player, cards), (everybody(log.Attacked(public.player, cards)),))


def defended(state: CrownState, pair: bool) -> Done:
    """The attack has no other effect, and the hand isn't shown (4.3)."""
    other, cards = state.public.other, cost("K", 2, pair)
    after = _fought(state, replace(state.public.deeds[-1], defence=cards))
    return Step(discarded(after, other, cards), (everybody(log.Defended(other, cards)),))


def yielded(state: CrownState) -> Done:
    return openly(state, replace(state.public, phase="open"), log.Yielded(state.public.other))


def taken(state: CrownState, kind: str) -> Done:
    """All cards of the kind are discarded; as many points change hands, but no more than the attacked has (4.3)."""
    seat, other = state.public.player, state.public.other
    cards = tuple(card for card in sides(state)[other].hand if card == kind)
    points = min(len(cards), state.public.scores[other])
    deed = replace(state.public.deeds[-1], took=kind, count=len(cards), points=points)
    struck = discarded(_fought(state, deed), other, cards)
    after = scored(scored(struck, other, -points), seat, points)
    return Step(after, (everybody(log.Taken(other, kind, len(cards), points)),))


def _fought(state: CrownState, deed: Deed) -> CrownState:
    public = back_to_actions(state.public)
    return seen(state, replace(public, deeds=(*public.deeds[:-1], deed)))


def back_to_actions(public: Public) -> Public:
    """After an attack the turn goes on."""
    return replace(public, phase="auto" if public.options.solo and public.player == 1 else "act")


def turn_ended(state: CrownState, limit: int) -> Done:
    """What was shown returns to the hand; from `limit` cards on half of them must go (4.4)."""
    seat, tabled = state.public.player, state.public.tabled
    over_limit = len(sides(state)[seat].hand) >= limit
    after = replace(state.public, phase="limit" if over_limit else "between", tabled=())
    return openly(state, after, log.TurnEnded(seat, tabled))


def half_discarded(state: CrownState, cards: Cards) -> Done:
    """Face down: the other can only be sure of what is left if all of those are among the cards known."""
    public = state.public
    seat, own = public.player, sides(state)[public.player]
    lighter = held(seen(state, replace(public, phase="between")), seat, replace(own, hand=minus(own.hand, cards)))
    after = buried(learnt(lighter, public.other, eroded(own.exposed, len(cards))), seat, cards)
    return Step(after, told(public, seat, log.Discarded(seat, len(cards)), log.DiscardedCards(seat, cards)))

"""House steps: deal, face-up card, kitty, showing hands at the end, payment."""

from dataclasses import replace

from games.catalog.doudizhu import happenings as log
from games.catalog.doudizhu.happenings import Happening
from games.catalog.doudizhu.ranks import DECK, Cards, sort_cards
from games.catalog.doudizhu.state import DoudizhuState, Hidden
from games.catalog.doudizhu.types import HAND, KITTY, SEATS, Outcome
from games.catalog.doudizhu.view import Own, Public
from games.engine.game import AddressedHappening, Chance, State, Step, to_everyone, to_seats
from games.kit.seats import rank_by_score
from games.kit.transitions import public_step


def advance(state: DoudizhuState, chance: Chance) -> Step[DoudizhuState, Happening] | None:
    """Return one house step, or None if a seat must decide or the match is over."""
    match state.public.phase:
        case "deal":
            return _deal(state.public, chance)
        case "face-up":
            return _face_up(state, chance)
        case "kitty":
            return _kitty(state)
        case "show":
            return _show(state)
        case "payment":
            return _payment(state.public)
    return None


def _deal(public: Public, chance: Chance) -> Step[DoudizhuState, Happening]:
    """Put the top eight cards aside, then deal 25 to each player (section 2)."""
    number = public.deal + 1
    deck = chance.shuffled(f"deal/{number}/deck", DECK)
    own_parts = tuple(Own(sort_cards(deck[start : start + HAND])) for start in range(KITTY, len(DECK), HAND))
    after = replace(public, phase="face-up", deal=number)
    dealt = (to_seats(seat, log.Dealt(seat, part.hand)) for seat, part in enumerate(own_parts))
    happenings = (to_everyone(log.DealBegan(number, public.options.deals)), *dealt)
    return Step(State(after, own_parts, Hidden(sort_cards(deck[:KITTY]))), happenings)


def _face_up(state: DoudizhuState, chance: Chance) -> Step[DoudizhuState, Happening]:
    """Choose the face-up card among the 100 dealt cards, uniformly (section 2, online)."""
    seat, at = divmod(chance.randbelow(f"deal/{state.public.deal}/face-up", SEATS * HAND), HAND)
    card = state.own[seat].hand[at]
    public = replace(state.public, phase="auction", starter=seat, face_up=card)
    return public_step(state, public, log.FaceUp(seat, card))


def _kitty(state: DoudizhuState) -> Step[DoudizhuState, Happening]:
    """Start the play after the auction has chosen a landlord: set the rate, bomb limits and kitty (section 3)."""
    public, kitty = replace(state.public, phase="play"), state.hidden.kitty
    landlord, forced = public.landlord, "accept" not in public.answers
    assert landlord is not None
    free = landlord if not (forced and public.options.forced_landlord_limited) else None
    limited = tuple(seat for seat, answer in enumerate(public.answers) if answer == "refuse" and seat != free)
    limits = (to_everyone(log.BombsLimited(limited)),) if limited else ()
    happenings = (
        to_everyone(log.LandlordNamed(landlord, public.rate, forced)),
        *limits,
        *_make_kitty_happenings(public, landlord, kitty),
    )
    own_parts = tuple(
        Own(sort_cards(part.hand + kitty), kitty) if seat == public.taker else part
        for seat, part in enumerate(state.own)
    )
    public = replace(
        public,
        bombs_left=tuple(1 if seat in limited else None for seat in range(SEATS)),
        kitty=kitty if public.options.show_kitty else (),
    )
    unseen = public.taker is None and not public.kitty
    return Step(State(public, own_parts, Hidden(kitty if unseen else ())), happenings)


def _make_kitty_happenings(public: Public, landlord: int, kitty: Cards) -> tuple[AddressedHappening[Happening], ...]:
    to_all = (to_everyone(log.KittyShown(kitty)),) if public.options.show_kitty else ()
    if public.taker is None:
        return (*to_all, to_everyone(log.KittyLeft()))
    to_landlord = () if to_all else (to_seats(landlord, log.KittySeen(landlord, kitty)),)
    return (*to_all, to_everyone(log.KittyTaken(landlord)), *to_landlord)


def _show(state: DoudizhuState) -> Step[DoudizhuState, Happening]:
    hands = tuple(part.hand for part in state.own)
    happenings = (log.HandShown(seat, cards) for seat, cards in enumerate(hands) if cards)
    return public_step(state, replace(state.public, phase="payment", hands=hands), *happenings)


def _payment(public: Public) -> Step[DoudizhuState, Happening]:
    """Pay the landlord by each farmer, or the other way around; then comes the next deal, or the end (section 5)."""
    winner, landlord, rate = public.hands.index(()), public.landlord, public.rate
    assert landlord is not None
    to_landlord = rate if winner == landlord else -rate
    gains = tuple(3 * to_landlord if seat == landlord else -to_landlord for seat in range(SEATS))
    chips = tuple(stack + gain for stack, gain in zip(public.chips, gains, strict=True))
    over = public.deal == public.options.deals
    after = Public(
        options=public.options,
        chips=chips,
        phase="over" if over else "deal",
        deal=public.deal,
        last=Outcome(public.deal, landlord, rate, winner, gains, public.hands),
    )
    won = to_everyone(log.DealWon(winner, landlord, rate))
    happenings = (
        (won, to_everyone(log.MatchEnded(rank_by_score(chips, is_over=True).winners, max(chips)))) if over else (won,)
    )
    return Step(State(after, (Own(),) * SEATS, Hidden()), happenings)

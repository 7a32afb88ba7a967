"""What the cards do by themselves: deal, face-up card, kitty, the hands shown at the end, payment."""

from games.engine.chance import Chance
from games.engine.contract import Step, Told, everybody, only
from games.titles.doudizhu.happenings import (
    BombsLimited,
    DealBegan,
    Dealt,
    DealWon,
    FaceUp,
    HandShown,
    KittyLeft,
    KittySeen,
    KittyShown,
    KittyTaken,
    LandlordNamed,
    MatchEnded,
)
from games.titles.doudizhu.moves import SEATS, Outcome
from games.titles.doudizhu.ranks import DECK, in_order
from games.titles.doudizhu.state import State

KITTY, HAND = 8, 25


def advance(state: State, chance: Chance) -> Step | None:
    """One house step, or None when a seat must decide or the match is over."""
    match state.phase:
        case "play" | "auction" | "over":
            return None
        case "deal":
            return _deal(state, chance)
        case "face-up":
            return _face_up(state, chance)
        case "kitty":
            return _kitty(state)
        case "show":
            return _show(state)
        case "payment":
            return _payment(state)


def _deal(state: State, chance: Chance) -> Step:
    """The top eight cards are put aside, then everybody draws 25 (section 2)."""
    number = state.deal + 1
    deck = chance.shuffled(f"deal/{number}/deck", DECK)
    starts = range(KITTY, len(DECK), HAND)
    hands = tuple(in_order(deck[start : start + HAND]) for start in starts)
    after = state.but(phase="face-up", deal=number, kitty=in_order(deck[:KITTY]), hands=hands)
    dealt = (only(seat, Dealt(seat, cards)) for seat, cards in enumerate(hands))
    return Step(after, (everybody(DealBegan(number, state.options.deals)), *dealt))


def _face_up(state: State, chance: Chance) -> Step:
    """One of the 100 dealt cards, each with equal chance, was the one that lay open (section 2, online)."""
    seat, at = divmod(chance.below(f"deal/{state.deal}/face-up", SEATS * HAND), HAND)
    card = state.hands[seat][at]
    return Step(state.but(phase="auction", starter=seat, face_up=card), (everybody(FaceUp(seat, card)),))


def _kitty(state: State) -> Step:
    """The auction has named a landlord: rate, bomb limits and kitty follow (section 3)."""
    assert state.starter is not None
    forced = "accept" not in state.answers
    landlord = state.starter if forced else state.answers.index("accept")
    free = landlord if not (forced and state.options.forced_landlord_limited) else None
    limited = tuple(seat for seat, answer in enumerate(state.answers) if answer == "refuse" and seat != free)
    rate = 2 if landlord == state.starter and not forced else 1
    taken = state.options.kitty_to_landlord
    after = state.but(
        phase="play",
        landlord=landlord,
        rate=rate,
        bombs_left=tuple(1 if seat in limited else None for seat in range(SEATS)),
        hands=tuple(
            in_order(hand + state.kitty) if taken and seat == landlord else hand
            for seat, hand in enumerate(state.hands)
        ),
    )
    limits = (everybody(BombsLimited(limited)),) if limited else ()
    return Step(after, (everybody(LandlordNamed(landlord, rate, forced)), *limits, *_kitty_told(state, landlord)))


def _kitty_told(state: State, landlord: int) -> tuple[Told, ...]:
    shown = (everybody(KittyShown(state.kitty)),) if state.options.show_kitty else ()
    if not state.options.kitty_to_landlord:
        return (*shown, everybody(KittyLeft()))
    seen = () if shown else (only(landlord, KittySeen(landlord, state.kitty)),)
    return (*shown, everybody(KittyTaken(landlord)), *seen)


def _show(state: State) -> Step:
    shown = (everybody(HandShown(seat, cards)) for seat, cards in enumerate(state.hands) if cards)
    return Step(state.but(phase="payment"), tuple(shown))


def _payment(state: State) -> Step:
    """The landlord is paid by each farmer or pays each; then the next deal, or the end (section 5)."""
    winner, landlord, rate = state.hands.index(()), state.landlord, state.rate
    assert landlord is not None
    to_landlord = rate if winner == landlord else -rate
    gains = tuple(3 * to_landlord if seat == landlord else -to_landlord for seat in range(SEATS))
    chips = tuple(own + gain for own, gain in zip(state.chips, gains, strict=True))
    over = state.deal == state.options.deals
    after = State(
        rules=state.rules,
        options=state.options,
        phase="over" if over else "deal",
        deal=state.deal,
        chips=chips,
        last=Outcome(state.deal, landlord, rate, winner, gains, state.hands),
    )
    won = everybody(DealWon(winner, landlord, rate))
    return Step(after, (won, _match_ended(chips)) if over else (won,))


def _match_ended(chips: tuple[int, ...]) -> Told:
    most = max(chips)
    return everybody(MatchEnded(tuple(seat for seat, own in enumerate(chips) if own == most), most))

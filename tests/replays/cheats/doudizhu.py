"""Dou Dizhu: hands, the kitty, chips and the winning side."""

from tests.replays.cheats.house import Cheat, Frame, Happenings, what, whats

SETUP = ("doudizhu", 4, {"deals": 1})


def eight_twos_in_one_hand(frame: Frame, happenings: Happenings) -> bool:
    """All 2s of the other hands go to seat 0, for its lowest cards."""
    dealt = {happening["seat"]: happening for happening in whats(happenings, "dealt")}
    if not dealt:
        return False
    hands = [seat["hand"] for seat in frame["own"]]
    for hand in hands[1:]:
        while "2" in hand:
            low = next(i for i, card in enumerate(hands[0]) if card != "2")
            at = hand.index("2")
            hands[0][low], hand[at] = hand[at], hands[0][low]
    for seat, hand in enumerate(hands):
        hand.sort(key=ORDER.index)
        dealt[seat]["cards"] = hand
    return True


def another_kitty(frame: Frame, happenings: Happenings) -> bool:
    """The landlord's eight cards are better by one, which another hand loses."""
    happening = what(happenings, "kitty-seen")
    if happening is None:
        return False
    landlord, other = frame["own"][happening["seat"]], frame["own"][(happening["seat"] + 1) % 4]["hand"]
    worst, best = happening["cards"][0], other[-1]
    for cards in (landlord["hand"], landlord["kitty"]):
        cards[cards.index(worst)] = best
        cards.sort(key=ORDER.index)
    other[-1] = worst
    other.sort(key=ORDER.index)
    happening["cards"] = landlord["kitty"]
    return worst != best


def a_card_between_two_hands(frame: Frame, happenings: Happenings) -> bool:
    """While one player plays, two others' cards are swapped."""
    played = what(happenings, "played")
    if played is None or what(happenings, "deal-won"):
        return False
    cards, other = (frame["own"][(played["seat"] + n) % 4]["hand"] for n in (1, 2))
    if not cards or not other or cards[-1] == other[0]:
        return False
    cards[-1], other[0] = other[0], cards[-1]
    for hand in (cards, other):
        hand.sort(key=ORDER.index)
    return True


def chips_of_a_deal(frame: Frame, happenings: Happenings) -> bool:
    """The landlord pays or gets a chip less, and the match's result says nothing of it."""
    won = what(happenings, "deal-won")
    if won is None:
        return False
    landlord = won["landlord"]
    frame["public"]["chips"][landlord] += 1 if frame["public"]["chips"][landlord] < 0 else -1
    return True


def the_other_side_wins(frame: Frame, happenings: Happenings) -> bool:
    ended, chips = what(happenings, "match-ended"), frame["public"]["chips"]
    if ended is None:
        return False
    chips[:] = [-amount for amount in chips]
    ended["winners"] = [seat for seat, amount in enumerate(chips) if amount == max(chips)]
    ended["chips"] = max(chips)
    return True


ORDER = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "s", "B"]
CHEATS = (
    Cheat("eight 2s in one hand", "deal", eight_twos_in_one_hand),
    Cheat("another kitty", "card", another_kitty),
    Cheat("a card between two hands", "card", a_card_between_two_hands),
    Cheat("chips of a deal", "payment", chips_of_a_deal),
    Cheat("the other side wins", "result", the_other_side_wins),
)

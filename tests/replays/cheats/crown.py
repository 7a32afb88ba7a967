"""The Crown of Lombardia: hands, draws, princes, points and the winner."""

from tests.replays.cheats.house import Cheat, Frame, Happenings, swapped, what, whats

SETUP = ("crown", 2, {})


def hand_at_the_deal(frame: Frame, happenings: Happenings) -> bool:
    """A card of seat 0's first hand changes places with one of the deck."""
    dealt = next((happening for happening in whats(happenings, "dealt") if happening["seat"] == 0), None)
    if dealt is None:
        return False
    hand, deck = frame["own"][0]["hand"], frame["hidden"]["deck"]
    other = next(i for i, card in enumerate(deck) if card != hand[-1])
    swapped(hand, -1, deck, other)
    hand.sort(key="PBNK".index)
    dealt["cards"] = hand
    return True


def another_card_drawn(frame: Frame, happenings: Happenings) -> bool:
    """One of the cards that are drawn lay deeper in the deck."""
    drew = what(happenings, "drew-cards")
    if drew is None:
        return False
    cards, deck = frame["own"][drew["seat"]]["drawn"], frame["hidden"]["deck"]
    other = next((i for i, card in enumerate(deck) if card != cards[0]), None)
    if other is None:
        return False
    swapped(cards, 0, deck, other)
    cards.sort(key="PBNK".index)
    drew["cards"] = cards
    return True


def a_prince(frame: Frame, happenings: Happenings) -> bool:
    """Between two turns a prince goes from the deck to seat 0's hand."""
    if what(happenings, "turn-ended") is None:
        return False
    hand, deck = frame["own"][0]["hand"], frame["hidden"]["deck"]
    if "P" not in deck or "K" not in hand:
        return False
    swapped(hand, hand.index("K"), deck, deck.index("P"))
    hand.sort(key="PBNK".index)
    return True


def a_point_more(frame: Frame, happenings: Happenings) -> bool:
    """Nobles bring a point more than they do."""
    nobles = what(happenings, "nobles-discarded")
    if nobles is None or what(happenings, "match-ended") or nobles["score"] >= 8:
        return False
    nobles["points"] += 1
    nobles["score"] += 1
    frame["public"]["scores"][nobles["seat"]] += 1
    return True


def somebody_else_wins(frame: Frame, happenings: Happenings) -> bool:
    ended = what(happenings, "match-ended")
    if ended is None:
        return False
    ended["winner"] = frame["public"]["winner"] = 1 - ended["winner"]
    return True


CHEATS = (
    Cheat("a hand at the deal", "deal", hand_at_the_deal),
    Cheat("another card drawn", "card", another_card_drawn),
    Cheat("a prince", "card", a_prince),
    Cheat("a point more", "payment", a_point_more),
    Cheat("somebody else wins", "result", somebody_else_wins),
)

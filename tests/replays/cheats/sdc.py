"""SdC Poker: hands, exchanged cards, coins and the winner."""

from tests.replays.cheats.house import Cheat, Frame, Happenings, swapped, what, whats

SETUP = ("sdc", 2, {"start_coins": 5, "stage_limit": 20})


def hand_at_the_deal(frame: Frame, happenings: Happenings) -> bool:
    """Seat 0 gets a card that lies at the bottom of the deck."""
    dealt = next((happening for happening in whats(happenings, "dealt") if happening["seat"] == 0), None)
    if dealt is None:
        return False
    hand = frame["own"][0]["hand"]
    swapped(hand, 0, frame["hidden"]["deck"], -1)
    dealt["cards"] = hand
    return True


def another_card_in_exchange(frame: Frame, happenings: Happenings) -> bool:
    """A card that is drawn does not come from the top."""
    drew = next((happening for happening in whats(happenings, "drew") if happening["cards"]), None)
    if drew is None:
        return False
    hand, deck = frame["own"][drew["seat"]]["hand"], frame["hidden"]["deck"]
    top, drew["cards"][0] = drew["cards"][0], deck[-1]
    swapped(hand, hand.index(top), deck, -1)
    return True


def coins_of_a_stage(frame: Frame, happenings: Happenings) -> bool:
    """The winner is paid a coin less, and the loser pays it less."""
    paid, coins = what(happenings, "paid"), frame["public"]["coins"]
    if paid is None or what(happenings, "match-ended") or coins[paid["winner"]] < 2:
        return False
    paid["coins"] -= 1
    coins[paid["winner"]] -= 1
    coins[1 - paid["winner"]] += 1
    return True


def somebody_else_wins(frame: Frame, happenings: Happenings) -> bool:
    """At the end the coins have changed places."""
    ended = what(happenings, "match-ended")
    if ended is None:
        return False
    ended["winner"] = 1 - ended["winner"]
    frame["public"]["coins"].reverse()
    return True


CHEATS = (
    Cheat("a hand at the deal", "deal", hand_at_the_deal),
    Cheat("another card in exchange", "card", another_card_in_exchange),
    Cheat("a coin less for a stage", "payment", coins_of_a_stage),
    Cheat("somebody else wins", "result", somebody_else_wins),
)

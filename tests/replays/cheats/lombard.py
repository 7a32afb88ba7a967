"""Lombard Hold'em: hole cards, the board, the pot and the winner."""

from tests.replays.cheats.house import Cheat, Frame, Happenings, swapped, what, whats

SETUP = ("lombard", 3, {})


def hole_card_at_the_deal(frame: Frame, happenings: Happenings) -> bool:
    """Seat 0 gets a card that lies at the bottom of the deck."""
    dealt = next((happening for happening in whats(happenings, "dealt") if happening["seat"] == 0), None)
    if dealt is None:
        return False
    cards, deck = frame["own"][0]["cards"], frame["hidden"]["deck"]
    swapped(cards, 0, deck, -1)
    dealt["cards"] = cards
    return True


def hole_card_during_a_round(frame: Frame, happenings: Happenings) -> bool:
    """While others decide, a card of seat 0's hand becomes another one."""
    holes = frame["public"]["holes"]
    if frame["public"]["phase"] != "turns" or whats(happenings, "dealt") or holes[0] != [None, None]:
        return False
    cards = frame["own"][0]["cards"]
    return len(cards) == 2 and swapped(cards, 0, frame["hidden"]["deck"], -1)


def another_card_on_the_board(frame: Frame, happenings: Happenings) -> bool:
    """The next card that is opened is not the top one."""
    opened = what(happenings, "community-opened")
    if opened is None or whats(happenings, "dealt"):
        return False
    swapped(frame["public"]["board"], -1, frame["hidden"]["deck"], -1)
    opened["cards"][-1] = frame["public"]["board"][-1]
    return True


def coins_from_the_pot(frame: Frame, happenings: Happenings) -> bool:
    """The winner gets a coin less than was in the pot."""
    won = what(happenings, "pot-won")
    if won is None or what(happenings, "match-won"):
        return False
    won["coins"] -= 1
    won["balance"] -= 1
    frame["public"]["balances"][won["seat"]] -= 1
    return True


def somebody_else_wins(frame: Frame, happenings: Happenings) -> bool:
    """At the end the first two seats' coins change places."""
    won, balances = what(happenings, "match-won"), frame["public"]["balances"]
    if won is None:
        return False
    other = (won["seat"] + 1) % 3
    balances[won["seat"]], balances[other] = balances[other], balances[won["seat"]]
    won["seat"] = other
    return True


CHEATS = (
    Cheat("hole card at the deal", "deal", hole_card_at_the_deal),
    Cheat("hole card during a round", "card", hole_card_during_a_round),
    Cheat("another card on the board", "card", another_card_on_the_board),
    Cheat("a coin less from the pot", "payment", coins_from_the_pot),
    Cheat("somebody else wins", "result", somebody_else_wins),
)

"""Dilemma Hold'em: hole cards, the river, pots, bonuses and eliminations."""

from tests.replays.cheats.house import Cheat, Frame, Happenings, swapped, what, whats

SETUP = ("dilemma", 3, {})


def hole_card_at_the_deal(frame: Frame, happenings: Happenings) -> bool:
    """Seat 0 gets a card that lies at the bottom of the deck."""
    dealt = next((happening for happening in whats(happenings, "dealt") if happening["seat"] == 0), None)
    if dealt is None:
        return False
    cards = frame["own"][0]["cards"]
    swapped(cards, 0, frame["hidden"]["deck"], -1)
    dealt["cards"] = cards
    return True


def another_river(frame: Frame, happenings: Happenings) -> bool:
    """The fifth card of the board is not the top one."""
    opened, board = what(happenings, "community-opened"), frame["public"]["board"]
    if opened is None or len(board) != 5:
        return False
    swapped(board, -1, frame["hidden"]["deck"], -1)
    opened["cards"][-1] = board[-1]
    return True


def chips_from_the_pot(frame: Frame, happenings: Happenings) -> bool:
    """$10 of the winnings disappear."""
    won = what(happenings, "pot-won")
    if won is None or won["chips"] <= 10:
        return False
    won["chips"] -= 10
    frame["public"]["betting"]["stacks"][won["seat"]] -= 10
    return True


def no_bonus(frame: Frame, happenings: Happenings) -> bool:
    """The bank pays another bonus than the hand's."""
    paid = what(happenings, "bonus-paid")
    if paid is None:
        return False
    paid["chips"] -= 10
    frame["public"]["betting"]["stacks"][paid["seat"]] -= 10
    return True


def somebody_else_wins(frame: Frame, happenings: Happenings) -> bool:
    """At the end the stacks of two seats have changed places."""
    if what(happenings, "match-ended") is None:
        return False
    stacks = frame["public"]["betting"]["stacks"]
    best = stacks.index(max(stacks))
    return swapped(stacks, best, stacks, (best + 1) % len(stacks))


CHEATS = (
    Cheat("hole card at the deal", "deal", hole_card_at_the_deal),
    Cheat("another river", "card", another_river),
    Cheat("$10 of a pot", "payment", chips_from_the_pot),
    Cheat("another bonus", "payment", no_bonus),
    Cheat("somebody else wins", "result", somebody_else_wins),
)

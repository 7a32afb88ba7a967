"""GET9!: the dealer's piles, the players' piles, chips and the winner."""

from tests.replays.cheats.house import Cheat, Frame, Happenings, swapped, what

SETUP = ("get9", 3, {"matches": 3, "start_chips": 10})


def the_dealer_s_piles(frame: Frame, happenings: Happenings) -> bool:
    """Two cards of the dealer's piles change places at the deal."""
    dealer = frame["hidden"]["dealer"]
    return what(happenings, "match-began") is not None and swapped(dealer[0], 0, dealer[1], 0)


def the_dealer_s_next_card(frame: Frame, happenings: Happenings) -> bool:
    """During a match the dealer's piles of the next round are laid otherwise."""
    dealer = frame["hidden"]["dealer"]
    return (
        what(happenings, "dealer-opened") is not None
        and frame["public"]["round"] < 3
        and swapped(dealer[2], 0, dealer[2], 1)
    )


def a_player_s_piles(frame: Frame, happenings: Happenings) -> bool:
    """After everyone has split, two cards of seat 0's later piles are swapped."""
    public = frame["public"]
    if what(happenings, "played") is None or public["round"] != 1 or public["statuses"][0] != "active":
        return False
    piles = frame["own"][0]["piles"]
    swapped(piles[1], 0, piles[2], 0)
    piles[1].sort()
    piles[2].sort()
    return True


def chips_of_the_middle(frame: Frame, happenings: Happenings) -> bool:
    """The winner gets a chip less."""
    won = what(happenings, "won")
    if won is None or won["chips"] < 2:
        return False
    won["chips"] -= 1
    frame["public"]["chips"][won["seat"]] -= 1
    return True


def somebody_else_wins(frame: Frame, happenings: Happenings) -> bool:
    ended, chips = what(happenings, "game-ended"), frame["public"]["chips"]
    if ended is None:
        return False
    best = chips.index(max(chips))
    changed = swapped(chips, best, chips, (best + 1) % 3)
    ended["seats"] = [seat for seat, amount in enumerate(chips) if amount == max(chips)]
    return changed


CHEATS = (
    Cheat("the dealer's piles", "deal", the_dealer_s_piles),
    Cheat("the dealer's next card", "card", the_dealer_s_next_card),
    Cheat("a player's piles", "card", a_player_s_piles),
    Cheat("chips of the middle", "payment", chips_of_the_middle),
    Cheat("somebody else wins", "result", somebody_else_wins),
)

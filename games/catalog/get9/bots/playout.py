"""Playout of a match in an imagined world, in which everyone bets by what they know of their own piles."""

from games.catalog.get9.bots.bets import choose_bet
from games.catalog.get9.bots.piles import BEST_PLACE, MOST_POINTS, PLACE_FOR
from games.catalog.get9.bots.table import FOLDED, Table
from games.catalog.get9.bots.worlds import World
from games.catalog.get9.types import ROUNDS

SLOPE = (0, 60, 42)  # by remaining rounds: value of a ninth of a point in hundredths of a percent
ALL = 10_000  # in hundredths of a percent
LEAST, MOST = 300, 9_700  # bounds while anything can still happen
DEALERS = 6  # ninths of a point that the dealer scores per round
MARGIN = 4  # points above the best of the others that players aim for with the last pile


def guess_percent(table: Table, seat: int, world: World) -> int:
    """Return the winning chance of a seat that knows its own piles and everyone's points."""
    rounds_left, points = ROUNDS - table.round, table.points
    if not rounds_left:
        return 100 * _is_best(table, seat)
    slope, score = SLOPE[rounds_left], 9 * points[seat] + world.worth[rounds_left][seat]
    chance = max(LEAST, min(MOST, ALL // 2 + (score - 9 * table.dealer - DEALERS * rounds_left) * slope))
    for other, (status, scored, usual) in enumerate(zip(table.status, points, world.usual[rounds_left], strict=True)):
        if status != FOLDED and other != seat:
            part = ALL // 2 + (score - 9 * scored - usual) * slope
            chance = chance * (LEAST if part < LEAST else MOST if part > MOST else part) // ALL
    return chance // 100


def _is_best(table: Table, seat: int) -> bool:
    """Return whether no one still in, nor the dealer, has as many points."""
    score, points = table.points[seat], table.points
    return score > table.dealer and all(score > points[other] for other in table.contenders() if other != seat)


def play_cards(table: Table, world: World, me: int = 0, place: int | None = None) -> None:
    """Play a round's cards and start its betting; `me` plays the card at `place`, if given."""
    at = table.round - 1
    places = [BEST_PLACE[split[at]] for split in world.splits] if table.round < ROUNDS else _last_places(table, world)
    if place is not None:
        places[me] = place
    table.open_cards(world, places)
    table.start_betting()


def _last_places(table: Table, world: World) -> list[int]:
    """Choose the cards of the last round: everyone plays the safest card that may be enough."""
    points = table.points
    lead = sorted([points[seat] for seat in table.contenders()])
    best, second = lead[-1], lead[-2] if len(lead) > 1 else 0
    places = []
    for seat, (_, _, pile) in enumerate(world.splits):
        target = max(best if points[seat] < best else second, table.dealer) + MARGIN
        places.append(PLACE_FOR[pile][max(0, min(MOST_POINTS, target - points[seat]))])
    return places


def play_on(table: Table, world: World) -> None:
    """Play to the end of the match, starting with the current betting, if any."""
    luck = world.luck
    while True:
        while (seat := table.turn) is not None:
            luck = (luck * 1103515245 + 12345) & 0x7FFFFFFF
            table.bet(choose_bet(table, guess_percent(table, seat, world), (luck >> 16) % 100))
        if table.round == ROUNDS:
            return table.pay()
        table.next_round()
        play_cards(table, world)

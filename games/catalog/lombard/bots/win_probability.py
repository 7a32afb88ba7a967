"""Effect of CALL, DOUBLE and FOLD on the chance to win the match, estimated by sampling the unseen cards. For bots."""

from collections.abc import Callable, Iterator

from games.catalog.lombard.bots.hopes import get_hope
from games.catalog.lombard.bots.opponent_model import Hole, make_hole_sampler, sample_action
from games.catalog.lombard.hands import CODE, DECK, encode_cards, get_key_from_code
from games.catalog.lombard.types import BONUS, COST, Action, Cards
from games.catalog.lombard.view import LombardView, Public
from games.engine.game import Rng, frozen_dataclass

MAX_SAMPLES, ROUND = 300, 30  # maximum number of samples, and samples between two checks
SURE = 2  # standard errors by which the best action must lead
RESPECT = 37  # percent of showdown wins that are not counted if a rival has doubled
ACTIONS: tuple[Action, ...] = ("call", "double", "fold")


@frozen_dataclass
class WinChances:
    """The chance to win the match after each decision, in millionths."""

    call: int
    double: int
    fold: int


@frozen_dataclass
class _RoundModel:
    """The relevant part of a view: who is still in, with a sampler of their hole cards, and who is yet to act."""

    public: Public
    seat: int
    own_cards: Cards
    board: int  # code of the open cards
    unseen: Cards
    rivals: tuple[tuple[int, Callable[[Rng], Hole]], ...]
    later: tuple[int, ...]
    respects: bool  # whether a player has doubled


@frozen_dataclass
class _End:
    """An imagined end of the round before the seat's payment: `rival` wins unless the seat stays in and `wins`."""

    balances: list[int]
    pot: int
    rival: int
    wins: bool


def estimate_win_chances(view: LombardView, rng: Rng) -> WinChances:
    """Return the chances of the view's seat, whose turn it is, after CALL, DOUBLE and FOLD."""
    table = _build_round_model(view.public, view.me, view.mine.cards)
    hopes: list[list[int]] = [[] for _ in ACTIONS]
    while len(hopes[0]) < MAX_SAMPLES and not _is_decided(hopes):
        ends = [_end(table, rng) for _ in range(ROUND)]
        for action_hopes, action in zip(hopes, ACTIONS, strict=True):
            action_hopes += _hopes(table, ends, action)
    return WinChances(*(sum(action_hopes) // len(action_hopes) for action_hopes in hopes))


def _is_decided(hopes: list[list[int]]) -> bool:
    """Return whether the best action leads by so much, deal by deal, that more deals will hardly change it."""
    best, second, _ = sorted(hopes, key=sum, reverse=True)
    leads = [hope - other for hope, other in zip(best, second, strict=True)]
    return sum(leads) ** 2 > SURE**2 * sum(lead * lead for lead in leads)


def _build_round_model(public: Public, seat: int, own_cards: Cards) -> _RoundModel:
    seen_cards = {*own_cards, *public.board, *(card for hole in public.holes for card in hole)}
    unseen = tuple(card for card in DECK if card not in seen_cards)
    board = encode_cards(public.board)
    other_seats = [number for number in range(public.seats) if number != seat]
    rivals = tuple(
        (other, make_hole_sampler(public.actions[other], next(filter(None, public.holes[other]), None), unseen, board))
        for other in other_seats
        if public.actions[other] in ("call", "double")
    )
    later = tuple(other for other in other_seats if not public.actions[other])
    return _RoundModel(public, seat, own_cards, board, unseen, rivals, later, "double" in public.actions)


def _end(table: _RoundModel, rng: Rng) -> _End:
    """Draw hole cards for the rivals, two more open cards, and the actions of those who are yet to act."""
    holes: list[tuple[int, Hole]] = []
    used: set[str] = set()
    for rival, draw in table.rivals:
        hole = draw(rng)
        while not used.isdisjoint(hole):
            hole = draw(rng)
        used.update(hole)
        holes.append((rival, hole))
    cards = iter(rng.partial_shuffle([card for card in table.unseen if card not in used], 2 + 2 * len(table.later)))
    final = table.board + CODE[next(cards)] + CODE[next(cards)]
    balances = list(table.public.balances)
    pot = table.public.pot
    for rival in table.later:
        hole = next(cards), next(cards)
        action = sample_action(hole, table.board, rng)
        if action != "fold":
            holes.append((rival, hole))
            pot += _pay(table, balances, rival, action)
    if not holes:
        return _End(balances, pot, table.later[-1], wins=True)
    best, rival = max((get_key_from_code(hole, final + encode_cards(hole)), rival) for rival, hole in holes)
    wins = get_key_from_code(table.own_cards, final + encode_cards(table.own_cards)) > best
    return _End(balances, pot, rival, wins and not (table.respects and rng.percent_chance(RESPECT)))


def _hopes(table: _RoundModel, ends: list[_End], action: Action) -> Iterator[int]:
    """Yield the seat's chance after each of these ends if it takes the action."""
    for end in ends:
        balances = end.balances.copy()
        pot = end.pot + _pay(table, balances, table.seat, action)
        balances[table.seat if end.wins and action != "fold" else end.rival] += pot
        yield get_hope(balances, table.seat, table.public.options.target_coins)


def _pay(table: _RoundModel, balances: list[int], seat: int, action: Action) -> int:
    """Deduct the action's cost from the seat's balance. Return what it adds to the pot."""
    tracks_debt = table.public.options.track_debt
    balances[seat] -= COST[action] if tracks_debt else min(COST[action], balances[seat])
    return COST[action] + BONUS[action]

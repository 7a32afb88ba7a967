"""A round's betting (rules sheet, 3.3): turns, legal bets and their effects. All of it is public."""

from dataclasses import replace

from games.catalog.get9.happenings import Called, Checked, Folded, Happening, Opened, Raised, WentAllIn
from games.catalog.get9.moves import AllIn, Call, Check, Fold, Move, Open, Raise
from games.catalog.get9.types import ROUNDS, SkipReason, Status
from games.catalog.get9.view import Public
from games.engine.errors import IllegalMoveError
from games.engine.legal_moves import Amount, Choice, Legal
from games.kit.seats import find_next_seat, replace_at


def start_betting(public: Public) -> Public:
    """Start the betting of the round just scored. `turn` is None if it is skipped."""
    public = replace(public, phase="bet", cap=_cap(public))
    return replace(public, turn=None if get_skip_reason(public) else _next_turn(public, public.button - 1))


def get_skip_reason(public: Public) -> SkipReason | None:
    """Return why the round has no betting, or None: by option (8), at the limit, or if at most one player could bet."""
    if public.round == ROUNDS and not public.options.final_round_betting:
        return "option"
    if public.cap == 0:
        return "limit"
    return "alone" if len(public.active) < 2 else None


def is_opening_due(public: Public) -> bool:
    """Return whether the forced first bet of the match is due. No one may act before it."""
    return public.round == 1 and not public.table_bet


def get_max_bet(public: Public, seat: int) -> int:
    """Return the highest total that a seat may bet this round."""
    total = public.bets[seat] + public.chips[seat]
    return total if public.cap is None else min(public.cap, total)


def legal_bets(public: Public, seat: int) -> Legal[Move]:
    """Return the legal bets of the seat whose turn it is: each is a line of the sheet's table."""
    max_bet = get_max_bet(public, seat)
    if is_opening_due(public):
        return Legal((Amount(Open, "chips", 1, max_bet),))
    answers = Choice((*_answers(public, seat), Fold()))
    # Raises are possible only if someone else could answer; resting players aren't asked again.
    if max_bet <= public.table_bet or public.active == (seat,):
        return Legal((answers,))
    return Legal((answers, Amount(Raise, "to", public.table_bet + 1, max_bet)))


def _answers(public: Public, seat: int) -> tuple[Move, ...]:
    """Return the answers to a bet.

    All-in is legal only if the seat can't call; a rest, and by option a call of nothing (8), only if it owes nothing.
    """
    to_call = public.owed[seat]
    if to_call > public.chips[seat]:
        return (AllIn(),)
    if to_call:
        return (Call(),)
    return (Call(), Check()) if public.options.free_call else (Check(),)


def get_bet_error(public: Public, seat: int, move: Move) -> IllegalMoveError | None:
    """Return why this kind of bet is illegal for the seat whose turn it is, if there is a specific reason."""
    to_call = public.owed[seat]
    if is_opening_due(public):
        return IllegalMoveError("open-first")
    match move:
        case Open():
            return IllegalMoveError("already-open")
        case Raise() if (max_bet := get_max_bet(public, seat)) <= public.table_bet:
            return IllegalMoveError("no-raise-left", {"max": max_bet})
        case Raise():
            return IllegalMoveError("nobody-to-raise")
        case Call() if to_call:
            return IllegalMoveError("cannot-call", {"owed": to_call, "chips": public.chips[seat]})
        case Check():
            return IllegalMoveError("check-owes", {"owed": to_call})
        case AllIn() if to_call or public.options.free_call:
            return IllegalMoveError("can-call", {"owed": to_call})
        case Call() | AllIn():
            return IllegalMoveError("nothing-to-call")
    return None


def place_bet(public: Public, seat: int, move: Move) -> tuple[Public, Happening]:
    """Apply a legal bet of the seat whose turn it is, and return the public happening."""
    after, happening = _apply_move(public, seat, move)
    after = replace(after, acted=replace_at(after.acted, seat, True))
    return replace(after, turn=_next_turn(after, seat)), happening


def _apply_move(public: Public, seat: int, move: Move) -> tuple[Public, Happening]:
    match move:
        case Open(chips):
            return _put_in(public, seat, chips), Opened(seat, chips)
        case Raise(to):
            return _put_in(public, seat, to - public.bets[seat]), Raised(seat, to)
        case Call():
            to_call = public.owed[seat]
            return _put_in(public, seat, to_call), Called(seat, to_call)
        case AllIn():
            chips = public.chips[seat]
            return _put_in(public, seat, chips), WentAllIn(seat, chips)
        case Check():
            rests = public.options.check_locks_out
            return _with_status(public, seat, "resting" if rests else "active"), Checked(seat, rests)
        case _:
            return _with_status(public, seat, "folded"), Folded(seat)


def _put_in(public: Public, seat: int, chips: int) -> Public:
    """Put chips into the seat's pot. A seat with none left is all-in."""
    chips_left = public.chips[seat] - chips
    public = replace(
        public,
        chips=replace_at(public.chips, seat, chips_left),
        pots=replace_at(public.pots, seat, public.pots[seat] + chips),
        bets=replace_at(public.bets, seat, public.bets[seat] + chips),
    )
    return public if chips_left else _with_status(public, seat, "all-in")


def _with_status(public: Public, seat: int, status: Status) -> Public:
    return replace(public, statuses=replace_at(public.statuses, seat, status))


def _next_turn(public: Public, after: int) -> int | None:
    """Return the next active seat that hasn't acted, or owes chips; None if the betting is over.

    The last player who hasn't folded doesn't bet any more.
    """
    active, to_call = public.active, public.owed
    must_act = [seat in active and (to_call[seat] > 0 or not acted) for seat, acted in enumerate(public.acted)]
    return find_next_seat(must_act, after) if any(must_act) and len(public.contenders) > 1 else None


def _cap(public: Public) -> int | None:
    """Return the highest bet of a round (roundCap), or None without a limit.

    With a limit per match, it is what the limit leaves above the highest stake of those still in; per round, all of it.
    """
    limit = public.options.bet_limit
    if not limit:
        return None
    if public.options.bet_limit_per == "round":
        return limit
    return limit - max(public.pots[seat] for seat in public.contenders)

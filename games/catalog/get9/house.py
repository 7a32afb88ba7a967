"""House steps: the dealer's piles, opening cards, points and the next round.

The end of a match after its last betting is in `payment`.
"""

from dataclasses import replace

from games.catalog.get9 import betting, payment
from games.catalog.get9 import happenings as log
from games.catalog.get9.cards import DECK, beats, points_of
from games.catalog.get9.happenings import Happening
from games.catalog.get9.state import Get9State, Hidden
from games.catalog.get9.types import ROUNDS, Cards, Round
from games.catalog.get9.view import Public
from games.engine.game import Chance, State, Step, to_everyone, to_seats
from games.kit.seats import find_next_seat
from games.kit.transitions import public_step


def advance(state: Get9State, chance: Chance) -> Step[Get9State, Happening] | None:
    """Return one house step, or None if a seat must decide or the game is over."""
    public = state.public
    match public.phase:
        case "begin":
            return _begin(state, chance)
        case "split" if not public.choosing:
            return _choice(state)
        case "choose" if not public.choosing:
            return _open(state)
        case "dealer":
            return _dealer(state)
        case "score":
            return _score(state)
        case "bet" if public.turn is None:
            return payment.pay_match(state) if public.round == ROUNDS else _next_round(state)
        case "end":
            return payment.end_game(state)
    return None


def _begin(state: Get9State, chance: Chance) -> Step[Get9State, Happening]:
    """Begin a match with random dealer's piles (rules sheet, 3.1); the button skips players without chips (3.2)."""
    public, number = state.public, state.public.match + 1
    cards = chance.shuffled(f"match/{number}/dealer", DECK)
    button = find_next_seat(public.chips, public.button - 1)
    public = replace(public, phase="split", match=number, round=1, button=button)
    happening = to_everyone(log.MatchBegan(number, button, public.extra, public.carry))
    return Step(State(public, state.own, Hidden((cards[:3], cards[3:6], cards[6:]))), (happening,))


def _choice(state: Get9State) -> Step[Get9State, Happening]:
    """Choose the filed cards now that everyone has split, so that until then no one can tell who filed one."""
    filed = tuple(seat for seat in state.public.contenders if state.own[seat].filed)
    has_chosen = tuple(is_done or seat in filed for seat, is_done in enumerate(state.public.chosen))
    own_parts = tuple(replace(part, picks=(part.filed,), filed="") if part.filed else part for part in state.own)
    happenings = (to_seats(seat, log.CardChosen(seat, state.own[seat].filed)) for seat in filed)
    public = replace(state.public, phase="choose", chosen=has_chosen)
    return Step(State(public, own_parts, state.hidden), (to_everyone(log.ChoiceBegan(filed)), *happenings))


def _open(state: Get9State) -> Step[Get9State, Happening]:
    """Open the chosen cards together: GET9! (3.2, step 1)."""
    public = state.public
    played = {seat: state.own[seat].picks[public.round - 1] for seat in public.contenders}
    opened = Round(tuple(played.get(seat, "") for seat in range(public.seats)))
    happenings = (log.Played(seat, card) for seat, card in played.items())
    return public_step(state, replace(public, phase="dealer", rounds=(*public.rounds, opened)), *happenings)


def _dealer(state: Get9State) -> Step[Get9State, Happening]:
    """Open the second card of the dealer's pile (3.2, step 2)."""
    public = state.public
    card = state.hidden.dealer[public.round - 1][1]
    public = replace(_with(public, replace(public.rounds[-1], dealer=card)), phase="score")
    return public_step(state, public, log.DealerOpened(card))


def _score(state: Get9State) -> Step[Get9State, Happening]:
    """Score the round, open the other cards of those who beat the dealer's card, and start betting.

    If the dealer beats all cards, its other two are opened and scored.
    """
    opened = _build_scored_round(state)
    public = betting.start_betting(_with(state.public, opened))
    scored = (log.Scored(seat, cards, opened.points[seat]) for seat, cards in enumerate(opened.others) if cards)
    dealer, reason = log.DealerScored(opened.dealer_others, opened.dealer_points), betting.get_skip_reason(public)
    return public_step(state, public, *scored, dealer, *([log.NoBetting(public.round, reason)] if reason else []))


def _build_scored_round(state: Get9State) -> Round:
    """Return the round just opened, with its points (3.2, steps 3 and 4). The played card never counts.

    The dealer has to beat the cards of all players still in: a tie with one of them gives it nothing.
    """
    public, opened = state.public, state.public.rounds[-1]
    other_cards = tuple(_others(state, seat, card, opened.dealer) for seat, card in enumerate(opened.played))
    first, _, third = state.hidden.dealer[public.round - 1]
    ahead = all(beats(opened.dealer, opened.played[seat]) for seat in public.contenders)
    dealer_others = (first, third) if ahead else ()
    return replace(
        opened,
        others=other_cards,
        points=tuple(map(points_of, other_cards)),
        dealer_others=dealer_others,
        dealer_points=points_of(dealer_others),
    )


def _others(state: Get9State, seat: int, card: str, dealer: str) -> Cards:
    """Return the other two cards of a pile whose card beat the dealer's; a tie opens nothing."""
    if not card or not beats(card, dealer):
        return ()
    return tuple(other for other in state.own[seat].piles[state.public.round - 1] if other != card)


def _with(public: Public, opened: Round) -> Public:
    return replace(public, rounds=(*public.rounds[:-1], opened))


def _next_round(state: Get9State) -> Step[Get9State, Happening]:
    """Start the next round: the button moves on (3.2, step 6), and resting players come back (3.3)."""
    public, no = state.public, (False,) * state.public.seats
    public = replace(
        public, phase="choose", round=public.round + 1, button=public.next_button, bets=(0,) * public.seats, cap=None,
        acted=no, chosen=no, statuses=tuple("active" if status == "resting" else status for status in public.statuses),
    )  # fmt: skip
    return public_step(state, public, log.RoundBegan(public.round, public.button))

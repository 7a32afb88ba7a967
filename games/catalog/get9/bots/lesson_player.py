"""Player that does only what the lessons teach, for comparison with the bots in the arena."""

from games.catalog.get9.moves import AllIn, Call, Check, Choose, Fold, Move, Split
from games.catalog.get9.view import Get9View
from games.engine.game import Legal, Rng, Simulator
from games.engine.legal_moves import Amount

BEST_SPLIT = (("6", "8", "9"), ("4", "5", "7"), ("1", "2", "3"))
FAR_BEHIND = 8  # in points after all rounds; each remaining round brings about as many


def play_as_taught(view: Get9View, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Make the best split, play the eight rather than the nine of a pile, bet on a clear lead, rest when behind."""
    public = view.public
    if legal.of("split") is not None:
        return Split(tuple(rng.shuffled(BEST_SPLIT)))
    if legal.of("choose") is not None:
        pile = sorted(view.mine.piles[public.round - 1])
        return Choose(pile[1] if pile[2] == "9" else pile[2])
    rounds_left = 3 - public.round
    best_other = max(public.dealer_points, *(public.points[seat] for seat in view.rivals), 0)
    lead = public.points[view.me] - best_other
    amount = legal.of("open") or legal.of("raise")
    is_clear = lead > FAR_BEHIND * rounds_left
    if isinstance(amount, Amount) and (is_clear or legal.of("open")):
        return amount.make(**{amount.field: amount.max if is_clear else amount.min})
    if legal.contains(Check()):
        return Check()
    if lead < -FAR_BEHIND * rounds_left:
        return Fold()
    return Call() if legal.contains(Call()) else AllIn()

"""Player that does only what the lessons teach, for comparison with the bots in the arena."""

from games.catalog.dilemma.moves import Call, Check, Fold, Move
from games.catalog.dilemma.types import BOARD
from games.catalog.dilemma.view import DilemmaView
from games.engine.game import Legal, Rng, Simulator
from games.engine.legal_moves import Amount

WEAK = ("high-card", "pair")
HIGH = ("1", "9", "10")  # two cards to start with, without a pair; the 1 ranks above the 10
STRONG = ("two-pair",)  # these, and a pair before the flop, call; all better hands raise


def play_as_taught(view: DilemmaView, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Raise with three of a kind or better, pay up to half the pot for pairs, otherwise fold before a showdown."""
    public, hand = view.public, view.hand
    category = hand.category if hand else "high-card"
    is_early, is_last = not public.board, len(public.board) == BOARD
    amount = legal.of("bet") or legal.of("raise")
    if isinstance(amount, Amount) and category not in (*WEAK, *STRONG):
        return amount.make(**{amount.field: amount.min})
    if legal.contains(Check()):
        return Fold() if is_last and category == "high-card" and public.penalty else Check()
    is_cheap = 3 * view.owed <= public.pot
    stays = category not in WEAK or (category == "pair" and (is_cheap or is_early))
    if is_early and hand and hand.ranks[0] in HIGH and view.owed <= 2 * public.blinds[1]:
        stays = True
    return Call() if stays and legal.contains(Call()) else legal.sample(rng) if not legal.contains(Fold()) else Fold()

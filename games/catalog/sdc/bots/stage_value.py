"""Value of a stage to its opener if both players follow a table."""

from games.catalog.sdc.bots.abstraction import round_down, round_up
from games.catalog.sdc.bots.strategy import WHOLE, StageTable
from games.engine.advice import WHOLE as THOUSAND
from games.engine.game import frozen_dataclass

Side = tuple[int, int]  # how many cards it exchanged, and the class of its hand


@frozen_dataclass
class Bidding:
    """The bidding with both hands known. `wins` is 1 if the opener's hand wins, otherwise -1.

    All values are thousandths of coins.
    """

    table: StageTable
    opener: Side
    responder: Side
    wins: int

    def reversed(self) -> "Bidding":
        """Return the same from the responder's perspective."""
        return Bidding(self.table, self.responder, self.opener, -self.wins)

    def open(self) -> int:
        """Return the value when the opener is to bid."""
        drew, strength_class = self.opener
        weights = self.table.weigh_bids(drew, self.responder[0], strength_class)
        return sum(weight * self.after_bid(bid) for bid, weight in weights.items() if weight) // WHOLE

    def after_bid(self, bid: int) -> int:
        """Return the value when the responder is to answer."""
        drew, strength_class = self.responder
        table_bid = round_up(bid, self.table.amounts)
        weights = self.table.weigh_answers(table_bid, drew, self.opener[0], strength_class)
        return sum(weight * self._answered(bid, table_bid, to) for to, weight in weights.items() if weight) // WHOLE

    def _answered(self, bid: int, table_bid: int, to: int) -> int:
        if not to:
            return THOUSAND
        return THOUSAND * self.wins * bid if to == table_bid else self.after_raise(bid, to)

    def after_raise(self, bid: int, to: int) -> int:
        """Return the value when the opener is to reply."""
        drew, strength_class = self.opener
        raised = round_up(to, self.table.amounts)
        own_bid = min(
            round_down(bid, self.table.amounts), max(amount for amount in self.table.amounts if amount < raised)
        )
        weights = self.table.weigh_replies(own_bid, raised, drew, self.responder[0], strength_class)
        return THOUSAND * (weights[raised] * self.wins * to - weights[0] * bid) // WHOLE

"""Check that the log is complete: the seed matches the commitment, and every event body the chain of digests."""

from games.engine.chance import hash_server_seed
from games.engine.hash_chain import next_digest
from games.replays.audit.base import Check, MismatchError
from games.replays.audit.rows import Body, EventRow, TableRow


class HashChainCheck(Check):
    name = "log"

    def __init__(self, table: TableRow) -> None:
        super().__init__()
        self.table, self.digest, self.events = table, table.commitment, 0

    def begin(self) -> None:
        if hash_server_seed(self.table.public_id, self.table.seed) != self.table.commitment:
            raise MismatchError("commitment")

    def check_event(self, row: EventRow, body: Body) -> None:
        self.events += 1
        if row.seq != self.events:
            raise MismatchError("missing", self.events)
        self.digest = next_digest(self.digest, self.table.public_id, self.table.seed, row.seq, row.body)
        if self.digest != row.digest:
            raise MismatchError("chain")

    def end(self) -> None:
        if self.events < self.table.seq:
            raise MismatchError("missing", self.events + 1)
        if self.events > self.table.seq:
            raise MismatchError("too-many")
        if self.digest != self.table.digest:
            raise MismatchError("last-digest")

"""Checking an ended table against its promise: the seed against the commitment, every event against the chain."""

from dataclasses import dataclass

from games import catalog
from games.engine.chain import next_digest, text_hash
from games.engine.chance import commitment
from games.engine.codec import canonical, decoder, parse, to_json
from games.frames import frame_of
from games.models import Table
from games.selectors.names import in_language
from games.selectors.replay import frame_at


@dataclass(frozen=True, slots=True)
class Report:
    """What was checked. `checks` holds codes with their outcome; sentences are the template's."""

    id: str
    title_name: str
    checks: list[tuple[str, bool]]
    seed: str
    commitment: str
    digest: str
    events: int

    @property
    def ok(self) -> bool:
        return all(passed for _, passed in self.checks)


def table_verified(table: Table) -> Report:
    """Recompute the commitment, the whole digest chain and the last position's hash. Time grows with the log."""
    seed = bytes(table.seed.value)
    digest, chained, bodies, last_state = table.commitment, True, 0, None
    for seq, body, stored in table.events.order_by("seq").values_list("seq", "body", "digest").iterator():
        bodies += 1
        digest = next_digest(digest, table.public_id, seed, seq, body)
        chained = chained and digest == stored and seq == bodies
        last_state = parse(body)["state"]
    frame = frame_at(table, table.seq)
    checks = [
        ("commitment", commitment(table.public_id, seed) == table.commitment),
        ("chain", chained and digest == table.digest and bodies == table.seq),
        ("position", frame is None or text_hash(canonical(frame["hidden"])) == last_state),
        ("views", frame is None or _views_agree(table, frame)),
    ]
    name = in_language(catalog.title(table.title).meta.name)
    return Report(table.public_id, name, checks, seed.hex(), table.commitment, table.digest, bodies)


def _views_agree(table: Table, frame: dict[str, object]) -> bool:
    """Whether today's rules show the last position as it was shown then."""
    title = catalog.title(table.title)
    state = decoder(title.state)(frame["hidden"])
    private = frame["private"]
    assert isinstance(private, list)
    return to_json(state) == frame["hidden"] and frame_of(title, state, len(private)) == frame

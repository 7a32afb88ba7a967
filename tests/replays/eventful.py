"""Records of matches in which more happens than moves: clocks, pauses, moderators, phrases, another match before."""

from typing import Any

from games.clocks.time_control import TimeControl
from games.engine.chance import Rng, hash_client_seed
from games.tables.bots.substitutes import reclaim_seat, resign_seat
from games.tables.services.proposals import answer_proposal, end_live_play, end_pause, make_proposal
from games.tables.services.seed_reveal import reveal_client_seed, submit_client_seed_hash
from games.tables.services.timeouts import resolve_overdue
from tests.matches import SHORT, fresh, opened, play_on, running, seat, turn, waiting
from tests.moderation.actions import seat_back, seat_to_bot, table_freeze, table_thaw
from tests.replays.archived import record_of
from tests.time_travel import time_runs_out


def clocks_and_orders(alice: Any, bob: Any, moderator: Any) -> dict[str, Any]:
    """Timeouts, a bot that takes over and leaves; pauses, live play, a freeze, a resignation."""
    table = running("sdc", alice, bob, timing=TimeControl(bot_after=1), options={"start_coins": 20})
    here = {"public_id": table.public_id}
    order = here | {"moderator_id": moderator.pk, "reason": "a look"}
    rng = Rng(b"eventful", "moves")
    play_on(table, 0)
    time_runs_out(table, 0)
    assert resolve_overdue(50) == 1
    reclaim_seat(**here, user_id=alice.pk)
    for kind in ("pause", "live"):
        make_proposal(**here, user_id=alice.pk, kind=kind)
        answer_proposal(**here, user_id=bob.pk, kind=kind, agrees=True)
        if kind == "pause":
            end_pause(**here, user_id=bob.pk)
    turn(table, waiting(table)[0], rng)
    end_live_play(**here, user_id=bob.pk)
    table_freeze(**order)
    table_thaw(**order)
    seat_to_bot(**order, number=1)
    seat_back(**order, number=1)
    for _ in range(8):
        turn(table, rng.choice(waiting(table)), rng)
    resign_seat(**here, user_id=bob.pk)
    return record_of(play_on(fresh(table)))


def forfeited(alice: Any, bob: Any) -> dict[str, Any]:
    """Where a timeout ends the match."""
    table = running("lombard", alice, bob, seats=3, timing=TimeControl(3_600, on_timeout="forfeit"))
    play_on(table, 1)
    time_runs_out(table, 1)
    assert resolve_overdue(50) == 1
    while not fresh(table).is_ended:
        play_on(table, 1)
        if seat(table, 1).question_seq is not None:
            time_runs_out(table, 1)
            resolve_overdue(50)
    return record_of(fresh(table))


def strict(alice: Any, bob: Any) -> dict[str, Any]:
    """Phrases that all have given and then opened, which deals."""
    table = opened("sdc", alice, bob, strict=True, **SHORT["sdc"])
    for number, person in enumerate((alice, bob)):
        seed_hash = hash_client_seed(table.public_id, number, bytes([number]) * 32)
        submit_client_seed_hash(public_id=table.public_id, user_id=person.pk, client_seed_hash=seed_hash)
    for number, person in enumerate((alice, bob)):
        reveal_client_seed(public_id=table.public_id, user_id=person.pk, client_seed=bytes([number]) * 32)
    return record_of(play_on(fresh(table)))

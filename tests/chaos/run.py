"""One run on one site."""

import random
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from django.core.exceptions import ValidationError
from django.db import connection
from django.utils import timezone

from games.notifications.models import Delivery, Notification
from games.tables.errors import ServiceError
from games.tables.models import Seat
from tests.chaos.company import Company, until
from tests.chaos.patience import patiently
from tests.chaos.people import Book, Player
from tests.chaos.records import unsealed, wrong_records
from tests.chaos.site import Victim
from tests.chaos.verdict import GRACE, figures, wrongs

LONG = 60  # number of kills after which a person is suspended and another goes on vacation; both are waited for
SETTLE_SECONDS = 240
SEAL_SECONDS = 75  # a minute, and a little for the last one
QUIET_SECONDS = 240
JUMP_EVERY = 5  # kills
RECOVERS = 0.8  # how often people play again before the next kill; else it comes while much is being started
MOVES_BETWEEN, BREATH_SECONDS = 3, 40.0
JUMPS = (timedelta(hours=1), timedelta(seconds=-20), timedelta(days=2), timedelta(minutes=6))


def run(victim: Victim, kills: int, rng: random.Random, tables: int, folder: Path) -> list[str]:
    """Let everyone play while `kills` processes are killed; then stop and check everything.

    `tables`: how many of each kind let their clocks run out; `folder` gets the records.
    """
    began = time.monotonic()
    company, book = Company(tables), Book()
    company.open()
    players = [Player(user, victim.port, book, n) for n, user in enumerate(company.players)]
    for thread in (company, *players):
        thread.start()
    problems = _hurt(victim, company, book, kills, rng)
    print(f"{len(victim.kills)} kills in {time.monotonic() - began:.0f} s; now in peace", flush=True)
    for thread in (*players, company):
        thread.stopping.set()
    for thread in (*players, company):
        thread.join(120)
        if thread.is_alive():
            problems.append(f"{thread} waits for an answer for ever")
    if not book.receipts:  # a player's exception would go unnoticed otherwise: they carry on
        problems.append("nobody's move was acknowledged")
    if (seconds := until(victim.all_live, QUIET_SECONDS)) is None:
        problems.append("not all processes came back")
    quiet = until(_quiet, QUIET_SECONDS)
    print(f"all processes lived after {seconds} s, nothing was due after {quiet} s more")
    if quiet is None:
        problems.append("something stays due")
    sealed = until(lambda: not unsealed(), SEAL_SECONDS)
    print(f"every ended match had its record after {sealed} s more", flush=True)
    proven = list[str]()
    (folder / "records").mkdir()
    problems += wrongs(book, company, victim)
    problems += wrong_records(book, victim.port, folder / "records", proven)
    print(f"  records checked from outside, with their receipts: {len(proven)}")
    for line in figures(book, company, victim):
        print(f"  {line}")
    connection.close()
    return problems


def _hurt(victim: Victim, company: Company, book: Book, kills: int, rng: random.Random) -> list[str]:
    """The kills, and clocks that jump. In a long run one person is suspended at many tables and let in again, and one
    goes on vacation from many and comes back."""
    problems: list[str] = []
    while len(victim.kills) < kills:
        if victim.kill(rng):
            problems += _turn(company, len(victim.kills), kills)
        if rng.random() < 0.5:
            victim.disturb(rng)
        before = len(book.receipts)
        time.sleep(rng.uniform(0.2, 2.0))
        if rng.random() < RECOVERS:
            until(lambda before=before: len(book.receipts) > before + MOVES_BETWEEN, BREATH_SECONDS)
    if kills >= LONG:
        problems += _waited("nobody stands in any more", lambda: company.stood_in(False))
    return problems


def _turn(company: Company, killed: int, kills: int) -> list[str]:
    """Run the events that accompany that many kills."""
    if killed % JUMP_EVERY == 0:
        _done(lambda: company.jump(JUMPS[killed // JUMP_EVERY % len(JUMPS)]))
    if kills < LONG:
        return []
    if killed == kills // 4:
        _done(company.gone)
    if killed == kills // 3:
        _done(company.suspended)
    if killed == kills // 2:
        return _waited("the tourist's clocks stand still", lambda: company.rests(True))
    if killed == 2 * kills // 3:
        late = _waited("bots stand in for the suspended person", lambda: company.stood_in(True))
        _done(company.restored)
        return late
    if killed == 3 * kills // 4:
        _done(company.back)
    if killed == kills:
        return _waited("the tourist's clocks run again", lambda: company.rests(False))
    return []


def _done(act: Callable[[], None]) -> None:
    """Retry while the database is killed; it doesn't matter if the first try succeeded unnoticed."""
    with suppress(ServiceError, ValidationError):
        patiently(act)


def _waited(description: str, is_so: Callable[[], bool]) -> list[str]:
    """At all tables."""
    seconds = until(is_so, SETTLE_SECONDS)
    if seconds is None:
        return [f"it never comes to this everywhere: {description}"]
    print(f"  {description} at all tables, {seconds:.0f} s after it was looked for", flush=True)
    return []


def _quiet() -> bool:
    """Return whether no deadline has passed and no notice is waiting, including a second try."""
    past = timezone.now() - GRACE
    seats = Seat.objects.in_play().filter(question_seq__isnull=False)
    overdue = seats.filter(deadline__lte=past).exists() or seats.filter(bot_level="", act_at__lte=past).exists()
    undecided = Notification.objects.filter(due_at__lte=past).exists()
    return not (overdue or undecided or Delivery.objects.filter(next_attempt_at__isnull=False).exists())

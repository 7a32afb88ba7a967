"""One run on one site."""

import random
import time
from collections.abc import Callable
from datetime import timedelta

from django.db import connection
from django.utils import timezone

from games.models import Delivery, Notice, Seat
from tests.chaos.company import Company, until
from tests.chaos.people import Book, Player
from tests.chaos.site import Victim
from tests.chaos.verdict import GRACE, figures, wrongs

SETTLE_SECONDS = 240
QUIET_SECONDS = 240
JUMP_EVERY = 5  # kills
JUMPS = (timedelta(hours=1), timedelta(seconds=-20), timedelta(days=2), timedelta(minutes=6))


def run(victim: Victim, kills: int, rng: random.Random) -> list[str]:
    """Everybody plays while `kills` processes are killed; then all is left in peace and looked at."""
    began = time.monotonic()
    company, book = Company(), Book()
    company.open()
    players = [Player(user, victim.serve.port, book, n) for n, user in enumerate(company.players)]
    for one in (company, *players):
        one.start()
    found = _hurt(victim, company, kills, rng)
    print(f"{len(victim.kills)} kills in {time.monotonic() - began:.0f} s; now in peace", flush=True)
    for one in (*players, company):
        one.stopping.set()
    for one in (*players, company):
        one.join(120)
        if one.is_alive():
            found.append(f"{one} waits for an answer for ever")
    if (seconds := until(victim.all_live, QUIET_SECONDS)) is None:
        found.append("not all processes came back")
    quiet = until(_quiet, QUIET_SECONDS)
    print(f"all processes lived after {seconds} s, nothing was due after {quiet} s more")
    if quiet is None:
        found.append("something stays due")
    found += wrongs(book, company, victim)
    for line in figures(book, company, victim):
        print(f"  {line}")
    connection.close()
    return found


def _hurt(victim: Victim, company: Company, kills: int, rng: random.Random) -> list[str]:
    """The kills; on the way one person is suspended at twenty tables and let in again, one goes on vacation from
    twenty and comes back, and the clock jumps."""
    found: list[str] = []
    while len(victim.kills) < kills:
        if victim.kill(rng):
            found += _turn(company, len(victim.kills), kills)
        if rng.random() < 0.5:
            victim.disturb(rng)
        time.sleep(rng.uniform(0.2, 2.0))
    return found + _waited("nobody stands in any more", lambda: company.stood_in(False))


def _turn(company: Company, killed: int, kills: int) -> list[str]:
    """What happens beside that many kills."""
    if killed % JUMP_EVERY == 0:
        company.jump(JUMPS[killed // JUMP_EVERY % len(JUMPS)])
    if killed == kills // 4:
        company.gone()
    if killed == kills // 3:
        company.suspended()
    if killed == kills // 2:
        return _waited("the tourist's clocks stand still", lambda: company.rests(True))
    if killed == 2 * kills // 3:
        late = _waited("bots stand in for the suspended person", lambda: company.stood_in(True))
        company.restored()
        return late
    if killed == 3 * kills // 4:
        company.back()
    if killed == kills:
        return _waited("the tourist's clocks run again", lambda: company.rests(False))
    return []


def _waited(what: str, is_so: Callable[[], bool]) -> list[str]:
    """At all tables."""
    seconds = until(is_so, SETTLE_SECONDS)
    if seconds is None:
        return [f"it never comes to this everywhere: {what}"]
    print(f"  {what} at all tables, {seconds:.0f} s after it was looked for", flush=True)
    return []


def _quiet() -> bool:
    """Whether no deadline is past due and no notice is still to be sent, a second try included."""
    past = timezone.now() - GRACE
    asked = Seat.objects.in_play().filter(asked__isnull=False)
    overdue = asked.filter(deadline__lte=past).exists() or asked.filter(bot="", due_at__lte=past).exists()
    undecided = Notice.objects.filter(due_at__lte=past).exists()
    return not (overdue or undecided or Delivery.objects.filter(next_try_at__isnull=False).exists())

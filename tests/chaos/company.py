"""The players of a run, and what happens to them meanwhile."""

import threading
import time
from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.db import close_old_connections, connection
from django.utils import timezone

from accounts.models import User
from accounts.services import availability
from config.db.locking import write_transaction
from games.catalog import registry
from games.clocks.time_control import TimeControl
from games.notifications.models import Delivery, Notification
from games.tables.bots.substitutes import reclaim_seat, resign_seat
from games.tables.errors import ServiceError
from games.tables.models import Seat, Table
from games.tables.services.premoves import play_due_premoves
from games.tables.services.timeouts import resolve_overdue
from tests.accounts.sanctioned import restore, suspend
from tests.matches import SHORT, running
from tests.people import confirmed
from tests.time_travel import set_deadlines

HASTE = timedelta(seconds=3)
TURNS_SECONDS = 10
# Clocks jump here, so that people have less time than their table gives them; of a bank's time no log can tell.
TIMINGS = (
    TimeControl(86_400, 7200), TimeControl(600, 15), TimeControl(600, 15, on_timeout="forfeit"),
    TimeControl(3600, 120, bot_after=1),
    TimeControl(0), TimeControl(86_400, 7200, on_timeout="forfeit"),
)  # fmt: skip
SLEEPY = TimeControl(86_400, 7200, bot_after=5)
MOMENTS: dict[Any, tuple[str, ...]] = {  # all that is appointed
    Seat: ("deadline", "act_at", "leased_until"), Notification: ("due_at",), Delivery: ("next_attempt_at",),
}  # fmt: skip


def person(name: str) -> User:
    """A full account that wants mails about turns."""
    user = User.objects.create_user(name.lower(), email=f"{name.lower()}@example.org", name=name)
    user.email_turn_notifications = True
    user.save()
    return confirmed(user)


class Company(threading.Thread):
    """Set up tables, replace ended ones, shorten sleepers' clocks and sweep in addition to the site's own sweep."""

    def __init__(self, tables: int) -> None:
        """`tables`: how many each pair has that lets its time run out."""
        super().__init__(daemon=True)
        self.tables = tables
        self.players = [person(f"Player{n}") for n in range(4)]
        self.sleepers = [person("Sleeper"), person("Dozer")]
        self.tourists = [person("Tourist"), person("Walker")]
        self.ghost = person("Ghost")
        self.boss = User.objects.create_superuser("boss")
        self.stopping = threading.Event()
        self.swept = self.jumps = self.jumped_over = 0
        self.words = 0  # the moderators' messages to people

    def open(self) -> None:
        for slug in registry.list_metadata():
            self.match(slug)
        for pair in (self.sleepers, self.tourists):
            self.filled(pair)
        self.of_bots("lombard")

    def filled(self, pair: list[User]) -> None:
        """Tables for two who let their time run out."""
        sitting = Table.objects.in_play().filter(seats__user=pair[0]).count()
        for _ in range(self.tables - sitting):
            running("sdc", *pair, options={"start_coins": 20}, timing=SLEEPY)

    def match(self, slug: str) -> None:
        meta, n = registry.list_metadata()[slug], Table.objects.count()
        options = SHORT.get(slug, {}).get("options", {})
        pair = self.players[n % 4], self.players[(n + 1) % 4]
        seats = max(2, meta.get_seat_range(meta.clean_options(options))[0])
        running(slug, *pair, seats=seats, options=options, timing=TIMINGS[n % len(TIMINGS)])

    def of_bots(self, slug: str) -> None:
        """Return whether no one plays any more."""
        resign_seat(public_id=running(slug, self.ghost, seats=4).public_id, user_id=self.ghost.pk)

    def run(self) -> None:
        while not self.stopping.is_set():
            with suppress(Exception):  # the database may be restarting after a kill
                close_old_connections()
                self.hurried()
                if int(time.monotonic() / TURNS_SECONDS) % 2:  # the second sweeper, by turns: the site's does it too
                    play_due_premoves(0.2)
                    self.swept += resolve_overdue(0.3)
                self.reclaimed()
                self.replaced()
            self.stopping.wait(0.3)
        connection.close()

    def hurried(self) -> None:
        """Give sleepers and tourists three seconds, unless their clocks are stopped."""
        soon = timezone.now() + HASTE
        with write_transaction():
            their_seats = Seat.objects.in_play().filter(user__in=[*self.sleepers, *self.tourists], bot_level="")
            for seat in their_seats.filter(question_seq__isnull=False, deadline__gt=soon):
                set_deadlines(
                    Seat.objects.filter(pk=seat.pk, question_seq=seat.question_seq, deadline=seat.deadline), soon
                )

    def reclaimed(self) -> None:
        """They come back now and then, just to sleep on."""
        seats = Seat.objects.in_play().filter(user__in=[*self.sleepers, *self.tourists], played_by="away")
        for table, user in seats.values_list("table__public_id", "user"):
            with suppress(ServiceError):
                reclaim_seat(public_id=table, user_id=user)

    def jump(self, step: timedelta) -> None:
        """As if the host's clock were set ahead by `step`, or back: all that is appointed is nearer, or farther.

        The log can't be changed: what would have been due before now is due now.
        """
        now = timezone.now()
        with write_transaction():
            for model, names in MOMENTS.items():
                for name in names:
                    rows = model.objects.filter(**{f"{name}__gt": now})
                    rows = rows.filter(pk__in=Seat.objects.in_play().values("pk")) if model is Seat else rows
                    for pk, moment in list(rows.values_list("pk", name)):
                        moved = model.objects.filter(pk=pk, **{name: moment})
                        moved.update(**{name: max(now, moment - step)})
                        self.jumped_over += moment - step <= now and name == "deadline"
        self.jumps += 1

    def replaced(self) -> None:
        for slug in registry.list_metadata():
            tables = Table.objects.in_play().filter(game_slug=slug, seats__user__in=self.players)
            if not tables.exists():
                self.match(slug)
        if not Table.objects.in_play().filter(seats__user=self.ghost).exists():
            self.of_bots("lombard")
        for pair in (self.sleepers, self.tourists):
            self.filled(pair)

    def suspended(self) -> None:
        self.words += 1
        suspend(self.sleepers[0], self.boss)

    def restored(self) -> None:
        self.words += 1
        restore(self.sleepers[0], self.boss)

    def stood_in(self, bots_play: bool) -> bool:
        """Return whether a bot plays at all of the first sleeper's tables, or at none because they may not play."""
        seats = Seat.objects.in_play().filter(user=self.sleepers[0])
        return not (seats.filter(bot_level="") if bots_play else seats.filter(played_by="suspended")).exists()

    def gone(self) -> None:
        """The first tourist goes on vacation."""
        day = availability.get_local_date(self.tourists[0])
        availability.take_vacation(person=self.tourists[0], first=day, last=day)

    def back(self) -> None:
        for row in availability.list_vacations(self.tourists[0]):
            availability.end_vacation(person=self.tourists[0], pk=row.pk)

    def rests(self, they_rest: bool) -> bool:
        """Return whether the tourist's clocks are all stopped or all running."""
        seats = Seat.objects.in_play().filter(user=self.tourists[0], bot_level="")
        asked_seats = seats.filter(question_seq__isnull=False)
        unlike = (
            seats.exclude(on_vacation=they_rest).exists() or asked_seats.filter(deadline__isnull=not they_rest).exists()
        )
        return not unlike


def until(condition, seconds: float) -> float | None:
    """Return the seconds until it is true; None: longer than that."""
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        with suppress(Exception):
            close_old_connections()
            if condition():
                return time.monotonic() - began
        time.sleep(0.5)
    return None

"""What notifications listen to: questions at tables, matches that end, log-ins that come and go."""

from typing import Any

from allauth.account.signals import password_changed
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver

from accounts.signals import login_renewed, person_anonymised
from games.notifications import presence, services
from games.notifications.outbox import enqueue
from games.tables.signals import EventsPruned, MatchFinished, QuestionsChanged, SeedRevealAwaited, TablePageBuilt


@receiver(QuestionsChanged.signal)
def enqueue_questions(message: QuestionsChanged, **_: Any) -> None:
    enqueue.questions_noted(message.session, message.seats)


@receiver(SeedRevealAwaited.signal)
def enqueue_seed_reveals(message: SeedRevealAwaited, **_: Any) -> None:
    enqueue.openings_noted(message.session, message.seats)


@receiver(MatchFinished.signal)
def enqueue_results(message: MatchFinished, **_: Any) -> None:
    enqueue.end_noted(message.session)


@receiver(EventsPruned.signal)
def delete_undelivered(message: EventsPruned, **_: Any) -> None:
    enqueue.decided_forgotten(message.table)


@receiver(TablePageBuilt.signal)
def record_presence(message: TablePageBuilt, **_: Any) -> None:
    presence.page_made(message.access)


@receiver(login_renewed)
def keep_subscription(request: Any, person: Any, **_: Any) -> None:
    services.device_kept(person, request.session)


@receiver(password_changed)
def keep_subscription_after_change(request: Any, user: Any, **_: Any) -> None:
    services.device_kept(user, request.session)


@receiver(user_logged_out)
def unsubscribe(request: Any, **_: Any) -> None:
    services.device_forgotten(request.session)


@receiver(person_anonymised)
def delete_everything(person: Any, **_: Any) -> None:
    services.everything_forgotten(person)

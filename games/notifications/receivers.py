"""What notifications listen to: questions at tables, matches that end, log-ins that come and go."""

from typing import Any

from allauth.account.signals import password_changed
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver

from accounts.signals import login_renewed, session_ended, user_anonymized
from games.notifications import presence, services
from games.notifications.outbox import enqueue
from games.tables.signals import EventsPruned, MatchEnded, QuestionsChanged, SeedRevealAwaited, TablePageBuilt


@receiver(QuestionsChanged.signal)
def enqueue_questions(message: QuestionsChanged, **_: Any) -> None:
    enqueue.enqueue_your_turn(message.session, message.seats)


@receiver(SeedRevealAwaited.signal)
def enqueue_seed_reveals(message: SeedRevealAwaited, **_: Any) -> None:
    enqueue.enqueue_reveal_requests(message.session, message.seats)


@receiver(MatchEnded.signal)
def enqueue_results(message: MatchEnded, **_: Any) -> None:
    enqueue.enqueue_match_ended(message.session)


@receiver(EventsPruned.signal)
def delete_undelivered(message: EventsPruned, **_: Any) -> None:
    enqueue.delete_undelivered(message.table)


@receiver(TablePageBuilt.signal)
def record_presence(message: TablePageBuilt, **_: Any) -> None:
    presence.record_page_view(message.access)


@receiver(login_renewed)
def keep_subscription(request: Any, person: Any, **_: Any) -> None:
    services.keep_subscription(person, request.session)


@receiver(password_changed)
def keep_subscription_after_change(request: Any, user: Any, **_: Any) -> None:
    services.keep_subscription(user, request.session)


@receiver(user_logged_out)
def unsubscribe(request: Any, **_: Any) -> None:
    services.unsubscribe_push(request.session)


@receiver(session_ended)
def unsubscribe_elsewhere(session: Any, **_: Any) -> None:
    services.unsubscribe_push(session)


@receiver(user_anonymized)
def delete_everything(person: Any, **_: Any) -> None:
    services.delete_user_data(person)

"""Devices and webhooks that have stopped working.

Recorded when sending fails for good, and shown to their owners until they are repaired, removed or dismissed.
"""

from typing import Any

from django.db.models import Count, Q, QuerySet, Subquery
from django.utils import timezone

from accounts.models import User
from config.db.locking import write_transaction
from games.notifications.models import ChannelProblem, Delivery, PushSubscription

Channel = Delivery.Channel


def build_problem_count(user: Any) -> Subquery:
    """Return the number of problems, for the query behind every page's header."""
    rows = _list_shown(user).order_by().values("user")
    return Subquery(rows.annotate(n=Count("pk")).values("n"))


def list_problems(person: User) -> list[ChannelProblem]:
    """List the problems to show. 1 query."""
    return list(_list_shown(person.pk).order_by("pk"))


def record_problem(user_id: int, channel: str, problem: str, device: PushSubscription | None = None) -> None:
    """Record that a device, or without one the webhook, gets no messages. Dismissed problems stay dismissed."""
    row = ChannelProblem(
        user_id=user_id, channel=channel, problem=problem,
        push_subscription_id=device.pk if device else 0, browser=device.browser if device else "",
    )  # fmt: skip
    ChannelProblem.objects.bulk_create([row], ignore_conflicts=True)


def clear_problems(user_id: int, channel: str, *push_subscription_ids: int) -> None:
    """Delete the problems of these devices, or without any of the webhook, after they work again or were removed."""
    ChannelProblem.objects.filter(
        user=user_id, channel=channel, push_subscription_id__in=push_subscription_ids or (0,)
    ).delete()


def dismiss_problem(person: User, pk: int) -> None:
    """Stop showing a problem. It is remembered as long as its device or webhook may fail again."""
    with write_transaction():
        rows = ChannelProblem.objects.filter(user=person, pk=pk)
        devices = PushSubscription.objects.filter(user=person).values("pk")
        rows.exclude(Q(channel=Channel.WEBHOOK) | Q(push_subscription_id__in=devices)).delete()
        rows.update(dismissed_at=timezone.now())


def _list_shown(user: Any) -> "QuerySet[ChannelProblem]":
    return ChannelProblem.objects.filter(user=user, dismissed_at=None)

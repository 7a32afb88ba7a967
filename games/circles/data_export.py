"""What circles store about somebody, for their data download."""

from typing import Any

from accounts.models import User
from games.circles.models import Circle, CircleMember


def export_circles(person: User) -> list[dict[str, Any]]:
    """The circles they are in; whom else is in them is the others' own."""
    rows = CircleMember.objects.filter(user=person).select_related("circle__webhook").order_by("pk")
    return [
        {
            "circle": row.circle.public_id,
            "name": row.circle.name,
            "joined_at": row.joined_at,
            "owner": row.circle.owner_id == person.pk,
            "webhook": _get_webhook_url(row.circle) if row.circle.owner_id == person.pk else "",
        }
        for row in rows
    ]


def _get_webhook_url(circle: Circle) -> str:
    return circle.webhook.url if hasattr(circle, "webhook") else ""

"""The data of this app in a person's data export."""

from typing import Any

from accounts.models import User
from games.circles.models import Circle, CircleMember


def export_circles(person: User) -> list[dict[str, Any]]:
    """Export the person's circles, without other members."""
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

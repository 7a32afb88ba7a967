"""The addresses of the moderators' pages."""

from urllib.parse import urlencode

from django.urls import reverse

from games.tables.models import Table

APPS = {
    "chatmessage": "social",
    "report": "moderation",
    "moderationaction": "moderation",
    "notification": "notifications",
    "delivery": "notifications",
}
KINDS = ("table", "seat", "event", "moderationaction", "notification", "delivery")


def listing(kind: str) -> str:
    return reverse(f"admin:{APPS.get(kind, 'tables')}_{kind}_changelist")


def page(kind: str, pk: int) -> str:
    return reverse(f"admin:{APPS.get(kind, 'tables')}_{kind}_change", args=(pk,))


def moderate(action: str, *tables: Table, **parameters: object) -> str:
    query = {"table": [table.public_id for table in tables], **parameters}
    return reverse("admin:tables_table_moderate", args=(action,)) + "?" + urlencode(query, doseq=True)


def rows(answer) -> list:
    """The rows of a list page."""
    return list(answer.context["cl"].result_list)

"""The download of everything stored about a person. Other apps register their parts."""

import json
import zipfile
from collections.abc import Callable, Iterable, Mapping
from io import BytesIO
from typing import Any

from allauth.account.models import EmailAddress

from accounts import passkeys
from accounts.models import Sanction, User
from accounts.services import login_sessions, network_fingerprints

Exporter = Callable[[User], Any]  # returns plain values: lists, dicts, strings, numbers, datetimes
_exporters: dict[str, Exporter] = {}


def register(name: str, part: Exporter) -> None:
    """Register `part(person)` as the content of `<name>.json`."""
    _exporters[name] = part


def build_export(person: User) -> bytes:
    """Return a zip file with one JSON file per registered part."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in _exporters.items():
            archive.writestr(f"{name}.json", json.dumps(part(person), ensure_ascii=False, indent=1, default=str))
    return out.getvalue()


def row_to_dict(row: Any, *fields: str) -> dict[str, Any]:
    return {field: getattr(row, field) for field in fields}


def rows_to_dicts(rows: Iterable[Any], *fields: str) -> list[dict[str, Any]]:
    return [row_to_dict(row, *fields) for row in rows]


PROFILE = ("username", "name", "public_id", "is_guest", "email", "date_joined", "last_login")
SETTINGS = (
    "language", "browser_language", "is_public", "email_turn_notifications", "show_turn_badge", "goes_to_next_table",
    "time_zone", "quiet_hours_start", "quiet_hours_end", "quiet_hours_since", "avatar",
)  # fmt: skip
VACATION_FIELDS = ("first_day", "last_day", "starts_at", "ends_at")
VERSION_FIELDS = ("valid_from", "chosen_at", "time_zone", "quiet_hours_start", "quiet_hours_end")
SANCTION_FIELDS = (
    "kind", "category", "reason", "started_at", "ends_at", "closed_at", "end_reason", "closing_note", "appeal",
    "appealed_at", "answer", "answered_at",
)  # fmt: skip


def _profile(person: User) -> Mapping[str, Any]:
    addresses = EmailAddress.objects.filter(user=person).order_by("pk")
    return {
        **row_to_dict(person, *PROFILE),
        "addresses": rows_to_dicts(addresses, "email", "verified"),
        "vacations": rows_to_dicts(person.vacations.order_by("first_day"), *VACATION_FIELDS),
        "quiet_hours_history": rows_to_dicts(person.quiet_hours_versions.order_by("valid_from", "pk"), *VERSION_FIELDS),
        "devices_known_until": [device.expires_at for device in person.known_devices.order_by("pk")],
        "networks_known_until": network_fingerprints.list_expiry_times(person),
    }


register("profile", _profile)
register("settings", lambda person: row_to_dict(person, *SETTINGS))
register(
    "sanctions", lambda person: rows_to_dicts(Sanction.objects.filter(person=person).order_by("pk"), *SANCTION_FIELDS)
)
register(
    "invitations",
    lambda person: rows_to_dicts(
        person.invitations_sent.order_by("pk"), "code", "note", "max_uses", "created_at", "expires_at", "revoked_at"
    ),
)
register("log_ins", login_sessions.export_login_sessions)
register("passkeys", passkeys.export_passkeys)

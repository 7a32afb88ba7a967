"""What reports listen to. Connected when the app is ready."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts import audit, exporting, rights, signals
from games.reports import handling, kinds, own_data
from games.reports.subjects import KINDS

NAMES = {
    "report-claim": _("Claim an inquiry"),
    "report-release": _("Leave an inquiry to others"),
    "report-note": _("Note something"),
    "report-merge": _("Merge reports"),
    "report-decide": _("Decide a report"),
    "inquiry": _("Look into somebody"),
    "redact": _("Redact"),
    "unredact": _("Take a redaction off"),
    "read-original": _("Read what was redacted"),
}


def connect() -> None:
    KINDS.update(kinds.OURS)
    audit.named(NAMES)
    signals.person_anonymised.connect(anonymised, dispatch_uid="games.reports.anonymised")
    rights.PARTIES.append(handling.parties_of)
    exporting.register("reports", own_data.reports_exported)


def anonymised(person: Any, **_: Any) -> None:
    own_data.reports_forgotten(person)

"""Reporting a line to the moderators."""

from django.conf import settings

from games.tables.errors import NotAllowed, TooMany, Unprocessable
from games.tables.limits import person_locked
from games.tables.locking import write_transaction
from games.talk.cleaning import cleaned
from games.talk.models import REASON_LENGTH, Line, Report
from games.talk.reading import kept, reports_of


def line_report(line: Line, context: list[Line], *, user_id: int, category: str, text: str) -> None:
    """Report somebody else's line, with those around it. A second report of the same line is the first one."""
    if line.user_id == user_id:
        raise NotAllowed("only-others")
    words = cleaned(text)
    if category not in Report.Category.values or len(words) > REASON_LENGTH:
        raise Unprocessable("report-bad", {"max": REASON_LENGTH})
    with write_transaction():
        guest = person_locked(user_id)
        if reports_of(user_id) >= settings.REPORTS_PER_DAY[guest]:
            raise TooMany("report-too-many")
        Report.objects.get_or_create(
            room=line.room, number=line.number, reporter_id=user_id,
            defaults={"about_id": line.user_id, "category": category, "text": words, "context": kept(context)},
        )  # fmt: skip

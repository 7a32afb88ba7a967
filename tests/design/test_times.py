"""Times as pages write them: for scripts in UTC, for readers in the site's zone."""

from datetime import UTC, datetime

from django.template import engines
from django.utils import timezone

MOMENT = datetime(2026, 11, 20, 23, 30, 5, 999, UTC)


def render(source: str) -> str:
    return engines["django"].from_string("{% load formatting %}" + source).render({"at": MOMENT})


def test_scripts_are_told_the_second_in_utc():
    with timezone.override("Asia/Tokyo"):
        assert render("{{ at|instant }}") == "2026-11-20T23:30:05Z"


def test_readers_are_told_the_zone():
    with timezone.override("Asia/Tokyo"):
        assert render("{{ at|date:'H:i' }} {{ at|zone }}") == "08:30 JST"
    assert render("{{ at|zone }}") == render("{{ at|date:'T' }}")

"""Formats of times: remaining time in two units at most, past time in the largest."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.template import Context, Template
from django.utils import timezone, translation

from games.tables.formatting import time_left_text, time_since
from tests.matches import running

DAY = 86_400
NOW = datetime(2026, 11, 26, 12, tzinfo=UTC)
LEFT = [
    (0, "time is up", "時間切れ"),
    (59, "59 s left", "残り59秒"),
    (95, "1 min 35 s left", "残り1分35秒"),
    (601, "10 min left", "残り10分"),
    (3_580, "1 h left", "残り1時間"),
    (11_100, "3 h 5 min left", "残り3時間5分"),
    (DAY - 1, "1 day left", "残り1日"),
    (DAY - 1_200, "1 day left", "残り1日"),
    (2 * DAY + 8 * 3_600, "2 days 8 h left", "残り2日8時間"),
]
SINCE = [
    (30, "just now", "within the hour"),
    (180, "3 min ago", "within the hour"),
    (3_599, "59 min ago", "within the hour"),
    (7_300, "2 h ago", "about 2 h ago"),
    (DAY + 5, "1 day ago", "about 1 day ago"),
    (7 * DAY - 5, "6 days ago", "about 6 days ago"),
    (-95, "in 1 min 35 s", "within the hour"),
]


@pytest.mark.parametrize(("seconds", "english", "japanese"), LEFT)
def test_what_is_left_is_told_in_two_units_at_most(seconds: int, english: str, japanese: str) -> None:
    with translation.override("en"):
        assert time_left_text(timedelta(seconds=seconds)) == english
    with translation.override("ja"):
        assert time_left_text(timedelta(seconds=seconds)) == japanese


@pytest.mark.parametrize(("seconds", "fine", "coarse"), SINCE)
def test_what_is_past_is_told_by_the_largest_unit(seconds: int, fine: str, coarse: str) -> None:
    moment = NOW - timedelta(seconds=seconds)
    with translation.override("en"):
        assert (time_since(moment, NOW), time_since(moment, NOW, coarse=True)) == (fine, coarse)


def test_after_a_week_it_is_the_date() -> None:
    moment = NOW - timedelta(days=30)
    with translation.override("en"):
        assert time_since(moment, NOW) == time_since(moment, NOW, coarse=True) == "Oct 27, 2026"
    with translation.override("ja"):
        assert time_since(moment, NOW) == "2026年10月27日"


def test_a_moment_names_its_zone_in_its_title() -> None:
    at = timezone.now() - timedelta(minutes=3)
    template = Template("{% load clocks %}{% moment at %}|{% moment at coarse=True %}")
    with translation.override("en"), timezone.override("Asia/Tokyo"):
        fine, coarse = template.render(Context({"at": at})).split("|")
    assert f'datetime="{at:%Y-%m-%dT%H:%M:%S}Z"' in fine
    assert 'data-moment=""' in fine
    assert 'JST">3 min ago</time>' in fine
    assert 'JST, to the hour">within the hour</time>' in coarse


def test_pages_show_the_zone_that_its_reader_has_chosen(client: Any, alice: Any, bob: Any) -> None:
    table = running("lombard", alice, bob)
    client.force_login(alice)
    address = f"/tables/{table.public_id}/log/"
    assert "JST" not in client.get(address).content.decode()
    alice.time_zone = "Asia/Tokyo"
    alice.save()
    html = client.get(address).content.decode()
    assert "JST, to the hour" in html
    assert "within the hour" in html
    assert "UTC" not in html

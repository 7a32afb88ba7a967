"""Redaction: others see that a text was removed; staff need permission and a reason to read it, which is recorded."""

import pytest

from accounts.models import AuditLogEntry
from games.moderation.reports.redaction import read_original, set_redaction
from games.social.models import ChatMessage, ChatRoom
from games.tables.errors import BadRequestError, ConflictError, ForbiddenError
from tests.matches import running, snapshot
from tests.moderation.reports.conftest import staff
from tests.moderation.reports.reports import line_of
from tests.social.chats import read, say

pytestmark = pytest.mark.django_db


@pytest.fixture
def rita(db):
    """Give permission to read redacted texts."""
    return staff("rita", "view_report", "moderate_chat", "view_redacted_messages")


def redact(line, by, hidden=True, reason="rude"):
    set_redaction(kind="line", ref=line_of(line), by=by, hidden=hidden, reason=reason)


def address(line):
    return f"/admin/moderation/report/content/line/{line_of(line)}/"


def test_it_is_gone_for_everybody_and_can_come_back(sdc, alice, bob, mia):
    line, before = say(sdc, alice, "rude words"), snapshot(sdc)
    number = ChatRoom.objects.get().revision
    redact(line, mia)
    assert read(sdc, bob) == read(sdc, alice) == [""]
    assert ChatMessage.objects.get().text == "rude words"
    assert ChatRoom.objects.get().revision == number + 1  # open pages get the news
    with pytest.raises(ConflictError):
        redact(line, mia)
    redact(line, mia, hidden=False)
    assert read(sdc, bob) == ["rude words"]
    assert snapshot(sdc) == before
    rows = AuditLogEntry.objects.order_by("pk").values_list("action", "target_id", "actor", "reason", "details__of")
    assert list(rows) == [(act, sdc.public_id, mia.pk, "rude", alice.public_id) for act in ("redact", "unredact")]


@pytest.mark.parametrize("reason", ["", "  ", "x" * 201])
def test_no_act_without_a_reason(sdc, alice, rita, reason):
    line = say(sdc, alice, "rude")
    with pytest.raises(BadRequestError):
        redact(line, rita, reason=reason)
    with pytest.raises(BadRequestError):
        read_original(kind="line", ref=line_of(line), by=rita, reason=reason)
    assert not AuditLogEntry.objects.exists()


def test_who_may_not(sdc, alice, bob, mia, rita):
    line = say(sdc, alice, "rude")
    playing = running("sdc", mia, bob)
    at_her_table, elsewhere = say(playing, bob, "rude"), say(sdc, bob, "rude")  # Mia plays with Bob, at another table
    for message, by in ((line, bob), (at_her_table, mia), (elsewhere, mia)):
        with pytest.raises(ForbiddenError):
            redact(message, by)
    redact(line, rita)
    with pytest.raises(ForbiddenError):
        read_original(kind="line", ref=line_of(line), by=mia, reason="curious")
    with pytest.raises(ConflictError):
        set_redaction(kind="line", ref="x.y.z", by=mia, hidden=True, reason="x")
    with pytest.raises(ConflictError):
        set_redaction(kind="table", ref=sdc.public_id, by=mia, hidden=True, reason="x")
    assert list(AuditLogEntry.objects.values_list("action", flat=True)) == ["redact"]


def test_the_original_needs_a_right_and_a_reason_and_is_noted(sdc, alice, mia, rita, desk):
    line = say(sdc, alice, "very <b>rude")
    redact(line, rita)
    for person in (mia, rita):
        assert "rude" not in desk(person).get(address(line)).text
        assert "rude" not in desk(person).get("/admin/social/chatmessage/").text
    refused = desk(mia).post(address(line), {"do": "read", "reason": "curious"})
    assert (refused.status_code, "rude" in refused.text) == (422, False)
    assert desk(rita).post(address(line), {"do": "read", "reason": ""}).status_code == 422
    response = desk(rita).post(address(line), {"do": "read", "reason": "an appeal"})
    assert (response.status_code, "very &lt;b&gt;rude" in response.text) == (200, True)
    assert "rude" not in desk(rita).get(address(line)).text
    last = AuditLogEntry.objects.order_by("pk").last()
    assert (last.action, last.actor, last.reason) == ("read-original", rita, "an appeal")
    assert "rude" not in str(last.details)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_shows_ten_lines_and_acts(settings, sdc, alice, bob, mia, desk, language):
    settings.CHAT_RATE_PER_MINUTE = {"account": 99, "guest": 99}
    lines = [say(sdc, (alice, bob)[n % 2], f"<b>line {n}</b>") for n in range(1, 15)]
    client = desk(mia, language)
    text = client.get(address(lines[12])).text
    assert "&lt;b&gt;line 3&lt;/b&gt;" in text
    assert "line 2&lt;" not in text
    assert client.post(address(lines[12]), {"do": "hide", "reason": ""}).status_code == 422
    assert client.post(address(lines[12]), {"do": "hide", "reason": "rude"}).url == address(lines[12])
    assert "line 13" not in client.get(address(lines[12])).text
    assert client.post(address(lines[12]), {"do": "hide", "reason": "rude"}).status_code == 422  # no more offered
    assert desk(staff("looker", "view_report"), language).get(address(lines[12])).status_code == 403
    assert client.get("/admin/moderation/report/content/line/x.y.1/").status_code == 404
    assert client.get("/admin/moderation/report/content/person/x/").status_code == 404


def test_who_plays_reads_nothing_here_that_their_seat_may_not(bob, charlie, mia, desk):
    table = running("sdc", mia, bob)
    line = say(table, charlie, "both are bluffing")  # a spectator
    client = desk(mia)
    assert "bluffing" not in client.get("/admin/social/chatmessage/").text
    assert client.get(address(line)).status_code == 404
    assert client.post(address(line), {"do": "hide", "reason": "x"}).status_code == 404

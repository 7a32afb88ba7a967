"""Moderators of the talk: what they see, hide and order, and what stays of it."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.db import DatabaseError, transaction
from django.utils import timezone
from games.talk.measures import talk_moderated

from accounts.models import User
from games.models import Line, Room, Silence, TalkAction
from games.tables.errors import Conflict, Malformed, NotAllowed, Unprocessable
from tests.matches import running, snapshot
from tests.pages.words import squeezed
from tests.talk.talking import read, say

pytestmark = pytest.mark.django_db
RIGHTS = ("view_line", "view_report", "view_talkaction", "moderate_talk")


def staff(name: str, *rights: str) -> User:
    person = User.objects.create_user(name, name=name.title(), is_staff=True)
    person.user_permissions.set(Permission.objects.filter(content_type__app_label="games", codename__in=rights))
    return person


@pytest.fixture
def mia():
    return staff("mia", *RIGHTS)


def moderated(line, moderator, action, **more):
    talk_moderated(
        room_pk=line.room_id, number=line.number, moderator=moderator, action=action,
        **{"reason": "rude", **more},
    )  # fmt: skip


def address(line):
    return f"/admin/games/line/moderate/{line.room_id}/{line.number}/"


def test_a_hidden_line_is_removed_for_everybody_and_can_come_back(sdc, alice, bob, mia):
    line, before = say(sdc, alice, "rude words"), snapshot(sdc)
    number = Room.objects.get().number
    moderated(line, mia, "hide")
    assert read(sdc, bob) == read(sdc, alice) == [""]
    assert Room.objects.get().number == number + 1  # open pages are told
    with pytest.raises(Conflict):
        moderated(line, mia, "hide")
    moderated(line, mia, "show")
    assert read(sdc, bob) == ["rude words"]
    assert snapshot(sdc) == before
    told = list(TalkAction.objects.order_by("pk").values_list("action", "person", "moderator", "reason", "number"))
    assert told == [(action, alice.public_id, mia.pk, "rude", 1) for action in ("hide", "show")]


def test_what_is_noted_stays(sdc, alice, mia):
    moderated(say(sdc, alice, "rude"), mia, "hide")
    for change in (lambda: TalkAction.objects.update(reason="kind"), lambda: TalkAction.objects.all().delete()):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            change()
    Line.objects.all().delete()  # what was said goes, what was done about it stays
    assert TalkAction.objects.get().number == 1


def test_silence_for_a_time(sdc, alice, mia):
    line = say(sdc, alice, "rude")
    moderated(line, mia, "silence", hours=24)
    until = Silence.objects.get().until
    assert timedelta(hours=23) < until - timezone.now() <= timedelta(hours=24)
    assert TalkAction.objects.get().until == until
    with pytest.raises(NotAllowed):
        say(sdc, alice, "but why")
    moderated(line, mia, "silence", hours=168)
    assert Silence.objects.get().until > until
    moderated(line, mia, "speak")
    say(sdc, alice, "sorry")


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"reason": "  "}, Malformed),
        ({"reason": "x" * 201}, Malformed),
        ({"action": "silence", "hours": 5}, Unprocessable),
        ({"action": "ban"}, Unprocessable),
    ],
)
def test_what_is_no_order(sdc, alice, mia, changes, kind):
    line = say(sdc, alice, "rude")
    with pytest.raises(kind):
        moderated(line, mia, **{"action": "hide", **changes})
    assert not TalkAction.objects.exists()
    assert not Silence.objects.exists()


def test_who_may_not(sdc, alice, bob, mia, moderator):
    line = say(sdc, alice, "rude")
    playing = running("sdc", mia, bob)
    theirs = say(playing, bob, "rude")
    elsewhere = say(sdc, bob, "rude")  # Mia plays with Bob, at another table
    staff_line = say(running("lombard", mia, alice), mia, "rude")
    for one, by, action in (
        (line, bob, "hide"), (theirs, mia, "hide"), (elsewhere, mia, "silence"), (staff_line, moderator, "silence"),
    ):  # fmt: skip
        with pytest.raises(NotAllowed):
            moderated(one, by, action, hours=1)
    assert not TalkAction.objects.exists()
    assert not Silence.objects.exists()


def test_the_page_shows_ten_lines_and_acts(settings, sdc, alice, bob, mia, visit):
    settings.TALK_PER_MINUTE = (99, 99)
    lines = [say(sdc, (alice, bob)[n % 2], f"<b>line {n}</b>") for n in range(1, 15)]
    client = visit(mia)
    shown = client.get(address(lines[12])).content.decode()
    assert "&lt;b&gt;line 3&lt;/b&gt;" in shown
    assert "line 2&lt;" not in shown
    assert shown.count("line ") >= 11
    data = {"action": "hide", "hours": "1", "reason": ""}
    assert client.post(address(lines[12]), data).status_code == 422
    assert client.post(address(lines[12]), {**data, "reason": "rude"}).status_code == 302
    shown = client.get(address(lines[12])).content.decode()
    assert "line 13" not in shown  # the original needs a right of its own
    assert "rude" in squeezed(shown)
    reader = staff("rita", *RIGHTS, "read_hidden_lines")
    assert "line 13" in visit(reader).get(address(lines[12])).content.decode()
    again = client.post(address(lines[12]), {**data, "reason": "rude"})
    assert again.status_code == 409


@pytest.mark.parametrize("language", ["en", "ja"])
def test_lists_open_for_who_may_and_for_nobody_else(sdc, alice, bob, mia, visit, language):
    line = say(sdc, alice, "look at this")
    visit(bob).post(f"/t/{sdc.public_id}/talk/players/1/", {"do": "report", "category": "spam", "text": "ads"})
    moderated(line, mia, "hide")
    for part in ("line/", "report/", "talkaction/", "report/1/change/"):
        for person, status in ((mia, 200), (alice, 302)):
            answer = visit(person, language).get(f"/admin/games/{part}".replace("/1/", f"/{_report()}/"))
            assert answer.status_code == status
            assert "look at this" not in answer.content.decode()
    reader = staff("rita", *RIGHTS, "read_hidden_lines")
    for part in ("line/", f"report/{_report()}/change/"):
        assert "look at this" in visit(reader, language).get(f"/admin/games/{part}").content.decode()
    assert visit(staff("looker", "view_line")).get(address(line)).status_code == 403


def test_who_plays_reads_nothing_here_that_their_seat_may_not(bob, charlie, mia, visit):
    table = running("sdc", mia, bob)
    line = say(table, charlie, "both are bluffing")  # a spectator
    visit(bob).post(f"/t/{table.public_id}/talk/spectators/1/", {"do": "report", "category": "cheating"})
    client = visit(mia)
    assert "bluffing" not in client.get("/admin/games/line/").content.decode()
    assert client.get(address(line)).status_code == 404


def _report() -> int:
    from games.models import Report

    return Report.objects.get().pk

"""Comments on a position, among those who took part, and notes for oneself."""

import pytest
from django.core.cache import cache

from accounts import signals
from games.moderation.models import Report
from games.moderation.reports.redaction import set_redaction
from games.social.chat.cleanup import delete_old_messages
from games.social.models import ChatMessage, PositionNote
from tests.accounts.sanctioned import laid
from tests.matches import finished
from tests.moderation.reports.reports import line_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice, bob):
    return finished("sdc", alice, bob)


def say(visit, user, table, n, text, **fields):
    return visit(user).post(f"/replays/{table.public_id}/positions/{n}/comments/", {"text": text, **fields})


def page(visit, user, table, n):
    return visit(user).get(f"/replays/{table.public_id}/positions/{n}/").text


def test_comments_are_read_from_their_position_on(match, alice, bob, visit):
    answer = say(visit, alice, match, 9, "a bold draw", seat="1")
    assert answer["Location"] == f"/replays/{match.public_id}/positions/9/?seat=1#beside"
    say(visit, bob, match, 12, "and here it ends")
    for n, words in (
        (8, ()),
        (9, ("bold",)),
        (11, ("bold",)),
        (12, ("bold", "ends")),
        (match.last_seq, ("bold", "ends")),
    ):
        html = page(visit, bob, match, n)
        assert [word in html for word in ("a bold draw", "and here it ends")] == ["bold" in words, "ends" in words]


def test_nobody_else_reads_or_writes_them(match, alice, charlie, moderator, visit):
    say(visit, alice, match, 9, "a bold draw")
    for user in (None, charlie, moderator):
        assert "a bold draw" not in page(visit, user, match, 12)
        assert "a bold draw" not in visit(user).get(f"/tables/{match.public_id}/chat/").text
        assert say(visit, user, match, 9, "me too").status_code == 403
        assert visit(user).get(f"/tables/{match.public_id}/chat/messages/replay/1/").status_code == 404
    assert ChatMessage.objects.count() == 1


@pytest.mark.parametrize(
    ("n", "text", "status"), [(9, " ", 422), (9, "x" * 301, 422), (0, "x", 404), (99_999, "x", 404)]
)
def test_what_is_no_comment(match, alice, visit, n, text, status):
    assert say(visit, alice, match, n, text).status_code == status
    assert not ChatMessage.objects.exists()


def test_they_are_moderated_like_the_chat(match, alice, bob, moderator, visit, settings):
    say(visit, alice, match, 9, "rude\u202e words")
    line = ChatMessage.objects.get()
    assert (line.text, line.event_seq, line.room.name) == ("rude words", 9, "replay")
    address = f"/tables/{match.public_id}/chat/messages/replay/{line.number}/"
    assert address in page(visit, bob, match, 9)
    report = visit(bob).get(address).text.partition(f"/reports/new/line/{line_of(line)}/")[1]
    answer = visit(bob).post(report, {"category": "abuse", "about": alice.public_id})
    assert answer["Location"] == f"/replays/{match.public_id}/positions/9/"
    assert Report.objects.get().reported_user == alice
    assert "rude words" in visit(moderator).get("/admin/social/chatmessage/").text
    set_redaction(kind="line", ref=line_of(line), by=moderator, hidden=True, reason="rude")
    assert "rude words" not in page(visit, bob, match, 9)
    assert "Removed by a moderator" in page(visit, bob, match, 9)
    laid("mute", alice, moderator, hours=1)
    assert say(visit, alice, match, 9, "but why").status_code == 403
    settings.CHAT_RATE_PER_MINUTE = {"account": 1, "guest": 1}
    assert [say(visit, bob, match, 9, text).status_code for text in ("one", "two")] == [302, 429]


def test_its_writer_takes_one_back(match, alice, bob, charlie, visit):
    say(visit, alice, match, 9, "hasty words")
    say(visit, bob, match, 9, "calm ones")
    line = ChatMessage.objects.get(user=alice)
    visit(bob).post(f"/reports/new/line/{line_of(line)}/", {"category": "abuse", "about": alice.public_id})
    address, back = f"/tables/{match.public_id}/chat/messages/replay/{line.number}/", {"do": "take-back"}
    assert f'href="{address}"' in page(visit, alice, match, 9)
    assert 'value="take-back"' in visit(alice).get(address).text
    for other, status in ((bob, 403), (charlie, 404), (None, 404)):
        assert visit(other).post(address, back).status_code == status
    assert visit(alice).post(address, back)["Location"] == f"/replays/{match.public_id}/positions/9/"
    for reader in (alice, bob):
        html = page(visit, reader, match, 9)
        assert "hasty words" not in html + visit(reader).get(address).text
        assert "Deleted by its writer" in html
        assert "calm ones" in html
    assert not ChatMessage.objects.filter(text__contains="hasty").exists()
    assert Report.objects.get().quoted_text == "hasty words"
    assert 'value="take-back"' not in visit(alice).get(address).text


def test_what_a_moderator_removed_stays(match, alice, moderator, visit):
    say(visit, alice, match, 9, "rude words")
    line = ChatMessage.objects.get()
    visit(alice).post(f"/tables/{match.public_id}/chat/messages/", {"text": "of the table's own room"})
    set_redaction(kind="line", ref=line_of(line), by=moderator, hidden=True, reason="rude")
    for room in ("replay", "players"):
        address = f"/tables/{match.public_id}/chat/messages/{room}/1/"
        assert visit(alice).post(address, {"do": "take-back"}).status_code == (403 if room == "replay" else 400)
    assert set(ChatMessage.objects.values_list("text", flat=True)) == {"rude words", "of the table's own room"}


def test_whom_one_does_not_read(match, alice, bob, visit):
    say(visit, alice, match, 9, "read me")
    visit(bob).post(f"/tables/{match.public_id}/chat/messages/replay/1/", {"do": "mute"})
    assert "read me" not in page(visit, bob, match, 9)
    assert "read me" in page(visit, alice, match, 9)


def test_comments_stay_when_the_chat_is_swept_and_go_with_their_person(match, alice, visit, settings):
    say(visit, alice, match, 9, "for good")
    settings.CHAT_RETENTION_DAYS = 0
    assert delete_old_messages() == 0
    assert "for good" in page(visit, alice, match, 9)
    visit(alice).post(f"/replays/{match.public_id}/positions/9/note/", {"text": "mine"})
    signals.user_anonymized.send(sender=type(alice), person=alice)
    assert not ChatMessage.objects.exists()
    assert not PositionNote.objects.exists()


def test_nobody_fills_the_disk_with_notes(match, alice, visit):
    cache.clear()
    client, allowed = visit(alice), 20
    address = f"/replays/{match.public_id}/positions/{{n}}/note/"
    statuses = [client.post(address.format(n=1 + n % 12), {"text": str(n)}).status_code for n in range(allowed + 1)]
    assert statuses == [302] * allowed + [429]
    assert PositionNote.objects.count() == 12


def test_a_note_is_its_writers_alone(match, alice, bob, charlie, moderator, visit):
    def keep(user, text, n=9):
        return visit(user).post(f"/replays/{match.public_id}/positions/{n}/note/", {"text": text})

    assert keep(alice, "two lines\n  of <b>mine</b>\u202e").status_code == 302
    assert PositionNote.objects.get().text == "two lines\nof <b>mine</b>"
    assert "two lines\nof &lt;b&gt;mine&lt;/b&gt;" in page(visit, alice, match, 9)
    assert f"/replays/{match.public_id}/positions/9/" in page(visit, alice, match, 10)
    for other in (bob, charlie, moderator, None):
        assert "two lines" not in page(visit, other, match, 9)
    keep(charlie, "a reader's own")
    assert "own" in page(visit, charlie, match, 9)
    keep(alice, "another")
    assert set(PositionNote.objects.values_list("text", flat=True)) == {"another", "a reader's own"}
    assert keep(alice, "x" * 2001).status_code == 422
    assert keep(None, "x").status_code == 403
    assert keep(alice, "x", match.last_seq + 1).status_code == 404
    keep(alice, " ")
    assert PositionNote.objects.count() == 1

"""Data the games store about a person: exported completely, and deleted except what others need."""

import pytest

from accounts.services import data_export
from accounts.services.anonymize import delete_own_account
from accounts.services.users import create_guest
from games.moderation.models import CaseNote, Report, ReportEvidence
from games.moderation.reports.resolve import add_case_note, claim_case, decide_report
from games.replays.sharing.services import set_sharing
from games.social.comments import save_note
from games.social.models import ChatMessage, Friendship
from games.tables.access import get_table_access
from games.tables.models import Seat, SeatPremoves
from games.tables.services.cleanup import remove_idle_guests
from tests.matches import bodies, finished, fresh, running
from tests.moderation.reports.reports import at_table, filed, line_of
from tests.social.chats import say

pytestmark = pytest.mark.django_db


def parts(person) -> dict:
    return {name: part(person) for name, part in data_export._exporters.items()}


def test_everything_of_ones_own_and_nothing_of_others(alice, bob, mia):
    match = finished("lombard", alice, bob)
    running("sdc", alice, bob)
    say(match, alice, "good game")
    say(match, bob, "thank you")
    Friendship.objects.create(requester=alice, recipient=bob)
    at_table(match, alice, bob, text="he is slow")
    at_table(match, bob, alice, text="she is rude")
    add_case_note(person=alice, by=mia, text="a first time")
    for user, text in ((alice, "I folded too soon"), (bob, "She folded too soon")):
        save_note(get_table_access(match.public_id, user.pk), user.pk, 5, text)
        set_sharing(public_id=match.public_id, user_id=user.pk, sharing=2)
    alices_parts = parts(alice)
    assert [(row["event_seq"], row["text"]) for row in alices_parts["notes"]] == [(5, "I folded too soon")]
    assert alices_parts["replays"]["sharing_preferences"] == [
        {"table__public_id": match.public_id, "replay_visibility": 2}
    ]
    assert {row["status"] for row in alices_parts["tables"]} == {"finished", "running"}
    move_bodies = [
        body for body in bodies(match) if body["kind"] == "move" and body["seat"] == 0 and body["cause"] != "bot"
    ]
    exported_moves = [row["move"] for row in alices_parts["moves"] if row["table"] == match.public_id]
    assert exported_moves == [body["move"] for body in move_bodies]
    assert exported_moves
    assert [line["text"] for line in alices_parts["chat"]] == ["good game"]
    assert alices_parts["people"]["asked_to_be_friends"][0]["recipient__public_id"] == bob.public_id
    assert [row["text"] for row in alices_parts["reports"]["made"]] == ["he is slow"]
    assert [row["category"] for row in alices_parts["reports"]["about_me"]] == ["abuse"]
    for secret in ("She folded", "she is rude", "thank you", "mia"):
        assert secret not in str(alices_parts)
    assert "a first time" in str(alices_parts)


def test_erased_from_everything_but_the_matches(sdc, alice, bob, charlie, mia):
    line = say(sdc, alice, "Alice was here")
    say(sdc, bob, "hello Alice")
    report_of_alice = filed("line", line_of(line), bob, alice, text="look at Bob")
    alices_report = at_table(sdc, alice, bob, text="I am Alice")
    add_case_note(person=alice, by=mia, text="Alice again")
    claim_case(person=bob, by=mia)
    decide_report(report_pk=alices_report.pk, by=mia, outcome="upheld", answer="Dear Alice")
    SeatPremoves.objects.create(seat=Seat.objects.get(table=sdc, number=0), user=alice, body="[]")
    delete_own_account(person=alice)
    assert not SeatPremoves.objects.exists()
    assert not CaseNote.objects.exists()
    assert list(ChatMessage.objects.values_list("text", flat=True)) == ["hello Alice"]  # Bob's own
    assert not ReportEvidence.objects.filter(author=alice).exists()
    report_of_alice.refresh_from_db()
    alices_report.refresh_from_db()
    assert (report_of_alice.name_at_report, report_of_alice.quoted_text, report_of_alice.category) == ("", "", "abuse")
    assert (alices_report.text, alices_report.response, alices_report.outcome) == ("", "", "upheld")
    assert fresh(sdc).seats.get(number=0).user == alice
    assert "Alice" not in str(parts(alice)["reports"])


def test_a_guest_of_whom_something_is_told_is_kept(sdc, alice, moderator):
    reporter, idle = create_guest(language="en"), create_guest(language="en")
    at_table(sdc, reporter, alice)
    for guest in (reporter, idle):
        type(guest).objects.filter(pk=guest.pk).update(
            date_joined="2026-01-01T00:00:00Z", idle_check_at="2026-01-01T00:00:00Z"
        )
    assert remove_idle_guests(9) == 1
    assert Report.objects.get().reporter == reporter

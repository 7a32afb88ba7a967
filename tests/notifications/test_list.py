"""The list behind the bell: its contents, recipients and expiry, and the channels chosen for each kind."""

import json
import re
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts.staff.services import anonymize_user
from games.engine.chance import Rng
from games.notifications.inbox import count_unread, list_entries, read_all
from games.notifications.models import Notification, NotificationSettings
from games.notifications.outbox.dispatcher import deliver_notifications
from games.notifications.presence import record_presence
from games.notifications.services import export_notifications
from games.notifications.tasks import cleanup_notifications
from games.social.chat.services import post_message
from games.social.friends.blocks import block, mute
from games.social.friends.services import accept_friend, end_friendship, send_friend_request
from games.tables.access import get_table_access
from games.tables.models import Table
from games.tables.services.seats import take_seat
from tests.html import page
from tests.matches import filled, legal, opened, seat, submit
from tests.moderation.actions import table_void
from tests.notifications.readers import later, reader, time_goes_by, turn_of
from tests.people import commit_and_tell
from tests.site.test_query_counts import queries

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _site(settings, jobs):
    settings.SITE_URL = "https://cards.example.org"
    settings.NOTIFICATION_DELAY = 0


def told(person) -> list[str]:
    """Return the list's texts, newest first, after everything due was decided."""
    commit_and_tell()
    later(minutes=1)
    deliver_notifications(100)
    return [entry.headline for entry in list_entries(person)]


def say(table, user, text: str) -> None:
    access = get_table_access(table.public_id, user.pk)
    assert access is not None
    post_message(access, user.pk, text)


def test_a_turn_is_behind_the_bell_until_it_is_answered(alice, bob, visit):
    client, table = visit(alice), turn_of(alice, bob)
    assert told(alice)[0] == "Your turn: Lombard Hold'em"
    response = client.get("/notifications/")
    assert "Your turn against Bob and" in page(response).text
    assert 'data-bell-unread-value="1"' in response.text
    assert count_unread(alice.pk) == 1
    submit(table, seat(table, 0), legal(table, 0).sample(Rng(b"any", "move")))
    assert not any(text.startswith("Your turn") for text in told(alice)[1:])
    assert Notification.objects.filter(recipient=alice, kind="your-turn", is_listed=True).exists()
    cleanup_notifications()
    open_ = seat(table, 0).question_seq
    assert not Notification.objects.filter(kind="your-turn", is_listed=True).exclude(event_seq=open_ or 0).exists()


def test_a_reminder_takes_the_place_of_its_turn(alice, bob):
    turn_of(alice, bob)
    told(alice)
    time_goes_by(hours=19)
    assert [text for text in told(alice) if "turn" in text] == ["Still your turn: Lombard Hold'em"]
    assert count_unread(alice.pk) == 1


def test_who_looks_has_nothing_new(alice, bob):
    table = turn_of(alice, bob)
    record_presence([(table.public_id, alice.public_id)])
    told(alice)
    assert count_unread(alice.pk) == 0


def test_beginning_and_end_are_told(alice, bob, moderator):
    table = opened("lombard", alice, bob, seats_=3, options={"target_coins": 32})
    filled(table, alice)
    asked_users = {at.user for at in Table.objects.get(pk=table.pk).seats.filter(question_seq__isnull=False)}
    for person in (alice, bob):
        assert ("The match begins: Lombard Hold'em" in told(person)) is (person not in asked_users)
    table_void(public_id=table.public_id, moderator_id=moderator.pk, reason="enough")
    assert told(alice)[0] == told(bob)[0] == "Match over: Lombard Hold'em"


def test_a_request_and_its_answer(alice, bob, charlie, visit):
    send_friend_request(user_id=alice.pk, other=bob)
    assert told(bob) == ["Alice wants to be friends with you"]
    entry = list_entries(bob)[0]
    answer = visit(bob).post(f"/notifications/{entry.pk}/")
    assert (answer.status_code, answer["Location"]) == (302, "/friends/")
    assert count_unread(bob.pk) == 0
    accept_friend(user_id=bob.pk, other_id=alice.pk)
    assert told(alice) == ["Bob has accepted your friend request"]
    (entry,) = list_entries(alice)
    assert visit(alice).post(f"/notifications/{entry.pk}/")["Location"] == f"/players/{bob.public_id}/"
    assert visit(charlie).post(f"/notifications/{entry.pk}/").status_code == 404
    end_friendship(user_id=alice.pk, other_id=bob.pk)
    assert told(alice) == told(bob) == []


def test_nobody_hears_of_those_they_block(alice, bob, visit):
    block(user_id=bob.pk, other_id=alice.pk)
    send_friend_request(user_id=alice.pk, other=bob)
    table = opened("sdc", alice, visibility="private")
    visit(alice).post(f"/tables/{table.public_id}/invitations/", {"name": "Bob"})
    assert told(bob) == []
    assert not Notification.objects.filter(recipient=bob).exists()


def test_who_blocks_later_reads_no_more_of_them(alice, bob, visit):
    send_friend_request(user_id=alice.pk, other=bob)
    table = opened("sdc", alice)
    visit(alice).post(f"/tables/{table.public_id}/invitations/", {"name": "Bob"})
    assert len(told(bob)) == 2
    block(user_id=bob.pk, other_id=alice.pk)
    assert told(bob) == []


def test_an_invitation_leads_to_the_lobby_and_is_read_once_answered(alice, bob, visit):
    table = opened("sdc", alice, visibility="private")
    Table.objects.filter(pk=table.pk).update(name="Friday round")
    visit(alice).post(f"/tables/{table.public_id}/invitations/", {"name": "Bob"})
    assert told(bob) == ["Alice invites you: “Friday round” (SdC Poker)"]
    (entry,) = list_entries(bob)
    assert visit(bob).post(f"/notifications/{entry.pk}/")["Location"] == "/lobby/#mine"
    Notification.objects.update(read_at=None)
    visit(bob).post(f"/tables/{table.public_id}/invitations/answer/", {"answer": "accept"})
    commit_and_tell()
    assert count_unread(bob.pk) == 0


def test_who_sits_down_by_link_is_invited_no_more(alice, bob, visit):
    table = opened("sdc", alice, visibility="private")
    visit(alice).post(f"/tables/{table.public_id}/invitations/", {"name": "Bob"})
    assert len(told(bob)) == 1
    take_seat(public_id=table.public_id, user_id=bob.pk, invite_code=table.invite_code)
    assert told(bob) == []
    assert count_unread(bob.pk) == 0


def test_what_is_said_at_a_table_is_one_entry_until_it_is_read(alice, bob, charlie, visit):
    table = opened("sdc", alice, bob)
    for text in ("hello", "anybody here?", "Bob?"):
        say(table, alice, text)
    assert told(bob) == ["3 new messages: SdC Poker"]
    assert told(alice) == ["Your table is full: SdC Poker"]
    read_all(alice)
    assert told(charlie) == []
    (entry,) = list_entries(bob)
    answer = visit(bob).post(f"/notifications/{entry.pk}/")
    assert answer["Location"] == f"/tables/{table.public_id}/chat/"
    say(table, alice, "well then")
    assert told(bob) == ["1 new message: SdC Poker", "3 new messages: SdC Poker"]
    record_presence([(table.public_id, alice.public_id)])
    say(table, bob, "here I am")
    told(alice)
    assert count_unread(alice.pk) == 0, "who looks reads it at the table"
    mute(user_id=alice.pk, other_id=bob.pk, table_pk=None)
    before = Notification.objects.filter(recipient=alice).count()
    say(table, bob, "still here")
    told(alice)
    assert Notification.objects.filter(recipient=alice).count() == before


def test_spectators_of_a_running_match_are_not_heard_by_its_players(alice, bob, charlie):
    table = turn_of(alice, bob)
    say(table, charlie, "what a hand")
    commit_and_tell()
    assert not Notification.objects.filter(kind="chat").exists()


def test_all_are_read_at_once(alice, bob, visit):
    client = visit(bob)
    send_friend_request(user_id=alice.pk, other=bob)
    told(bob)
    news_page = page(client.get("/notifications/"))
    assert news_page.form("/notifications/read/").send(client).status_code == 302
    assert count_unread(bob.pk) == 0
    assert "Mark all as read" not in page(client.get("/notifications/")).text
    for address in ("/notifications/read/", "/notifications/1/"):
        assert client.get(address).status_code == 302


def test_the_bell_of_an_open_page_is_asked_for_with_the_turns(alice, bob, visit):
    client = visit(bob)
    first = client.get("/tables/turn-count/")
    assert 'data-bell-unread-value="0"' in first.text
    assert client.get("/tables/turn-count/", headers={"if-none-match": first["ETag"]}).status_code == 304
    send_friend_request(user_id=alice.pk, other=bob)
    told(bob)
    response = client.get("/tables/turn-count/", headers={"if-none-match": first["ETag"]})
    assert 'data-bell-unread-value="1"' in response.text


def test_each_kind_is_told_as_chosen(bob, visit):
    anna = reader("anna", language="en")
    client = visit(anna)
    send_friend_request(user_id=bob.pk, other=anna)
    assert len(told(anna)) == len(mail.outbox) == 1, "by mail, too, unless somebody chooses otherwise"
    assert re.search(r'value="friend-request:mail"\s+checked', client.get("/settings/notifications/").text)
    topics = ["turn:mail", "friend-request:push"]
    client.post("/settings/notifications/", {"part": "topics", "topic": topics})
    assert NotificationSettings.objects.get(user=anna).topics["turn"] == ["mail"]
    end_friendship(user_id=bob.pk, other_id=anna.pk)
    send_friend_request(user_id=bob.pk, other=anna)
    assert told(anna) == []
    assert len(mail.outbox) == 1
    client.post("/settings/notifications/", {"part": "topics", "topic": topics, "usual": ""})
    assert NotificationSettings.objects.get(user=anna).topics == {}


def test_after_thirty_days_it_is_forgotten(alice, bob):
    send_friend_request(user_id=alice.pk, other=bob)
    told(bob)
    Notification.objects.update(created_at=timezone.now() - timedelta(days=31))
    cleanup_notifications()
    assert not Notification.objects.exists()


def test_it_is_in_the_download_and_goes_with_the_account(alice, bob, visit, moderator):

    send_friend_request(user_id=alice.pk, other=bob)
    told(bob)
    (row,) = export_notifications(bob)["told"]
    assert (row["kind"], row["actor__public_id"]) == ("friend-request", alice.public_id)
    json.dumps(row, default=str)
    anonymize_user(person=alice, by=moderator, reason="asked for")
    assert not Notification.objects.filter(recipient=bob).exists()


def test_the_list_costs_the_same_however_long_it_is(alice, bob, person, visit):
    client = visit(alice)
    counts = []
    for number in range(3):
        for _ in range(number + 1):
            turn_of(alice, bob)
        send_friend_request(user_id=person(f"Friend{number}").pk, other=alice)
        told(alice)
        with queries(4):
            counts.append(len(client.get("/notifications/").context["entries"]))
    assert counts == sorted(counts)
    assert counts[-1] >= 8

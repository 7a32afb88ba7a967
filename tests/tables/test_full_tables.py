"""The last seat of a table that has not started is taken: the match starts, or its host is asked to start it."""

import pytest
from django.test import Client

from games.engine.chance import hash_client_seed
from games.social.models import Friendship, TableInvitation
from games.tables.models import Event, Seat, Table
from games.tables.services.rematch import join_rematch
from games.tables.services.seats import leave_seat, take_seat
from games.tables.services.seed_reveal import reveal_client_seed, submit_client_seed_hash
from tests.html import open_page, submit
from tests.matches import SHORT, bodies, fresh, opened, play_on, running
from tests.people import commit_and_tell

pytestmark = pytest.mark.django_db


def sign_in(user) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def sit_down(table, user):
    take_seat(public_id=table.public_id, user_id=user.pk, invite_code=table.invite_code)


def accept_invitation(user, table):
    lobby = open_page(sign_in(user), "/lobby/")
    submit(lobby, f"/tables/{table.public_id}/invitations/answer/", press=("answer", "accept"))


def kinds(table):
    return [body["kind"] for body in bodies(table)]


def test_the_form_offers_it_and_the_last_one_to_sit_down_starts_the_match(alice, bob):
    page = submit(open_page(sign_in(alice), "/games/lombard/new/"), "/new/", seats="2", starts_when_full=True)
    table = Table.objects.get()
    assert table.starts_when_full
    page = submit(open_page(sign_in(bob), page.address), "/join/")
    assert fresh(table).status == Table.Status.RUNNING
    assert "sit" in kinds(table)
    assert kinds(table).index("start") > kinds(table).index("sit")
    assert page.address == f"/tables/{table.public_id}/"
    assert Seat.objects.filter(table=table, question_seq__isnull=False).exists()


def test_without_it_the_host_starts_and_the_lobby_says_so(alice, bob):
    host = sign_in(alice)
    submit(open_page(host, "/games/lombard/new/"), "/new/", seats="2", starts_when_full=False)
    table = Table.objects.get()
    sit_down(table, bob)
    assert fresh(table).status == Table.Status.OPEN
    assert "Full. Start it" in open_page(host, "/lobby/").text
    assert "Full. Start it" not in open_page(sign_in(bob), "/lobby/").text
    submit(open_page(host, f"/tables/{table.public_id}/"), "/start/")
    assert fresh(table).status == Table.Status.RUNNING


@pytest.mark.parametrize("checked", [True, False])
def test_a_table_for_a_friend_has_the_choice_too(alice, bob, checked):
    Friendship.objects.create(requester=alice, recipient=bob, accepted_at=alice.date_joined)
    page = open_page(sign_in(alice), f"/players/{bob.public_id}/")
    submit(page, "/play/", game="lombard", starts_when_full=checked)
    table = Table.objects.get()
    assert table.starts_when_full is checked
    commit_and_tell()
    submit(
        open_page(sign_in(bob), "/lobby/"), f"/tables/{table.public_id}/invitations/answer/", press=("answer", "accept")
    )
    assert (fresh(table).status == Table.Status.RUNNING) is checked


def test_a_strict_table_asks_for_the_seeds_instead(alice, bob):
    table = opened("sdc", alice, strict=True, starts_when_full=True, **SHORT["sdc"])
    sit_down(table, bob)
    words = {0: b"seven quiet herons", 1: b"two"}
    assert fresh(table).reveal_deadline is None, "nobody has given a hash yet"
    for number, user in enumerate((alice, bob)):
        seed_hash = hash_client_seed(table.public_id, number, words[number])
        submit_client_seed_hash(public_id=table.public_id, user_id=user.pk, client_seed_hash=seed_hash)
    assert fresh(table).reveal_deadline is not None
    leave_seat(public_id=table.public_id, user_id=bob.pk)  # free, as no one has shown a client seed
    assert (fresh(table).reveal_deadline, fresh(table).status) == (None, Table.Status.OPEN)
    sit_down(table, bob)
    submit_client_seed_hash(public_id=table.public_id, user_id=bob.pk, client_seed_hash=seed_hash)
    assert "ends the table for everyone" not in open_page(sign_in(bob), f"/tables/{table.public_id}/").text
    for number, user in enumerate((alice, bob)):
        reveal_client_seed(public_id=table.public_id, user_id=user.pk, client_seed=words[number])
    assert fresh(table).status == Table.Status.RUNNING


def test_a_rematch_invites_everyone_who_sat_there(alice, bob, charlie):
    table = play_on(running("lombard", alice, bob, charlie, options={"target_coins": 32}))
    rematch = Table.objects.get(public_id=join_rematch(public_id=table.public_id, user_id=bob.pk))
    assert sorted(TableInvitation.objects.filter(table=rematch).values_list("invitee__name", flat=True)) == [
        "Alice",
        "Charlie",
    ]
    commit_and_tell()
    submit(
        open_page(sign_in(alice), "/lobby/"),
        f"/tables/{rematch.public_id}/invitations/answer/",
        press=("answer", "accept"),
    )
    assert Seat.objects.filter(table=rematch, user=alice).exists()


def test_a_rematch_does_not_wait_for_a_deleted_account(alice, bob, charlie):
    table = play_on(running("lombard", alice, bob, charlie, options={"target_coins": 32}))
    charlie.set_password("seven quiet herons")
    charlie.save()
    data_page = open_page(sign_in(charlie), "/settings/data/")
    assert submit(data_page, "/settings/data/", sure=True, password="seven quiet herons").address == "/"
    rematch = Table.objects.get(public_id=join_rematch(public_id=table.public_id, user_id=alice.pk))
    sit_down(rematch, bob)
    assert not Seat.objects.filter(table=rematch, played_by=Seat.PlayedBy.NOBODY).exists()
    assert Event.objects.filter(table=rematch, kind=Event.Kind.SIT_BOT).count() == 1

"""Coming back to what one has: links, codes and addresses as people type them, and guests who log in."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from accounts.codes import normalize_code
from accounts.mail.confirmation import get_confirmed_owner
from accounts.mail.suppression import hash_mailbox, is_suppressed, suppress_mailbox
from accounts.models import MergedGuest, Sanction, User
from accounts.names.display_names import clean_display_name
from accounts.services.users import change_email
from games.replays.verification.selectors import audit_table
from games.social.models import Block
from games.tables.models import LessonProgress, Result, Seat, Table
from games.tables.services.seats import take_seat
from tests.html import open_page, submit
from tests.matches import fresh, opened, play_on, running
from tests.people import confirmed
from tests.second_factor import code, enrolled

pytestmark = pytest.mark.django_db
PASSWORD = "seven quiet herons"


@pytest.fixture
def visitor() -> Client:
    return Client(headers={"accept-language": "en"})


@pytest.fixture
def mia() -> User:
    return User.objects.create_user("mia", password=PASSWORD, name="Mia")


def log_in(visitor, page="/account/login/"):
    return submit(open_page(visitor, page), "/account/login/", login="mia", password=PASSWORD)


def find_login_link(page) -> str:
    return next(link for link in page.links if link.startswith("/account/login/?next="))


def guest_of(visitor) -> User:
    return User.objects.get(pk=visitor.session["_auth_user_id"], is_guest=True)


# --- links


def test_a_stranger_at_a_private_table_can_log_in_and_is_taken_there(visitor, mia, alice):
    table = opened("lombard", alice, visibility=Table.Visibility.PRIVATE)
    take_seat(public_id=table.public_id, user_id=mia.pk, invite_code=table.invite_code)
    address = f"/tables/{table.public_id}/"
    missing_page = open_page(visitor, address)
    assert missing_page.status == 404
    login = find_login_link(missing_page)
    assert log_in(visitor, login).address == address


def test_an_invitation_offers_to_log_in_before_a_guest_takes_the_seat(visitor, mia, alice):
    table = opened("lombard", alice, visibility=Table.Visibility.PRIVATE)
    invitation = f"/tables/{table.public_id}/invitations/{table.invite_code}/"
    login = find_login_link(open_page(visitor, invitation))
    page = log_in(visitor, login)
    assert page.address == invitation
    submit(page, "/join/")
    assert Seat.objects.filter(table=table, user=mia).exists()


@pytest.mark.parametrize("tail", ["。", ")", ".", "%0A", "/.", "）", ")/", "、", "”"])
def test_a_link_survives_the_punctuation_behind_it(visitor, alice, tail):
    table = opened("lombard", alice, visibility=Table.Visibility.PRIVATE)
    invitation = f"/tables/{table.public_id}/invitations/{table.invite_code}/"
    page = open_page(visitor, invitation.rstrip("/") + tail)
    assert (page.address, page.status) == (invitation, 200)


def test_an_unknown_page_stays_unknown(visitor):
    assert open_page(visitor, "/no-such-page.").status == 404


# --- codes and addresses


@pytest.mark.parametrize(
    "typed", ["123456", " 123 456 ", "１２３４５６", "123‐456", "123—456", "123\u200b456", "123ー456。"]
)
def test_a_code_is_read_however_it_was_typed(typed):
    assert normalize_code(typed) == "123456"


def test_the_second_factor_takes_a_code_in_wide_digits(visitor, mia):
    enrolled(mia)
    page = log_in(visitor)
    digits = code().translate({ord("0") + n: ord("０") + n for n in range(10)})
    page = submit(page, "/account/2fa/authenticate/", code=f"{digits[:3]} {digits[3:]}")
    assert page.address == "/", " ".join(page.text.split())
    assert visitor.session["_auth_user_id"] == str(mia.pk)


def test_a_domain_has_one_form(mia):
    change_email(mia, "Mia@Bücher.example")
    mia.refresh_from_db()
    assert mia.email == "mia@xn--bcher-kva.example"
    confirmed(mia)
    for typed in ("mia@bücher.example", "MIA@XN--BCHER-KVA.EXAMPLE", "mia@BÜCHER.example"):
        assert get_confirmed_owner(typed) == mia
    suppress_mailbox(hash_mailbox("mia@bücher.example"))
    assert is_suppressed(mia.email)


def test_an_address_stored_before_domains_had_one_form_still_opens_the_account(mia):
    User.objects.filter(pk=mia.pk).update(email="mia@bücher.example")
    mia.refresh_from_db()
    confirmed(mia)
    assert get_confirmed_owner("mia@bücher.example") == mia


@pytest.mark.parametrize("name", ["👩‍🚀 Mia", "🏳️‍🌈", "👨‍👩‍👧", "🧑🏽‍🍳"])
def test_emoji_may_be_joined_in_a_name(visitor, mia, name):
    visitor.force_login(mia)
    page = submit(open_page(visitor, "/settings/profile/"), "/settings/profile/", name=name)
    assert clean_display_name(name) in page.text


@pytest.mark.parametrize("name", ["Mi\u200da", "\u200d🚀", "Mia\u200d", "👩\u200d\u200d🚀"])
def test_a_joiner_elsewhere_is_refused(name):
    with pytest.raises(ValidationError, match="invisible"):
        clean_display_name(name)


# --- guests who log in


def test_a_guest_brings_seats_and_lessons_along(visitor, mia, alice):
    table = opened("lombard", alice, visibility=Table.Visibility.LINK)
    submit(open_page(visitor, f"/tables/{table.public_id}/invitations/{table.invite_code}/"), "/join/")
    guest = guest_of(visitor)
    LessonProgress.objects.create(user=guest, game_slug="lombard", lesson="first", steps_done=2)
    assert "move to your account" in " ".join(open_page(visitor, "/account/login/").text.split())
    log_in(visitor)
    assert Seat.objects.get(table=table, number=1).user == mia
    assert "Lombard" in open_page(visitor, "/lobby/").texts["mine"]
    assert MergedGuest.objects.get().guest_id == guest.pk


def test_a_running_match_goes_on_and_verifies_with_the_accounts_seat(visitor, mia, alice):
    table = opened("lombard", alice, options={"target_coins": 32}, visibility=Table.Visibility.LINK)
    submit(open_page(visitor, f"/tables/{table.public_id}/invitations/{table.invite_code}/"), "/join/")
    submit(open_page(client_of(alice), f"/tables/{table.public_id}/"), "/start/")
    guest = guest_of(visitor)
    log_in(visitor)
    assert open_page(visitor, f"/tables/{table.public_id}/").status == 200
    play_on(table)
    assert Result.objects.filter(table=table, user=mia).exists()
    assert not Result.objects.filter(user=guest).exists()
    assert audit_table(fresh(table)).is_ok


def test_ended_matches_come_along_and_still_verify(visitor, mia, alice):
    guest = visitor_as_guest(visitor)
    table = play_on(running("lombard", alice, guest, options={"target_coins": 32}))
    log_in(visitor)
    assert Result.objects.get(table=table, user=mia)
    assert audit_table(fresh(table)).is_ok
    assert Seat.objects.get(table=table, number=1).user == mia


def test_the_guests_seat_stays_where_the_account_sits_itself(visitor, mia, alice):
    table = opened("lombard", alice, mia, seats_=3)
    guest = visitor_as_guest(visitor)
    take_seat(public_id=table.public_id, user_id=guest.pk)
    log_in(visitor)
    assert list(Seat.objects.filter(table=table).order_by("number").values_list("user", flat=True)) == [
        alice.pk, mia.pk, guest.pk,
    ]  # fmt: skip


def test_a_muted_guest_stays_muted_and_nobody_is_muted_twice(visitor, mia, moderator):
    guest = visitor_as_guest(visitor)
    mute = {"kind": Sanction.Kind.MUTE, "category": Sanction.Category.OTHER, "reason": "x", "issued_by": moderator}
    Sanction.objects.create(person=guest, started_at=timezone.now(), **mute)
    log_in(visitor)
    assert mia.sanctions.in_force().filter(kind=Sanction.Kind.MUTE).count() == 1
    second = Client(headers={"accept-language": "en"})
    guest = visitor_as_guest(second)
    Sanction.objects.create(person=guest, started_at=timezone.now(), **mute)
    log_in(second)
    assert mia.sanctions.in_force().filter(kind=Sanction.Kind.MUTE).count() == 1


def test_a_table_the_account_was_removed_from_stays_with_the_guest(visitor, mia, alice):
    guest = visitor_as_guest(visitor)
    table = play_on(running("lombard", alice, guest, options={"target_coins": 32}))
    moved = play_on(running("lombard", alice, guest, options={"target_coins": 32}))
    row = Result.objects.get(table=table, user=guest)
    Result.objects.create(
        table=table, user=mia, game_slug="lombard", outcome="removed", is_public=True, ended_at=row.ended_at
    )
    log_in(visitor)
    assert Seat.objects.get(table=table, number=1).user == guest
    assert Seat.objects.get(table=moved, number=1).user == mia


# --- people one has blocked


def test_someone_who_has_blocked_a_player_is_warned_before_sitting_down(visitor, mia, alice, bob):
    table = opened("lombard", alice, bob, seats_=3)
    Block.objects.create(user=mia, other_user=bob)
    visitor.force_login(mia)
    warning = "At this table you would play with Bob, and you have blocked them."
    assert warning in open_page(visitor, f"/tables/{table.public_id}/").text
    assert "you have blocked them" not in open_page(client_of(alice), f"/tables/{table.public_id}/").text


def client_of(user) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def visitor_as_guest(visitor) -> User:
    submit(open_page(visitor, "/"), "/quick-play/")
    guest = guest_of(visitor)
    Seat.objects.filter(user=guest).delete()
    return guest

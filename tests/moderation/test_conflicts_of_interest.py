"""Staff with ties to players, or to a person they could become: attacked from second accounts."""

from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Approval, AuditLogEntry, KnownDevice, NetworkFingerprint, Sanction, User
from accounts.staff import approvals
from games.moderation.models import ModerationCase
from games.moderation.reports.resolve import claim_case, decide_report, merge_reports
from games.moderation.services.approvals import order_action
from games.moderation.services.conflicts_of_interest import list_table_conflicts
from games.social.friends.services import accept_friend, send_friend_request
from games.social.models import TableInvitation
from games.tables.errors import ForbiddenError
from games.tables.models import Table
from games.tables.services.seats import leave_seat, take_seat
from tests import second_factor
from tests.accounts.sanctioned import laid
from tests.matches import filled, finished, fresh, opened, play_on, running, waiting
from tests.moderation.reports.reports import at_table

PASSWORD = "seven-quiet-herons"
HOME, AWAY, OFFICE = "192.0.2.7", "192.0.2.8", "192.0.2.9"
WHY = {"reason": "Two reports of collusion"}


def role(name: str, group: str, **fields) -> User:
    person = User.objects.create_user(name.lower(), name=name, password=PASSWORD, is_staff=True, **fields)
    person.groups.add(Group.objects.get(name=group))
    return person


@pytest.fixture
def sen(db) -> User:
    return role("Sen", "admin")


@pytest.fixture
def ada(db) -> User:
    """Another moderator, without ties."""
    return role("Ada", "admin")


@pytest.fixture
def match(alice, bob) -> Table:
    return play_on(running("lombard", alice, bob, seats=4, options={"target_coins": 32}), 0)


def came(person: User, ip: str, browser: Client | None = None) -> Client:
    """Logs in by the form, from there, in this browser or a new one."""
    browser = browser or Client()
    Authenticator.objects.filter(user=person).delete()  # the code is for other tests
    browser.post("/account/logout/", REMOTE_ADDR=ip)
    answer = browser.post("/account/login/", {"login": person.username, "password": PASSWORD}, REMOTE_ADDR=ip)
    assert answer.status_code == 302
    if person.is_staff:
        session = browser.session
        second_factor.shown(person, session)
        session.save()
    return browser


def looks(browser: Client, table: Table, ip: str = AWAY):
    address = f"/admin/tables/table/inspect/{table.public_id}/"
    return browser.post(address, {"seat": 1, "n": table.last_seq, **WHY}, REMOTE_ADDR=ip)


def seen(answer) -> bool:
    return answer.status_code == 200 and answer.context["page"].seat == 1


def is_refused_with(answer, words: str) -> bool:
    entry = AuditLogEntry.objects.latest("pk")
    assert (answer.status_code, answer.context["page"].seat, entry.action) == (403, None, "tied")
    assert entry.details["act"] == "see-hidden"
    assert entry.details["ties"]
    return words in answer.content.decode()


def test_without_ties_a_look_is_one(match, alice, sen):
    came(alice, HOME)
    assert seen(looks(came(sen, AWAY), match))
    assert "ties" not in AuditLogEntry.objects.get(action="see-hidden").details


def test_a_second_account_in_the_same_browser(match, alice, sen):
    browser = came(alice, HOME)
    assert is_refused_with(looks(came(sen, AWAY, browser), match), "the same browser")


def test_on_another_device_in_the_same_network(match, alice, sen):
    came(alice, HOME)
    assert is_refused_with(looks(came(sen, HOME), match, HOME), "the same network")


def test_with_the_cookie_deleted(match, alice, sen):
    browser = came(alice, HOME)
    browser.cookies.clear()
    assert is_refused_with(looks(came(sen, HOME, browser), match, AWAY), "the same network")


def test_a_log_in_of_long_ago_is_looked_at_where_it_is_used(match, alice, sen):
    """The log-ins recorded no network; later requests do."""
    player, desk = came(alice, HOME), came(sen, AWAY)
    NetworkFingerprint.objects.all().delete()
    for browser in (player, desk):
        session = browser.session
        session["network_noted"] = 1
        session.save()
    player.post(f"/tables/{match.public_id}/fast-forward/", REMOTE_ADDR=HOME)
    assert is_refused_with(looks(desk, match, HOME), "the same network")


def test_networks_from_before_the_table_do_not_count(alice, bob, sen, monkeypatch):
    week = int(timezone.now().timestamp() // timedelta(weeks=1).total_seconds())
    match = running("sdc", alice, bob)
    for person in (alice, sen):
        NetworkFingerprint.objects.create(user=person, week=week - 1, token_hash="one house")
    assert not list_table_conflicts(match, sen.pk)
    Table.objects.update(created_at=timezone.now() - timedelta(weeks=1))
    assert [tie.kind for tie in list_table_conflicts(fresh(match), sen.pk)] == ["network"]


def test_by_way_of_a_third_account(match, alice, bob, sen, ada):
    """Ada's browser has known Sen, and Sen's network Alice."""
    came(alice, HOME)
    came(sen, HOME)
    shared = came(sen, OFFICE)
    assert is_refused_with(looks(came(ada, OFFICE, shared), match, OFFICE), "the same network")


def test_a_guest_who_became_an_account(sen, bob):
    browser = came(sen, HOME)
    browser.post("/account/logout/")
    table = opened("lombard", bob, seats_=4, options={"target_coins": 32})
    browser.post(f"/tables/{table.public_id}/join/", REMOTE_ADDR=AWAY)
    guest = User.objects.get(is_guest=True)
    form = {"username": "robin", "name": "Robin", "email": "", "password1": PASSWORD, "password2": PASSWORD}
    assert browser.post("/account/claim-guest/", form, REMOTE_ADDR=AWAY).status_code == 302
    filled(fresh(table), bob)
    browser.cookies.clear()
    guest.refresh_from_db()
    assert not guest.is_guest
    assert fresh(table).seats.filter(user=guest).exists()
    assert is_refused_with(looks(came(sen, OFFICE), fresh(table), OFFICE), "the same browser")


def test_who_left_the_table_again_in_another_account(alice, bob, sen):
    table = opened("sdc", bob, alice)
    browser = came(alice, HOME)
    leave_seat(public_id=table.public_id, user_id=alice.pk)
    take_seat(public_id=table.public_id, user_id=role("Cleo", "moderator").pk)
    filled(fresh(table), bob)
    answer = looks(came(sen, AWAY, browser), fresh(table))
    assert (answer.status_code, answer.context["page"].seat) == (403, None)


def test_a_device_is_not_forgotten_by_using_fifty_others(alice, sen):
    browser = came(alice, HOME)
    came(sen, AWAY, browser)
    for n in range(60):
        KnownDevice.objects.create(user=sen, token_hash=f"{n}", expires_at=timezone.now() + timedelta(days=91))
    came(sen, AWAY)
    assert KnownDevice.objects.filter(user=sen).count() <= 52
    assert approvals._ties_to_person(sen.pk, alice.public_id)


def test_a_network_filled_with_more_accounts_still_says_something(match, alice, bob, sen, ada):
    came(bob, AWAY)
    came(alice, HOME)
    token = NetworkFingerprint.objects.get(user=alice).token_hash
    week = NetworkFingerprint.objects.get(user=alice).week
    for n in range(9):
        person = User.objects.create_user(f"sock{n}")
        NetworkFingerprint.objects.create(user=person, week=week, token_hash=token)
    assert is_refused_with(looks(came(sen, HOME), match, HOME), "a network shared by many people")
    assert Approval.objects.get().requested_by == sen


def test_a_network_of_everybody_says_nothing(match, alice, bob, sen):
    for person in (alice, bob):
        came(person, HOME)
    assert seen(looks(came(sen, HOME), match, HOME))


# --- weak ties: a second moderator


def befriend(user: User, other: User) -> None:
    send_friend_request(user_id=user.pk, other=other)
    accept_friend(user_id=other.pk, other_id=user.pk)


def asks(browser: Client, table: Table) -> Approval:
    assert is_refused_with(looks(browser, table), "a second moderator has been asked")
    return Approval.objects.get(answered_at=None)


def answers(person: User, row: Approval, answer: str = "yes") -> int:
    browser = came(person, OFFICE)
    form = {"answer": answer, "reason": "I have looked at it"}
    return browser.post(f"/admin/accounts/approval/answer/{row.pk}/", form, REMOTE_ADDR=OFFICE).status_code


def test_a_friend_needs_a_second_moderator_whose_word_holds_for_a_day(match, alice, sen, ada):
    befriend(alice, sen)
    desk = came(sen, AWAY)
    row = asks(desk, match)
    asks(desk, match)  # asking again asks once
    assert answers(ada, row) == 302
    assert seen(looks(desk, match))
    assert seen(looks(desk, match))
    entry = AuditLogEntry.objects.filter(action="see-hidden").latest("pk")
    assert entry.details["ties"] == [["friend", alice.public_id]]
    assert entry.details["approved_by"] == ada.public_id
    assert AuditLogEntry.objects.get(action="approve").details == {"act": "see-hidden", "for": sen.public_id}
    Approval.objects.update(answered_at=timezone.now() - timedelta(days=1))
    asks(desk, match)


def test_a_no_opens_nothing(match, alice, sen, ada):
    befriend(alice, sen)
    desk = came(sen, AWAY)
    assert answers(ada, asks(desk, match), "no") == 302
    assert not seen(looks(desk, match))
    assert AuditLogEntry.objects.filter(action="disapprove").exists()


def test_nobody_asks_until_somebody_agrees(match, alice, sen, ada):
    befriend(alice, sen)
    desk = came(sen, AWAY)
    answers(ada, asks(desk, match), "no")
    assert is_refused_with(looks(desk, match), "a second moderator hasn’t agreed")
    assert not Approval.objects.filter(answered_at=None).exists()
    resets(desk, alice)
    answers(ada, Approval.objects.get(answered_at=None), "no")
    assert "a second moderator hasn’t agreed" in resets(desk, alice).content.decode()
    assert not Approval.objects.filter(answered_at=None).exists()
    Approval.objects.update(answered_at=timezone.now() - timedelta(days=1))
    asks(desk, match)


@pytest.mark.parametrize("how", ["oneself", "same browser", "same network", "friend", "plays there", "no right"])
def test_who_is_no_second_moderator(match, alice, bob, sen, ada, how):
    befriend(alice, sen)
    row = asks(came(sen, AWAY), match)
    if how == "same browser":
        came(ada, HOME, came(sen, HOME))
    elif how == "same network":
        came(sen, OFFICE)
    elif how == "friend":
        befriend(sen, ada)
    elif how == "plays there":
        came(bob, OFFICE)
    elif how == "no right":
        ada.groups.set([Group.objects.get(name="moderator")])
    assert answers(sen if how == "oneself" else ada, row) == 403
    assert not Approval.objects.get().granted


def test_one_word_is_for_one_table(match, alice, bob, sen, ada):
    befriend(alice, sen)
    desk = came(sen, AWAY)
    answers(ada, asks(desk, match))
    other = play_on(running("lombard", alice, bob, seats=4, options={"target_coins": 32}), 0)
    asks(desk, other)


@pytest.mark.parametrize("way", ["by name", "by link", "came to the other's"])
def test_invited_people(alice, bob, sen, ada, way):
    host, guest = (alice, sen) if way == "came to the other's" else (sen, alice)
    old = opened("sdc", host, visibility="link" if way == "by link" else "private")
    if way == "by name":
        TableInvitation.objects.create(table=old, inviter=host, invitee=guest)
    else:
        take_seat(public_id=old.public_id, user_id=guest.pk, invite_code=old.invite_code)
    match = play_on(running("lombard", alice, bob, seats=4, options={"target_coins": 32}), 0)
    asks(came(sen, AWAY), match)


def test_an_accepted_invitation_is_remembered(alice, bob, visit):
    table = opened("sdc", alice, visibility="private")
    visit(alice).post(f"/tables/{table.public_id}/invitations/", {"name": "Bob"})
    visit(bob).post(f"/tables/{table.public_id}/invitations/answer/", {"answer": "accept"})
    assert TableInvitation.objects.count() == 1


def test_nobody_ties_a_moderator_to_themselves_by_asking(match, alice, sen):
    """Otherwise a person with something to hide would ask them all."""
    send_friend_request(user_id=alice.pk, other=sen)
    old = opened("sdc", alice, visibility="private")
    TableInvitation.objects.create(table=old, inviter=alice, invitee=sen)
    assert seen(looks(came(sen, AWAY), match))


# --- acting on seats


def order(table: Table, by: User, action: str = "void", **options):
    return order_action(public_id=table.public_id, moderator_id=by.pk, action=action, reason="a report", **options)


def test_measures_are_refused_by_strong_ties_and_asked_for_by_weak_ones(match, alice, bob, sen, ada):
    befriend(bob, sen)
    with pytest.raises(ForbiddenError) as refused:
        order(match, sen, "freeze")
    assert refused.value.code == "tied-weakly"
    assert not fresh(match).frozen_at
    row = Approval.objects.get()
    assert (row.action, row.target_id) == ("freeze", match.public_id)
    approvals.answer_approval(approval=row, by=ada, grants=True, reason="x")
    assert order(match, sen, "freeze")
    assert AuditLogEntry.objects.get(action="freeze").details["ties"] == [["friend", bob.public_id]]
    with pytest.raises(ForbiddenError):  # one word, one act
        order(match, sen, "thaw")
    KnownDevice.objects.bulk_create(
        KnownDevice(user=person, token_hash="one", expires_at=timezone.now() + timedelta(days=1))
        for person in (alice, sen)
    )
    with pytest.raises(ForbiddenError) as refused:
        order(match, sen, "thaw")
    assert refused.value.code == "tied"


def test_a_move_that_is_ordered_takes_one_word(match, alice, sen, ada):
    """Ordering a move shows the seat's cards, so consent to the move is consent to the look."""
    befriend(alice, sen)
    seat = waiting(match)[0]
    question = {"number": seat.number, "asked": seat.question_seq, "move": '{"type": "fold"}'}
    with pytest.raises(ForbiddenError) as refused:
        order(match, sen, "play", **question)
    assert refused.value.code == "tied-weakly"
    row = Approval.objects.get()
    assert row.action == "play"
    approvals.answer_approval(approval=row, by=ada, grants=True, reason="x")
    assert order(match, sen, "play", **question)
    assert fresh(match).last_seq == match.last_seq + 1
    assert AuditLogEntry.objects.get(action="play").details["approved_by"] == ada.public_id


# --- resets


def resets(browser: Client, person: User, act: str = "reset"):
    return browser.post(f"/admin/accounts/user/act/{act}/?person={person.pk}", WHY, REMOTE_ADDR=AWAY)


def test_no_reset_for_who_shares_a_browser_or_plays_with_a_second_account(match, alice, bob, sen):
    desk = came(sen, AWAY, came(alice, HOME))
    for person in (alice, bob):  # her second account, and its opponent
        answer = resets(desk, person)
        assert answer.status_code == 403
        assert "You have ties to this case" in answer.content.decode()
        entry = AuditLogEntry.objects.latest("pk")
        assert (entry.action, entry.target_id, entry.details["act"]) == ("tied", person.public_id, "reset")


def test_a_friends_reset_takes_a_second_word_each_time(alice, sen, ada):
    befriend(alice, sen)
    desk = came(sen, AWAY)
    assert resets(desk, alice).status_code == 422
    assert answers(ada, Approval.objects.get()) == 302
    assert "link" in resets(desk, alice).context
    assert AuditLogEntry.objects.get(action="reset").details["approved_by"] == ada.public_id
    assert resets(desk, alice).status_code == 422


def test_second_factors_and_doors_too(alice, bob, match):
    boss = User.objects.create_superuser("boss", password=PASSWORD)
    second_factor.enrolled(alice)
    desk = came(boss, AWAY, came(bob, HOME))
    assert resets(desk, alice, "second-factor").status_code == 403
    befriend(boss, friend := User.objects.create_user("fay", name="Fay", password=PASSWORD))
    second_factor.enrolled(friend)
    assert resets(desk, friend, "second-factor").status_code == 422
    assert desk.get(f"/admin/accounts/user/{friend.pk}/password/").status_code == 403


# --- appeals


@pytest.fixture
def appealed(charlie, sen) -> Sanction:
    row = laid("mute", charlie, sen, hours=24)
    Sanction.objects.filter(pk=row.pk).update(appeal="No", appealed_at=timezone.now())
    row.refresh_from_db()
    return row


def decides(person: User, row: Sanction, do: str = "refuse") -> int:
    ip_address = f"198.51.100.{person.pk % 250}"
    browser = came(person, ip_address)
    return browser.post(
        f"/admin/accounts/sanction/decide/{row.pk}/", {"do": do, **WHY}, REMOTE_ADDR=ip_address
    ).status_code


def test_nobody_refuses_an_appeal_against_their_own_decision(appealed, sen, ada):
    assert decides(sen, appealed) == 422  # it isn't offered
    appealed.refresh_from_db()
    assert appealed.has_open_appeal
    assert decides(ada, appealed) == 302
    assert Sanction.objects.get().answered_by == ada


def test_who_gave_it_may_take_it_back(appealed, sen):
    assert decides(sen, appealed, "lift") == 302


def test_nor_gets_rid_of_it_by_giving_it_anew(appealed, charlie, sen):
    desk = came(sen, AWAY)
    form = {"category": "abuse", "hours": "24", "reason": "again"}
    answer = desk.post(f"/admin/accounts/user/act/mute/?person={charlie.pk}", form, REMOTE_ADDR=AWAY)
    assert answer.status_code == 422
    assert Sanction.objects.count() == 1


@pytest.mark.parametrize("how", ["second staff account", "friend", "browser", "plays with them"])
@pytest.mark.parametrize("do", ["refuse", "lift"])
def test_nor_in_another_account_nor_tied_to_the_person(appealed, charlie, sen, ada, how, do):
    if how == "second staff account":
        came(ada, HOME, came(sen, HOME))
    elif how == "friend":
        befriend(charlie, ada)
    elif how == "browser":
        came(ada, HOME, came(charlie, HOME))
    else:
        running("sdc", charlie, ada)
    assert decides(ada, appealed, do) == 403
    appealed.refresh_from_db()
    assert appealed.has_open_appeal


@pytest.mark.parametrize("part", ["decided", "reported", "merged"])
def test_nor_who_had_a_part_in_the_matter(alice, bob, charlie, sen, ada, part):
    table = finished("lombard", alice, charlie)
    Table.objects.filter(pk=table.pk).update(replay_visibility=3)
    first = at_table(fresh(table), alice, charlie)
    if part == "reported":
        at_table(fresh(table), ada, charlie, "cheating")
    else:
        claim_case(person=charlie, by=ada)
        if part == "merged":
            second = at_table(fresh(table), bob, charlie, "cheating")
            merge_reports(report_pk=first.pk, lead_pk=second.pk, by=ada)
            first = second
        decide_report(report_pk=first.pk, by=ada, outcome="upheld", answer="")
    row = laid("mute", charlie, sen, hours=24)
    Sanction.objects.filter(pk=row.pk).update(appeal="No", appealed_at=timezone.now())
    assert decides(ada, row) == 403


def test_nobody_decides_what_they_reported_under_another_category_or_account(alice, bob, charlie, sen, ada):
    table = finished("lombard", alice, charlie)
    Table.objects.filter(pk=table.pk).update(replay_visibility=3)
    first = at_table(fresh(table), alice, charlie)
    at_table(fresh(table), sen, charlie, "cheating")
    claim_case(person=charlie, by=sen)
    with pytest.raises(ForbiddenError, match="own-report"):
        decide_report(report_pk=first.pk, by=sen, outcome="upheld", answer="")
    came(ada, HOME, came(alice, HOME))
    ModerationCase.objects.all().delete()
    claim_case(person=charlie, by=ada)
    with pytest.raises(ForbiddenError, match="own-report"):
        decide_report(report_pk=first.pk, by=ada, outcome="upheld", answer="")


# --- what it costs


def test_the_queries_do_not_grow_with_what_is_known(match, alice, bob, sen):
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            list_table_conflicts(match, sen.pk)
        return len(queries)

    came(alice, HOME)
    came(sen, HOME)
    query_count = asked()
    for n in range(12):
        person = User.objects.create_user(f"more{n}")
        befriend(person, alice)
        came(sen, f"192.0.2.{100 + n}")
        KnownDevice.objects.create(user=person, token_hash="x", expires_at=timezone.now() + timedelta(days=1))
    assert asked() == query_count
    assert query_count <= 12

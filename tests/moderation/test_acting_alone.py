"""A moderator with weak ties acts alone if no one else on the site could give a second opinion."""

import pytest
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Approval, AuditLogEntry, User
from accounts.models.approval import REPEAT_DELAY
from accounts.staff import approvals
from games.moderation.models import LoneActionNotice, ModerationAction
from games.moderation.services.approvals import order_action
from games.social.friends.services import accept_friend, send_friend_request
from games.tables.errors import ForbiddenError
from games.tables.models import Table
from tests.html import page
from tests.matches import fresh, play_on, running, waiting
from tests.moderation.reports.reports import at_table
from tests.sentences import sentence, squeezed

pytestmark = pytest.mark.django_db


def befriend(user: User, other: User) -> None:
    send_friend_request(user_id=user.pk, other=other)
    accept_friend(user_id=other.pk, other_id=user.pk)


def make_staff(name: str, group: str = "admin") -> User:
    person = User.objects.create_user(name.lower(), name=name, is_staff=True)
    person.groups.add(Group.objects.get(name=group))
    return person


@pytest.fixture
def match(alice, bob) -> Table:
    return play_on(running("lombard", alice, bob, seats=4, options={"target_coins": 32}), 0)


@pytest.fixture
def operator(alice) -> User:
    """The site's only member of staff, a friend of Alice's."""
    operator = User.objects.create_superuser("op", name="Op")
    befriend(alice, operator)
    return operator


def order(table: Table, by: User, action: str = "freeze", **options):
    return order_action(public_id=table.public_id, moderator_id=by.pk, action=action, reason="a report", **options)


def refusal_of(table: Table, by: User, action: str = "freeze", **options) -> str:
    with pytest.raises(ForbiddenError) as refused:
        order(table, by, action, **options)
    return refused.value.code


def freeze_page(table: Table) -> str:
    return f"/admin/tables/table/moderate/freeze/?table={table.public_id}"


def test_the_page_offers_to_act_alone_and_the_audit_says_so(match, alice, operator, client):
    client.force_login(operator)
    answer = client.post(freeze_page(match), {"reason": "A quarrel"})
    assert answer.status_code == 403
    text = squeezed(answer.content.decode())
    assert "no one else who could give a second opinion. You can act alone" in text
    assert 'name="alone"' in text
    assert not fresh(match).frozen_at
    assert not Approval.objects.exists()  # no one could ever answer it
    assert client.post(freeze_page(match), {"reason": "A quarrel", "alone": "on"}).status_code == 302
    assert fresh(match).frozen_at
    entry = AuditLogEntry.objects.latest("pk")
    assert (entry.action, entry.details["alone"]) == ("freeze", "no second moderator")
    assert entry.details["ties"] == [["friend", alice.public_id]]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_players_read_it_at_the_table_and_nobody_else_does(match, alice, bob, charlie, operator, visit, language):
    order(match, operator, alone=True)
    words = sentence(
        "A moderator who knows someone at this table acted alone, because this site has no second moderator to ask:",
        language,
    )
    for person in (alice, bob):
        table_page = page(visit(person, language).get(f"/tables/{match.public_id}/"))
        assert words in squeezed(table_page.text)
        assert "Op" not in table_page.text.split()
    assert words not in visit(charlie, language).get(f"/tables/{match.public_id}/").content.decode()
    assert LoneActionNotice.objects.get().actions == [[fresh(match).last_seq, "freeze"]]


def test_every_act_is_listed(match, operator):
    order(match, operator, alone=True)
    order(match, operator, "thaw", alone=True)
    assert [action for _seq, action in LoneActionNotice.objects.get().actions] == ["freeze", "thaw"]
    assert ModerationAction.objects.count() == 2


def test_a_tie_to_nobody_leaves_no_notice(bob, charlie, operator):
    match = running("lombard", bob, charlie)
    order(match, operator, alone=True)
    assert not LoneActionNotice.objects.exists()
    assert "alone" not in AuditLogEntry.objects.latest("pk").details


def test_the_rule_holds_again_the_moment_there_is_a_second_moderator(match, operator):
    ada = make_staff("Ada")
    assert refusal_of(match, operator, alone=True) == "tied-weakly"
    assert not fresh(match).frozen_at
    approvals.answer_approval(approval=Approval.objects.get(), by=ada, grants=True, reason="x")
    order(match, operator)
    assert AuditLogEntry.objects.latest("pk").details["approved_by"] == ada.public_id
    assert not LoneActionNotice.objects.exists()


@pytest.mark.parametrize("how", ["friend of the player", "friend of the operator", "plays there", "no right", "gone"])
def test_whoever_could_not_answer_is_no_second_moderator(match, alice, bob, operator, how):
    ada = make_staff("Ada")
    if how == "friend of the player":
        befriend(alice, ada)
    elif how == "friend of the operator":
        befriend(operator, ada)
    elif how == "plays there":
        bob.groups.add(Group.objects.get(name="admin"))
        User.objects.filter(pk=bob.pk).update(is_staff=True)
        ada.delete()
    elif how == "no right":
        ada.groups.clear()
    else:
        User.objects.filter(pk=ada.pk).update(is_active=False)
    assert refusal_of(match, operator) == "tied-alone"
    order(match, operator, alone=True)
    assert fresh(match).frozen_at


def test_what_waits_for_a_moderator_who_has_left_is_not_stuck(match, operator):
    ada = make_staff("Ada")
    assert refusal_of(match, operator) == "tied-weakly"
    User.objects.filter(pk=ada.pk).update(is_staff=False)
    assert refusal_of(match, operator) == "tied-alone"
    order(match, operator, alone=True)
    assert fresh(match).frozen_at
    assert not Approval.objects.exists()


def test_a_refusal_is_not_got_round_by_acting_alone(match, operator):
    ada = make_staff("Ada")
    assert refusal_of(match, operator) == "tied-weakly"
    approvals.answer_approval(approval=Approval.objects.get(), by=ada, grants=False, reason="No")
    User.objects.filter(pk=ada.pk).update(is_active=False)
    assert refusal_of(match, operator, alone=True) == "tied-refused"
    Approval.objects.update(answered_at=timezone.now() - REPEAT_DELAY)
    assert order(match, operator, alone=True)


# --- acts that always need a second moderator


def look(client, table: Table, **fields):
    address = f"/admin/tables/table/inspect/{table.public_id}/"
    return client.post(address, {"seat": 1, "n": table.last_seq, "reason": "A report", **fields})


def test_hidden_cards_of_a_friends_table_stay_hidden(match, operator, client):
    client.force_login(operator)
    for fields in ({}, {"alone": "on"}):
        answer = look(client, match, **fields)
        assert (answer.status_code, answer.context["page"].seat) == (403, None)
        assert "Without one, no one can see hidden cards." in squeezed(answer.content.decode())
        assert "act alone" not in answer.content.decode()
    assert not AuditLogEntry.objects.filter(action="see-hidden").exists()
    assert not Approval.objects.exists()


def test_hidden_cards_of_ones_own_table_stay_hidden(bob, operator, client):
    match = play_on(running("lombard", operator, bob, seats=4, options={"target_coins": 32}), 0)
    client.force_login(operator)
    answer = look(client, match, alone="on")
    assert (answer.status_code, answer.context["page"].seat) == (403, None)
    assert not order(match, operator, alone=True)  # the others at the table are asked, as before


def test_a_move_of_ones_choice_needs_the_cards_and_so_a_second_moderator(match, operator):
    seat = waiting(match)[0]
    question = {"number": seat.number, "asked": seat.question_seq}
    assert refusal_of(match, operator, "play", move='{"type": "fold"}', alone=True, **question) == "tied-nobody"
    assert order(match, operator, "play", alone=True, **question)  # the safe move shows nothing


def test_a_friends_password_is_not_reset_alone(match, alice, operator, client):
    client.force_login(operator)
    address = f"/admin/accounts/user/act/reset/?person={alice.pk}"
    answer = client.post(address, {"reason": "Forgotten", "alone": "on"})
    assert answer.status_code == 422
    assert "no one else who could give the second opinion" in squeezed(answer.content.decode())
    assert not AuditLogEntry.objects.filter(action="reset").exists()
    with pytest.raises(PermissionDenied):
        approvals.answer_approval(
            approval=Approval.objects.create(
                requested_by=operator, action="reset", target_type="person", target_id=alice.public_id
            ),
            by=operator, grants=True, reason="x",
        )  # fmt: skip


def test_a_case_offers_it_as_well(match, alice, bob, operator, client):
    report = at_table(match, alice, bob)
    client.force_login(operator)
    address = f"/admin/moderation/report/case/{bob.public_id}/"
    form = {"do": "table", "report": report.pk, "action": "freeze", "reason": "A quarrel"}
    answer = client.post(address, form)
    assert (answer.status_code, 'name="alone"' in answer.content.decode()) == (403, True)
    assert 'value="A quarrel"' in answer.content.decode()
    assert client.post(address, form | {"alone": "yes"}).status_code == 302
    assert fresh(match).frozen_at


def count_queries(client, address: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


def test_the_notice_costs_a_table_page_no_query(match, alice, operator, visit):
    client, address = visit(alice), f"/tables/{match.public_id}/"
    client.get(address)
    before = count_queries(client, address)
    order(match, operator, alone=True)
    order(match, operator, "thaw", alone=True)
    client.get(address)
    assert count_queries(client, address) == before

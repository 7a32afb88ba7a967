"""Nothing is added, changed or deleted in the admin, not even by a superuser. Rights are to look and to moderate."""

import pytest
from django.contrib.admin import site
from django.contrib.auth.models import Permission

from games.notifications.models import Notification
from games.tables.models import Event, Position, Record, Seat, Seed, Table
from tests.matches import snapshot
from tests.moderation.admin.pages import KINDS, listing, page


def first(kind):
    by_kind = {"table": Table, "seat": Seat, "event": Event, "notification": Notification}
    return by_kind[kind].objects.earliest("pk").pk


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_adds(at_desk, boss, kind):
    client = at_desk(boss)
    assert client.get(f"{listing(kind)}add/").status_code == 403
    assert client.post(f"{listing(kind)}add/", {"reason": "x"}).status_code == 403


@pytest.mark.parametrize("kind", ["table", "seat", "event", "notification"])
def test_nobody_changes_or_deletes(at_desk, boss, table, kind):
    client, address, before = at_desk(boss), page(kind, first(kind)), snapshot(table)
    assert client.post(address, {"status": "finished", "bot": "normal", "kind": "void"}).status_code == 403
    delete = address.replace("change", "delete")
    assert client.get(delete).status_code == 403
    assert client.post(delete, {"post": "yes"}).status_code == 403
    picked = {"action": "delete_selected", "_selected_action": [first(kind)], "post": "yes"}
    client.post(listing(kind), picked)
    assert snapshot(table) == before


@pytest.mark.parametrize("model", [Seed, Position, Record])
def test_secrets_have_no_page_and_no_right_that_could_be_given(db, model):
    assert not site.is_registered(model)
    assert not Permission.objects.filter(content_type__model=model._meta.model_name).exists()


def test_rights_are_to_look_and_to_moderate(db):
    rights = set(
        Permission.objects.exclude(
            content_type__app_label__in=("accounts", "account", "admin", "auth", "contenttypes", "mfa")
        ).values_list("codename", flat=True)
    )
    machine = {"view_system_status"}
    chat = {"view_chatmessage", "view_report", "handle_report", "moderate_chat", "view_redacted_messages"}
    assert (
        rights
        == {f"view_{kind}" for kind in KINDS}
        | {"moderate_table", "view_hidden_cards", "view_collusionflag"}
        | chat
        | machine
    )


@pytest.mark.parametrize("kind", KINDS)
def test_staff_without_rights_sees_nothing(at_desk, anna, kind):
    anna.is_staff = True
    anna.save()
    assert at_desk(anna).get(listing(kind)).status_code == 403


@pytest.mark.parametrize("kind", KINDS)
def test_players_are_sent_away(at_desk, anna, kind):
    answer = at_desk(anna).get(listing(kind))
    assert answer.status_code == 302
    assert "login" in answer.url

"""Permissions of each kind of staff on a case: every act tried by everyone. A table lists who may."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.db import connection

from accounts.models import AuditLogEntry, Sanction, User
from games.moderation.models import CaseNote, ModerationAction, ModerationCase, Report
from games.social.models import ChatMessage
from games.tables.models import Table
from tests.moderation.reports.reports import at_table, filed, line_of
from tests.rollback import rolled_back
from tests.social.chats import say

pytestmark = [pytest.mark.django_db, pytest.mark.thorough]

# Permissions by role; None for people who aren't staff, a group's name for its role.
ROLES: dict[str, list[str] | str | None] = {
    "player": None,
    "player with rights": ["view_report", "handle_report", "sanction_user", "suspend_person", "moderate_table"],
    "bare staff": [],
    "reader": ["view_report"],
    "handler": ["view_report", "handle_report"],
    "sanctioner": ["view_report", "sanction_user", "suspend_person"],
    "chat moderator": ["view_report", "moderate_chat"],
    "table moderator": ["view_report", "view_table", "view_event", "moderate_table"],
    "warner": ["view_report", "handle_report", "sanction_user"],
    "moderator": "moderator",
    "senior": "senior",
    "admin": "admin",
}
HOUSE = {"moderator", "senior", "admin"}
HANDLES = {"handler", "warner", *HOUSE}
LOOKS = {role for role, rights in ROLES.items() if rights and not role.startswith("player")}
MAY = {
    "look": LOOKS, "preview": LOOKS, "take": HANDLES, "next": HANDLES, "claim": HANDLES, "release": HANDLES,
    "note": HANDLES, "merge": HANDLES, "decide no-action": HANDLES, "decide rejected": HANDLES, "decide false": HANDLES,
    "decide upheld": HANDLES, "decide warn": {"warner", *HOUSE}, "decide mute": {"warner", *HOUSE},
    "decide reset-name": {"warner", *HOUSE}, "decide no-reports": {"warner", *HOUSE}, "decide suspend": HOUSE,
    "decide ban": HOUSE, "decide redacted": HOUSE, "freeze": {"table moderator", *HOUSE},
    "void": {"table moderator", *HOUSE},
}  # fmt: skip


def cast(role: str) -> User:
    rights = ROLES[role]
    person = User.objects.create_user("actor", name="Actor", is_staff=not role.startswith("player"))
    if isinstance(rights, str):
        person.groups.add(Group.objects.get(name=rights))
    else:
        person.user_permissions.set(Permission.objects.filter(codename__in=rights or []))
    return person


def state() -> list[list[tuple]]:
    """Return everything that an act on a case could change. Recorded looks are no change."""
    models = (User, Sanction, Report, ModerationCase, CaseNote, ModerationAction, Table, ChatMessage)
    quoted, rows = connection.ops.quote_name, []
    with connection.cursor() as cursor:
        for model in models:
            left_out = ("last_login", "revision")
            columns = [quoted(field.column) for field in model._meta.concrete_fields if field.column not in left_out]
            cursor.execute(f"SELECT {', '.join(columns)} FROM {model._meta.db_table} ORDER BY 1")
            rows.append(cursor.fetchall())
    return rows


@pytest.mark.parametrize("role", ROLES)
def test_the_table(sdc, alice, bob, visit, role):
    line = filed("line", line_of(say(sdc, alice, "very rude")), bob, alice)
    table = at_table(sdc, bob, alice, "stalling")
    actor = cast(role)
    case, queue = f"/admin/moderation/report/case/{alice.public_id}/", "/admin/moderation/report/queue/"
    decision = {"do": "decide", "report": line.pk, "ground": "abuse"}
    tried = {
        "look": (case, None),
        "preview": (case, decision | {"do": "preview", "decision": "warn"}),
        "take": (queue, {"do": "take", "report": line.pk}),
        "next": (queue, {"do": "next"}),
        "claim": (case, {"do": "claim"}),
        "release": (case, {"do": "release"}),
        "note": (case, {"do": "note", "text": "x"}),
        "merge": (case, {"do": "merge", "report": line.pk, "into": table.pk}),
        **{name: (case, decision | {"decision": name.split()[1]}) for name in MAY if name.startswith("decide ")},
        "decide redacted": (case, decision | {"decision": "no-action", "redact": "yes"}),
        "freeze": (case, {"do": "table", "report": table.pk, "action": "freeze", "reason": "x"}),
        "void": (case, {"do": "table", "report": table.pk, "action": "void", "reason": "x"}),
    }
    assert set(tried) == set(MAY)
    client = visit(actor)
    for act, (address, form) in tried.items():
        with rolled_back():
            if act in ("release", "merge") or act.startswith("decide"):
                client.post(case, {"do": "claim"})
            before = state()
            answer = client.get(address) if form is None else client.post(address, form)
            if role in MAY[act]:
                assert answer.status_code == (200 if act in ("look", "preview") else 302), act
                assert "login" not in answer.headers.get("Location", ""), act
                assert (state() != before) is (act not in ("look", "preview")), act
            else:
                assert answer.status_code in (302, 403, 409), act
                assert state() == before, act
                assert not AuditLogEntry.objects.exclude(action__in=("inquiry", "report-claim", "tied")).exists(), act

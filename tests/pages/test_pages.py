"""Every page, for every kind of reader, in both languages."""

import re

import pytest

from accounts.services import guest_create
from games.engine.chance import Rng
from games.models import Seat
from games.tables.seats import seat_leave
from tests.every_title import every_title
from tests.matches import finished, opened, running, turn, waiting
from tests.orders import seat_to_bot, table_freeze, table_void
from tests.pages.html import page
from tests.pages.words import sentence, squeezed

pytestmark = pytest.mark.parametrize("language", ["en", "ja"])
# What must say something and says nothing.
WORDLESS = re.compile(r"<(?:button|a|legend|h[1-3]|summary|label|th|dt)\b(?![^>]*aria-label)[^>]*>\s*</")
READERS = ["anonymous", "guest", "member", "seated"]


@pytest.fixture(params=READERS)
def reader(request, alice, charlie, visit, language):
    """A browser of each kind; Alice is the one who sits at the tables."""
    people = {"anonymous": None, "member": charlie, "seated": alice}
    return visit(guest_create(language="en") if request.param == "guest" else people[request.param], language)


def readable(client, address, language):
    response = client.get(address, follow=True)
    shown = page(response)
    assert response.status_code == 200, address
    assert shown.language == language
    assert len(shown.text.split()) > 10
    assert WORDLESS.findall(response.content.decode()) == []
    return shown


def pages_of(client, table, language):
    for part in ("", "log/"):
        readable(client, f"/t/{table.public_id}/{part}", language)
    assert client.get(f"/t/{table.public_id}/fragment/").status_code == 200


def test_the_front_the_lobby_and_the_rules(slug, reader, alice, bob, language):
    running(slug, alice, bob)
    opened(slug, bob)
    finished(slug, alice, bob)
    for address in ("/", "/lobby/", f"/rules/{slug}/", f"/tables/new/{slug}/", f"/tables/new/{slug}/?preset=slow"):
        readable(reader, address, language)


def test_a_table_that_waits_for_players(slug, reader, alice, bob, language):
    table = opened(slug, alice)
    pages_of(reader, table, language)
    readable(reader, f"/t/{table.public_id}/invite/{table.invite_code}/", language)


@every_title
def test_a_table_on_the_way(table, reader, bob, language):
    """At every few decisions, for whoever has the turn and whoever has not."""
    rng = Rng(b"pages", "x")
    for step in range(14):
        asked = waiting(table)
        if not asked:
            break
        if step % 4 == 0:
            pages_of(reader, table, language)
        turn(table, rng.choice(asked), rng)


@every_title
def test_an_ended_table(slug, reader, alice, bob, language):
    table = finished(slug, alice, bob)
    pages_of(reader, table, language)
    start = table.events.get(kind="start").seq
    for n, query in ((start, ""), (start + 1, "?seat=0"), (table.seq - 1, "?seat=1"), (table.seq, "?open=1")):
        readable(reader, f"/replay/{table.public_id}/{n}/{query}", language)
    readable(reader, f"/replay/{table.public_id}/verify/", language)


def test_a_frozen_a_voided_and_an_abandoned_table(table, reader, alice, bob, moderator, language):
    act = {"public_id": table.public_id, "moderator_id": moderator.pk, "reason": "a look"}
    seat_to_bot(**act, number=0)
    pages_of(reader, table, language)
    table_freeze(**act)
    readable(reader, f"/t/{table.public_id}/", language)
    table_void(**act)
    pages_of(reader, table, language)
    ended = readable(reader, f"/t/{table.public_id}/", language)
    stand_in = sentence("A bot plays your seat for now. A moderator can give it back to you.", language)
    assert stand_in not in squeezed(ended.text)
    readable(reader, f"/replay/{table.public_id}/", language)
    alone = opened("sdc", bob)
    seat_leave(public_id=alone.public_id, user_id=bob.pk)
    pages_of(reader, alone, language)


def test_a_table_whose_people_have_gone(slug, reader, alice, bob, language):
    """Such seats are from before a person's row was kept: the log stays, and the pages."""
    table = finished(slug, bob, alice)
    Seat.objects.filter(table=table, user=bob).update(user=None)
    pages_of(reader, table, language)
    readable(reader, f"/replay/{table.public_id}/", language)

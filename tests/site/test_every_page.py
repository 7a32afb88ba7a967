"""Every page, for every kind of reader, in both languages."""

import re
from itertools import cycle

import pytest

from accounts.services.users import create_guest
from games.engine.chance import Rng
from games.tables.models import Seat
from games.tables.services.seats import leave_seat
from tests.every_game import SLUGS, every_game
from tests.html import page
from tests.matches import finished, opened, running, turn, waiting
from tests.moderation.actions import seat_to_bot, table_freeze, table_void
from tests.sentences import sentence, squeezed

pytestmark = pytest.mark.thorough

# What must say something and says nothing.
WORDLESS = re.compile(r"<(?:button|a|legend|h[1-3]|summary|label|th|dt)\b(?![^>]*aria-label)[^>]*>\s*</")
LANGUAGE = re.compile(r'<html[^>]* lang="(\w+)"')
BODY = re.compile(r"<body\b.*</body>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
STRANGERS = ("anonymous", "guest", "member")
LANGUAGES = ("en", "ja")


@pytest.fixture
def browsers(alice, charlie, visit):
    """One of each kind of reader in each language; Alice is the one who sits at the tables."""
    people = {"anonymous": None, "guest": create_guest(language="en"), "member": charlie, "seated": alice}
    return {(kind, language): visit(person, language) for kind, person in people.items() for language in LANGUAGES}


def some(browsers, *kinds):
    return {reader: client for reader, client in browsers.items() if reader[0] in kinds}


def readable(browsers, *addresses):
    """Each of them reads these pages. What the last one was, by reader."""
    return {
        reader: [one_readable(client, address, *reader) for address in addresses][-1]
        for reader, client in browsers.items()
    }


def one_readable(client, address, kind, language):
    response = client.get(address, follow=True)
    html = response.content.decode()
    assert response.status_code == 200, (kind, address)
    assert LANGUAGE.search(html)[1] == language, (kind, address)
    assert len(TAG.sub(" ", BODY.search(html)[0]).split()) > 10, (kind, address)
    assert WORDLESS.findall(html) == [], (kind, address)
    return response


def pages_of(browsers, table):
    readable(browsers, f"/tables/{table.public_id}/", f"/tables/{table.public_id}/log/")
    for reader, client in browsers.items():
        assert client.get(f"/tables/{table.public_id}/fragment/").status_code == 200, reader


def test_the_front_the_lobby_and_the_rules(slug, browsers, alice, bob):
    running(slug, alice, bob)
    opened(slug, bob)
    finished(slug, alice, bob)
    readable(
        browsers, "/", "/lobby/", f"/games/{slug}/rules/", f"/games/{slug}/new/", f"/games/{slug}/new/?preset=slow"
    )


def test_a_table_that_waits_for_players(slug, browsers, alice):
    table = opened(slug, alice)
    pages_of(browsers, table)
    readable(browsers, f"/tables/{table.public_id}/invitations/{table.invite_code}/")


@every_game
def test_a_table_on_the_way(table, browsers):
    """Every few decisions, for the player to move and another one; and everything at the end."""
    rng, strangers = Rng(b"pages", "x"), cycle(STRANGERS)
    for step in range(14):
        seats = waiting(table)
        if not seats:
            break
        if step % 4 == 0:
            readable(some(browsers, "seated", next(strangers)), f"/tables/{table.public_id}/")
        turn(table, rng.choice(seats), rng)
    pages_of(some(browsers, "seated", next(strangers)), table)


@every_game
def test_an_ended_table(slug, browsers, alice, bob):
    """For who sat there, and the one or the other who did not."""
    table = finished(slug, alice, bob)
    readers = some(browsers, "seated", STRANGERS[SLUGS.index(slug) % len(STRANGERS)])
    pages_of(readers, table)
    start = table.events.get(kind="start").seq
    moments = ((start, ""), (start + 1, "?seat=0"), (table.last_seq - 1, "?seat=1"), (table.last_seq, "?open=1"))
    readable(readers, *(f"/replays/{table.public_id}/positions/{n}/{query}" for n, query in moments))
    readable(readers, f"/replays/{table.public_id}/verify/")


def test_a_frozen_and_a_voided_table(table, browsers, moderator):
    act = {"public_id": table.public_id, "moderator_id": moderator.pk, "reason": "a look"}
    address = f"/tables/{table.public_id}/"
    seat_to_bot(**act, number=0)
    readable(browsers, address)
    table_freeze(**act)
    readable(browsers, address)
    table_void(**act)
    pages_of(browsers, table)
    for (_, language), ended in readable(browsers, address).items():
        stand_in = sentence("A bot plays your seat for now. A moderator can give it back to you.", language)
        assert stand_in not in squeezed(page(ended).text)
    readable(browsers, f"/replays/{table.public_id}/")


def test_an_abandoned_table(browsers, bob):
    alone = opened("sdc", bob)
    leave_seat(public_id=alone.public_id, user_id=bob.pk)
    pages_of(browsers, alone)


def test_a_table_whose_people_have_gone(slug, browsers, alice, bob):
    """Such seats are from before a person's row was kept: the log stays, and the pages."""
    table = finished(slug, bob, alice)
    Seat.objects.filter(table=table, user=bob).update(user=None, played_by="nobody")
    readers = some(browsers, "anonymous", "seated")
    pages_of(readers, table)
    readable(readers, f"/replays/{table.public_id}/")

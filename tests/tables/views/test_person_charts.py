"""The charts on a person's page, and their companions; and others' view of it."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from accounts.services.users import create_guest
from games.tables.models import Result, Seat, Table
from games.tables.selectors.history import get_person_page
from tests.site.test_query_counts import queries

pytestmark = pytest.mark.django_db


def create_ended_match(*people, slug="sdc", places=(1, 2), outcomes=None, ended_at=None, is_public=True):
    """A match that ended, as results tell it: these people came in at `places`."""
    table = Table.objects.create(game_slug=slug, status="finished")
    outcomes = outcomes or ["won" if place == 1 else "lost" for place in places]
    for number, (user, place, outcome) in enumerate(zip(people, places, outcomes, strict=True)):
        Seat.objects.create(table=table, number=number, user=user, played_by="person")
        Result.objects.create(
            table=table, user=user, game_slug=slug, outcome=outcome, place=place, score=0, is_public=is_public,
            ended_at=ended_at or timezone.now(),
        )  # fmt: skip
    return table


def page(visit, reader, person):
    return visit(reader).get(f"/players/{person.public_id}/").text


def names(page):
    return re.findall(r"<bdi>(.*?)</bdi>", page)


def test_the_form_of_a_game_is_said_in_words(alice, bob, visit):
    now = timezone.now()
    create_ended_match(alice, bob, places=(2, 1), ended_at=now - timedelta(hours=3))
    create_ended_match(alice, bob, places=(None, 1), outcomes=("resigned", "won"), ended_at=now - timedelta(hours=2))
    create_ended_match(alice, bob, ended_at=now - timedelta(hours=1))
    html = page(visit, bob, alice)
    assert 'aria-label="Last matches, the oldest first: place 2, resigned, won"' in html
    assert re.search(r"Won</dt>\s*<dd>\s*1\s*<span class=\"note\">33 %", html)


def test_the_form_holds_the_last_twelve_of_each_game(alice, bob):
    for _ in range(14):
        create_ended_match(alice, bob)
    create_ended_match(alice, bob, slug="lombard", places=(2, 1))
    page = get_person_page(alice.public_id, None)
    assert {stat.slug: len(stat.form) for stat in page.stats} == {"sdc": 12, "lombard": 1}
    assert page.stats[0].form[0].x == 0
    better, worse = page.stats[1].form[0], page.stats[0].form[0]
    assert better.height > worse.height


def test_months_are_the_readers(alice, bob, visit):
    begins = timezone.localdate().replace(day=1)
    late = datetime(begins.year, begins.month, begins.day, tzinfo=UTC) - timedelta(hours=1)
    create_ended_match(alice, bob, ended_at=late)
    create_ended_match(alice, bob, places=(2, 1))
    months = get_person_page(alice.public_id, None).months
    assert [(bar.matches, bar.wins) for bar in months[-2:]] == [(1, 1), (1, 0)]
    assert len(months) == 12
    type(bob).objects.filter(pk=bob.pk).update(time_zone="Asia/Tokyo")
    assert "2 matches, 1 won" in page(visit, bob, alice)


def test_what_is_older_than_a_year_has_no_bar(alice, bob, visit):
    create_ended_match(alice, bob, ended_at=timezone.now() - timedelta(days=400))
    html = page(visit, bob, alice)
    assert "Matches per month" not in html
    assert "Games played" in html


def test_whom_one_plays_with_most_comes_first(alice, bob, charlie, visit):
    create_ended_match(alice, charlie)
    for _ in range(2):
        create_ended_match(alice, bob)
    assert names(page(visit, alice, alice)) == ["Bob", "Charlie"]


def test_others_are_told_of_nobody_who_is_hidden(alice, bob, charlie, person, visit):
    dora = person("Dora")
    guest = create_guest(language="en")
    create_ended_match(alice, bob)
    create_ended_match(alice, charlie, is_public=False)
    create_ended_match(alice, guest)
    create_ended_match(alice, dora)
    type(dora).objects.filter(pk=dora.pk).update(is_public=False)
    assert names(page(visit, bob, alice)) == ["Bob"]
    assert names(page(visit, None, alice)) == ["Bob"]
    assert set(names(page(visit, alice, alice))) == {"Bob", "Charlie", guest.name, dora.name}
    type(bob).objects.filter(pk=bob.pk).update(anonymised_at=timezone.now())
    assert names(page(visit, None, alice)) == []


@pytest.mark.parametrize("count", [1, 15])
def test_the_page_costs_the_same_whatever_was_played(alice, bob, charlie, visit, count):
    for _ in range(count):
        create_ended_match(alice, bob)
        create_ended_match(alice, charlie, slug="lombard")
    client = visit()
    with queries(10):
        client.get(f"/players/{alice.public_id}/")

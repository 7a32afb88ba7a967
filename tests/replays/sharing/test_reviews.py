"""A replay watched together: permissions to start, follow and lead, and no one sees more than alone."""

import re
from datetime import timedelta

import pytest
from django.core import signing
from django.utils import timezone

from accounts.services.anonymize import anonymize_guest
from config.server.sse.sources import read_revisions
from games.replays.archive.services import archive_table
from games.replays.data_export import export_replays
from games.replays.models import Review
from games.replays.reviews.services import (
    LASTS,
    LEADER_AWAY,
    MAX_PER_MATCH,
    MAX_PER_PERSON,
    RESERVED_FOR_PLAYERS,
    delete_ended_reviews,
)
from games.tables.live.publish import TOKEN_SALT
from games.tables.models import Table
from tests.accounts.test_name_races import CROWD, at_once
from tests.matches import finished, running


@pytest.fixture
def ended(alice, bob):
    return finished("lombard", alice, bob)


@pytest.fixture
def review(ended, alice, visit) -> Review:
    response = visit(alice).post(f"/replays/{ended.public_id}/reviews/", {"n": "9"})
    assert response.status_code == 302
    row = Review.objects.get()
    assert response["Location"] == base(ended, row)
    return row


def base(table: Table, review: Review) -> str:
    return f"/replays/{table.public_id}/reviews/{review.code}/"


def state(client, table: Table, review: Review) -> dict:
    response = client.get(f"{base(table, review)}state/")
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    return response.json()


def test_the_others_are_told_where_the_leader_is(ended, review, alice, bob, charlie, visit):
    assert state(visit(alice), ended, review) == {"n": 9, "number": 1, "leader": "Alice", "leads": True, "free": False}
    assert visit(alice).post(f"{base(ended, review)}step/", {"n": "12"}).status_code == 204
    expected = {"n": 12, "number": 2, "leader": "Alice", "leads": False, "free": False}
    for user in (bob, charlie, None):
        assert state(visit(user), ended, review) == expected
    assert visit(alice).post(f"{base(ended, review)}step/", {"n": "12"}).status_code == 204
    assert state(visit(bob), ended, review) == expected, "the same position is no step"


def test_its_link_leads_to_the_leader_with_ones_own_eyes(ended, review, bob, charlie, visit):
    for user, query in ((bob, "seat=1&"), (charlie, ""), (None, "")):
        position = visit(user).get(base(ended, review))["Location"]
        assert position == f"/replays/{ended.public_id}/positions/9/?{query}review={review.code}"
        page = visit(user).get(position)
        assert page.status_code == 200
        assert page.context["review"].leader == "Alice"
        plain = visit(user).get(position.replace(f"review={review.code}", ""))
        replays = [
            re.findall(r'id="replay".*?id="steps"', response.content.decode(), re.DOTALL) for response in (page, plain)
        ]
        assert replays[0] == replays[1] != []


def test_it_stays_with_one_on_every_way(ended, review, bob, visit):
    assert archive_table(ended.pk)
    page = visit(bob).get(f"/replays/{ended.public_id}/positions/9/?seat=1&review={review.code}").content.decode()
    for links in (
        r'data-go="[\w-]+"[^>]* href="([^"]*)"',
        r'id="eyes-\w+" href="([^"]*)"',
        r'id="spoilers" href="([^"]*)"',
    ):
        matches = re.findall(links, page)
        assert matches
        assert all(f"review={review.code}" in link for link in matches)
    assert f'name="review" value="{review.code}"' in page


@pytest.mark.parametrize("part", ["", "state/"])
def test_only_who_may_see_the_match_follows(ended, review, bob, charlie, visit, part):
    Table.objects.filter(pk=ended.pk).update(replay_visibility=Table.ReplayVisibility.PARTICIPANTS)
    address = base(ended, review) + part
    assert visit(bob).get(address).status_code in (200, 302)
    for user in (charlie, None):
        assert visit(user).get(address).status_code == 404
        assert visit(user).post(f"{base(ended, review)}step/", {"n": "9"}).status_code == 404
        assert visit(user).post(f"/replays/{ended.public_id}/reviews/", {"n": "9"}).status_code == 404


def test_the_leader_alone_steps(ended, review, bob, visit):
    for user in (bob, None):
        assert visit(user).post(f"{base(ended, review)}step/", {"n": "12"}).status_code == 403
    review.refresh_from_db()
    assert (review.n, review.revision) == (9, 1)


@pytest.mark.parametrize(("n", "status"), [("0", 422), ("99999", 422), ("x", 400), ("", 400)])
def test_positions_that_are_not_there(ended, review, alice, visit, n, status):
    for address in (f"{base(ended, review)}step/", f"/replays/{ended.public_id}/reviews/"):
        assert visit(alice).post(address, {"n": n}).status_code == status
    assert Review.objects.get().n == 9


def test_the_lead_is_handed_over_and_taken(ended, review, alice, bob, charlie, visit):
    address = f"{base(ended, review)}lead/"
    assert visit(bob).post(address, {"do": "give"}).status_code == 403
    assert visit(bob).post(address, {"do": "take"}).status_code == 409
    assert visit(alice).post(address, {"do": "give"}).status_code == 302
    assert state(visit(bob), ended, review) == {"n": 9, "number": 2, "leader": "", "leads": False, "free": True}
    assert not state(visit(None), ended, review)["free"]
    assert visit(None).post(address, {"do": "take"}).status_code == 403
    assert visit(alice).post(f"{base(ended, review)}step/", {"n": "12"}).status_code == 403
    assert visit(bob).post(address, {"do": "take"}).status_code == 302
    assert visit(charlie).post(address, {"do": "take"}).status_code == 409
    assert state(visit(charlie), ended, review)["leader"] == "Bob"
    assert visit(bob).post(f"{base(ended, review)}step/", {"n": "12"}).status_code == 204
    assert visit(alice).post(address, {"do": "nothing"}).status_code == 400
    assert visit(alice).get(address)["Location"] == base(ended, review)


def test_who_is_away_is_taken_the_lead_from(ended, review, bob, visit):
    Review.objects.update(moved_at=timezone.now() - LEADER_AWAY - timedelta(seconds=1))
    assert state(visit(bob), ended, review)["free"]
    assert visit(bob).post(f"{base(ended, review)}lead/", {"do": "take"}).status_code == 302
    assert state(visit(bob), ended, review)["leads"]


def test_it_ends_a_day_after_the_last_step(ended, review, alice, bob, visit):
    Review.objects.update(moved_at=timezone.now() - LASTS - timedelta(seconds=1))
    for part in ("", "state/"):
        assert visit(bob).get(base(ended, review) + part).status_code == 404
    assert visit(alice).post(f"{base(ended, review)}step/", {"n": "12"}).status_code == 404
    page = visit(bob).get(f"/replays/{ended.public_id}/positions/9/?review={review.code}")
    assert page.status_code == 200
    assert "review" not in page.context
    delete_ended_reviews()
    assert not Review.objects.exists()


def test_how_many_there_may_be(ended, alice, bob, visit):
    address, data = f"/replays/{ended.public_id}/reviews/", {"n": "9"}
    answers = [visit(alice).post(address, data).status_code for _ in range(MAX_PER_PERSON + 1)]
    assert answers == [302] * MAX_PER_PERSON + [429]
    Review.objects.bulk_create(
        Review(table=ended, topic=f"{ended.public_id}/review.{n}", leader=bob, n=9, moved_at=timezone.now())
        for n in range(MAX_PER_MATCH - MAX_PER_PERSON)
    )
    Review.objects.filter(leader=bob).order_by("-pk")[0].delete()
    Review.objects.filter(leader=bob).update(leader=None)
    assert visit(bob).post(address, data).status_code == 302
    assert visit(bob).post(address, data).status_code == 429


def test_strangers_leave_places_for_players(ended, alice, person, visit):
    address, data, places = f"/replays/{ended.public_id}/reviews/", {"n": "9"}, MAX_PER_MATCH - RESERVED_FOR_PLAYERS
    strangers = [visit(person(f"Person{n}")) for n in range(places + 1)]
    assert [stranger.post(address, data).status_code for stranger in strangers] == [302] * places + [429]
    assert "for its players" in strangers[-1].post(address, data).content.decode()
    for _ in range(2):
        assert visit(alice).post(address, data).status_code == 302
    review = Review.objects.latest("pk")
    assert visit(alice).post(f"{base(ended, review)}lead/", {"do": "give"}).status_code == 302
    assert strangers[-1].post(f"{base(ended, review)}lead/", {"do": "take"}).status_code == 429
    assert visit(alice).post(f"{base(ended, review)}lead/", {"do": "take"}).status_code == 302


def test_nobody_takes_more_leads_than_they_may_start(ended, alice, bob, visit):
    for _ in range(MAX_PER_PERSON):
        assert visit(alice).post(f"/replays/{ended.public_id}/reviews/", {"n": "9"}).status_code == 302
    assert visit(bob).post(f"/replays/{ended.public_id}/reviews/", {"n": "9"}).status_code == 302
    review = Review.objects.get(leader=bob)
    assert visit(bob).post(f"{base(ended, review)}lead/", {"do": "give"}).status_code == 302
    assert visit(alice).post(f"{base(ended, review)}lead/", {"do": "take"}).status_code == 429
    assert Review.objects.get(pk=review.pk).leader is None


@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
def test_many_requests_at_once_start_no_more_than_one_may_have(ended, alice, visit):
    clients = [visit(alice) for _ in range(CROWD)]
    answers = at_once(lambda index: clients[index].post(f"/replays/{ended.public_id}/reviews/", {"n": "9"}).status_code)
    assert sorted(answers) == [302] * MAX_PER_PERSON + [429] * (CROWD - MAX_PER_PERSON)
    assert Review.objects.count() == MAX_PER_PERSON


def test_of_running_matches_there_is_none(alice, bob, visit):
    table = running("lombard", alice, bob)
    assert visit(alice).post(f"/replays/{table.public_id}/reviews/", {"n": "9"}).status_code == 409
    assert visit(alice).get(f"/replays/{table.public_id}/reviews/").status_code == 302


def test_strangers_start_none(ended, visit):
    assert visit(None).post(f"/replays/{ended.public_id}/reviews/", {"n": "9"}).status_code == 403
    page = visit(None).get(f"/replays/{ended.public_id}/positions/9/").content.decode()
    assert f'action="/replays/{ended.public_id}/reviews/"' not in page


def test_whoever_is_gone_leads_no_more(ended, review, alice, bob, visit):
    alice.is_guest = True
    alice.save()
    anonymize_guest(person=alice)
    assert state(visit(bob), ended, review)["leader"] == ""


def test_open_pages_are_told_of_each_step(ended, review, alice, bob, visit):
    page = visit(bob).get(f"/replays/{ended.public_id}/positions/9/?review={review.code}")
    table, _, *topics = signing.loads(page.context["review"].token, salt=TOKEN_SALT)
    assert table == ended.public_id
    assert topics == [review.topic, f"{table}/players", f"{table}/spectators"]
    assert read_revisions([table, *topics, f"{table}/unknown"]) == {table: ended.revision, review.topic: 1}
    visit(alice).post(f"{base(ended, review)}step/", {"n": "12"})
    assert read_revisions([review.topic]) == {review.topic: 2}


def test_what_one_leads_is_in_ones_data(ended, review, alice, bob):
    assert [row["n"] for row in export_replays(alice)["reviews_led"]] == [9]
    assert export_replays(bob)["reviews_led"] == []

"""Forms that create something create it once, however often the same form is sent."""

from functools import partial

import pytest
from django.test import Client

from games.circles.models import Circle
from games.circles.services import create_circle
from games.moderation.models import Report
from games.social.friends.services import accept_friend, send_friend_request
from games.tables.models import SentForm, Table
from games.tables.services.sent_forms import delete_old_forms
from tests.html import open_page, page, submit
from tests.matches import finished
from tests.tables.test_concurrency import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def places(alice, bob):
    """Return the page and the form for each kind of thing that can be created, with required values."""
    send_friend_request(user_id=alice.pk, other=bob)
    accept_friend(user_id=bob.pk, other_id=alice.pk)
    circle, ended = create_circle(alice, "Thursday"), finished("sdc", alice, bob)
    game = {"game": "sdc", "turn_seconds": "86400"}
    return {
        "table": ("/games/sdc/new/", "/games/sdc/new/", Table, {}),
        "quick match": ("/games/sdc/rules/", "/games/sdc/quick-play/", Table, {}),
        "table with a friend": (f"/players/{bob.public_id}/", "/play/", Table, game),
        "table of a circle": (f"/circles/{circle.public_id}/", "/tables/", Table, game),
        "continued match": (f"/replays/{ended.public_id}/positions/{ended.last_seq - 4}/", "/fork/", Table, {}),
        "circle": ("/circles/", "/circles/", Circle, {"name": "Friday"}),
        "report": (f"/reports/new/person/{bob.public_id}/", f"/{bob.public_id}/", Report, {"category": "other"}),
    }


KINDS = ("table", "quick match", "table with a friend", "table of a circle", "continued match", "circle", "report")


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_form_creates_one_thing(alice, visit, places, kind):
    client, (address, ending, model, changes) = visit(alice), places[kind]
    page = open_page(client, address)
    form = next(form for form in page.forms if form.action.endswith(ending) and form.method == "post")
    assert any(field.name == "key" and field.values[0] for field in form.fields)
    before = model.objects.count()
    first = submit(page, form, **changes)
    second = submit(page, form, **changes)
    assert (first.status, second.status) == (200, 200)
    assert second.address == first.address
    assert model.objects.count() == before + 1


def test_a_changed_form_is_another_one(alice, visit):
    page = open_page(visit(alice), "/games/sdc/new/")
    first = submit(page, "/games/sdc/new/", name="Monday")
    second = submit(page, "/games/sdc/new/", name="Tuesday")
    assert first.address != second.address
    assert set(Table.objects.values_list("name", flat=True)) == {"Monday", "Tuesday"}


def test_a_form_that_was_refused_can_be_sent_again(alice, visit, settings):
    page = open_page(visit(alice), "/games/sdc/new/")
    settings.MAX_OPEN_TABLES_HOSTED = {"account": 0, "guest": 0}
    assert submit(page, "/games/sdc/new/").status == 429
    settings.MAX_OPEN_TABLES_HOSTED = {"account": 1, "guest": 1}
    table = submit(page, "/games/sdc/new/")
    assert table.status == 200
    assert submit(page, "/games/sdc/new/").address == table.address  # although there may be no second one


def test_a_key_is_good_for_its_person_alone(alice, bob, visit):
    sent = page(visit(alice).get("/games/sdc/new/")).form("/games/sdc/new/").data() | {"key": "the same"}
    addresses = {visit(person).post("/games/sdc/new/", sent)["Location"] for person in (alice, bob, alice)}
    assert len(addresses) == 2
    assert Table.objects.count() == 2


def test_a_new_match_follows_one_that_has_ended(alice, visit):
    """A page that came back from the browser's memory still has its key."""
    page = open_page(visit(alice), "/games/sdc/rules/")
    first = submit(page, "/games/sdc/quick-play/")
    Table.objects.update(status=Table.Status.FINISHED)
    second = submit(page, "/games/sdc/quick-play/")
    assert first.address != second.address
    assert submit(page, "/games/sdc/quick-play/").address == second.address


def test_forms_are_forgotten_after_a_week(alice):
    old, new = SentForm.objects.create(user=alice, key="old"), SentForm.objects.create(user=alice, key="new")
    SentForm.objects.filter(pk=old.pk).update(created_at="2020-01-01T00:00Z")
    delete_old_forms(10)
    assert list(SentForm.objects.all()) == [new]


@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["table", "quick match", "table of a circle", "circle"])
def test_of_many_at_once_one_creates(alice, visit, places, kind):
    address, ending, model, changes = places[kind]
    form = page(visit(alice).get(address)).form(ending)
    before, clients = model.objects.count(), [visit(alice) for _ in range(6)]

    def send(client: Client) -> str:
        answer = form.send(client, **changes)
        assert answer.status_code == 302
        return str(answer["Location"])

    assert len(set(at_once(*(partial(send, client) for client in clients)))) == 1
    assert model.objects.count() == before + 1

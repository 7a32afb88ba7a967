"""A form whose token or login has expired keeps its input, for its person only."""

import pytest

from games.moderation.models import Report
from games.social.models import SentFriendRequest
from tests.html import open_page, page, submit

pytestmark = pytest.mark.django_db
OWN, FOREIGN = {"origin": "http://testserver"}, {"origin": "https://evil.example"}
TYPED = {"category": "abuse", "text": "Rude <b>words</b>\nand more", "csrfmiddlewaretoken": "x" * 64}


@pytest.fixture
def report(bob) -> str:
    return f"/reports/new/person/{bob.public_id}/"


def send_again(answer):
    refused_page = page(answer)
    return submit(
        refused_page,
        next(form for form in refused_page.forms if ("", "") in form.buttons and form.action == refused_page.address),
    )


def test_what_was_typed_is_sent_again(alice, visit, report):
    client = visit(alice, enforce_csrf_checks=True)
    client.get("/")
    answer = client.post(report, TYPED, headers=OWN)
    assert answer.status_code == 403
    assert "no-store" in answer["Cache-Control"]
    assert "Rude <b>words</b>" in page(answer).text
    assert not Report.objects.exists()
    assert send_again(answer).status == 200
    assert Report.objects.get().text == "Rude <b>words</b> and more"


@pytest.mark.parametrize("headers", [FOREIGN, {"origin": "null"}, {}, {"referer": "https://evil.example/"}])
def test_a_form_of_another_site_is_not_offered(alice, visit, report, headers):
    answer = visit(alice, enforce_csrf_checks=True).post(report, TYPED, headers=headers)
    assert answer.status_code == 403
    assert "Rude" not in answer.text
    assert "send-again" not in answer.text


def test_passwords_and_codes_are_not_shown(alice, visit):
    client = visit(alice, enforce_csrf_checks=True)
    for address, field in (("/settings/data/", "password"), ("/account/login/", "login"), ("/circles/", "invite_code")):
        answer = client.post(address, {field: "my-secret", "csrfmiddlewaretoken": "x" * 64}, headers=OWN)
        assert answer.status_code == 403
        assert "my-secret" not in answer.text


def test_a_form_after_the_log_in_has_expired(alice, bob, visit):
    client = visit(alice, enforce_csrf_checks=True)
    form = open_page(client, "/friends/").form("/friends/")
    del client.cookies["sessionid"]
    answer = client.post(form.action, form.data(name="Bob"), headers=OWN)
    assert answer.status_code == 403
    assert "You have been logged out" in page(answer).text
    assert "Bob" in page(answer).text
    client.cookies["sessionid"] = visit(alice).cookies["sessionid"].value
    assert send_again(answer).status == 200
    assert SentFriendRequest.objects.filter(user=alice).exists()


def test_others_are_led_to_the_log_in_page(visit):
    assert visit().post("/friends/", {"name": "Bob"})["Location"].startswith("/account/login/")
    assert visit().post("/friends/", {"name": "Bob"}, headers=FOREIGN)["Location"].startswith("/account/login/")

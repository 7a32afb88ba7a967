"""An open page's form can be sent after the person became a guest in another request."""

import re

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


@pytest.fixture
def visitor() -> Client:
    """One whose forms are checked, with the front page open."""
    visitor = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})
    assert "csrftoken" in visitor.get("/").cookies
    return visitor


def sit_down(visitor: Client) -> str:
    """A visitor becomes a guest with a table. Returns its address."""
    token = TOKEN.findall(visitor.get("/").content.decode())[0]
    answer = visitor.post("/games/lombard/quick-play/", {"csrfmiddlewaretoken": token})
    assert answer.status_code == 302
    return str(answer.url)


def test_a_page_sets_no_token_that_is_there_already(visitor: Client) -> None:
    answer = visitor.get("/")
    assert "csrftoken" not in answer.cookies
    assert "Cookie" in answer["Vary"]


def test_becoming_a_guest_changes_the_token(visitor: Client) -> None:
    before = visitor.cookies["csrftoken"].value
    sit_down(visitor)
    assert visitor.cookies["csrftoken"].value != before


def test_an_answer_under_way_brings_no_former_token_back(visitor: Client) -> None:
    first_token = visitor.cookies["csrftoken"].value
    table = sit_down(visitor)
    token = TOKEN.findall(visitor.get(table).content.decode())[0]
    late = Client(headers={"accept-language": "en"})  # asked before, answered after
    late.cookies["csrftoken"] = first_token
    visitor.cookies.update(late.get("/games/lombard/new/?seats=3").cookies)
    answer = visitor.post("/settings/language/", {"csrfmiddlewaretoken": token, "language": "ja", "next": table})
    assert answer.status_code == 302

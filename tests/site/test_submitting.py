"""`submit` sends what a person could send from the page, and nothing else."""

from typing import Any

import pytest
from django.test import Client

from tests.html import Form, Page, open_page, submit

pytestmark = pytest.mark.django_db


@pytest.fixture
def shown(client: Client) -> Page:
    return open_page(client, "/games/lombard/new/")


def test_it_sends_the_pages_own_token(shown: Page) -> None:
    form = shown.form("/new/")
    assert submit(shown, form, name="Friday").address.startswith("/tables/")
    form.fields = [field for field in form.fields if field.name != "csrfmiddlewaretoken"]
    assert submit(shown, form).status == 403


@pytest.mark.parametrize(
    "changes",
    [{"csrfmiddlewaretoken": "x"}, {"planet": "Mars"}, {"visibility": "nowhere"}, {"name": "x" * 1000}],
    ids=["hidden", "missing", "no option", "too long"],
)
def test_it_refuses_what_nobody_could_enter(shown: Page, changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(changes))):
        submit(shown, "/new/", **changes)


def test_it_reads_forms_as_browsers_do() -> None:
    html = """<form action="../a/" method="post"><textarea name="note">\nOne\ntwo &amp; three</textarea>
    <select name="pick"><option value="1">One<option value="2" selected>Two</select>
    <input type="checkbox" name="tick" value="yes"></form><form id="far"></form>
    <button form="far" name="go" value="there">Go</button>"""
    first, far = Page(html, "/tables/x/").forms
    assert isinstance(first, Form)
    assert (first.action, first.method) == ("/tables/a/", "post")
    assert first.data() == {"note": ["One\ntwo & three"], "pick": ["2"], "tick": []}
    assert far.buttons == [("go", "there")]
    assert (far.action, far.method) == ("/tables/x/", "get")


def test_every_page_of_a_client_knows_whose_it_is(client: Client) -> None:
    assert open_page(client, "/").client is client

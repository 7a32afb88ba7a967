"""Form errors are listed at the top, link to the field, and the input is preserved."""

import re

import pytest

from games.circles.services import create_circle
from games.social.friends.services import accept_friend, send_friend_request
from tests.html import open_page, submit

pytestmark = pytest.mark.django_db
SUMMARY = re.compile(r'<div class="[^"]*form-errors"[^>]*tabindex="-1" autofocus>(.*?)</div>', re.DOTALL)

FORMS = {  # page, form, input, and the invalid field
    "profile": ("/settings/profile/", "/profile/", {"name": "\u202eecilA"}, "name"),
    "sign-up": ("/account/signup/", "/signup/", {"username": "a b", "email": "x@example.org"}, "username"),
    "log-in": ("/account/login/", "/login/", {"login": "alice", "password": "wrong"}, ""),
    "quiet hours": ("/settings/availability/", "/availability/", {"quiet_hours_start": "22:00"}, ""),
    "webhook": ("/settings/notifications/", "", {"url": "http://a.example/", "kind": "json"}, "url"),
    "circle": ("/circles/", "/circles/", {"name": "\u202eyadsruhT"}, "name"),
    "table": ("/games/crown/new/", "/new/", {"seats": "1", "name": "Thursday"}, "seats"),
    "import": ("/library/imports/", "/imports/", {"text": "{", "names": "Zoe"}, "file"),
    "deletion": ("/settings/data/", "/settings/data/", {"password": "wrong", "sure": True}, "sure"),
}

BY_ALLAUTH = ("sign-up", "log-in")  # which answers 200


@pytest.mark.parametrize("name", FORMS)
def test_a_form_with_errors_begins_with_them(name, alice, visit):
    address, ending, typed, wrong = FORMS[name]
    client = visit(None if name in ("sign-up", "log-in") else alice)
    page = open_page(client, address)
    form = next(
        candidate
        for candidate in page.forms
        if candidate.action.endswith(ending) and set(typed) <= {f.name for f in candidate.fields}
    )
    answer = submit(page, form, **typed)
    assert answer.status == (200 if name in BY_ALLAUTH else 422)
    html = client.post(form.action, form.data(**typed)).text
    summary = SUMMARY.findall(html)
    assert len(summary) == 1
    links = re.findall('<a href="#([^"]+)">', summary[0])
    assert all(f'id="{link}"' in html for link in links)
    assert not wrong or any(link.endswith(wrong) for link in links)
    refused_form = next(
        candidate for candidate in answer.forms if set(typed) <= {field.name for field in candidate.fields}
    )
    for field, value in typed.items():
        if field not in ("password", "sure"):
            assert next(
                control.values for control in refused_form.fields if control.name == field and control.values
            ) == [value]


def test_a_circles_forms_keep_what_was_typed(alice, visit):
    page = open_page(visit(alice), f"/circles/{create_circle(alice, 'Thursday').public_id}/")
    for press, typed in ((("do", "webhook"), {"url": "http://a.example/"}), (("do", "rename"), {"name": "\u202ex"})):
        answer = submit(page, page.form_with(*press), press=press, **typed)
        assert answer.status == 422
        assert "Please correct this" in answer.text
        assert list(typed.values()) == answer.form_with(*press).data()[next(iter(typed))]


def test_a_table_keeps_whom_to_invite(alice, bob, visit):
    send_friend_request(user_id=alice.pk, other=bob)
    accept_friend(user_id=bob.pk, other_id=alice.pk)
    page = open_page(visit(alice), "/games/crown/new/")
    answer = submit(page, "/new/", seats="1", friends=[bob.public_id], friends_see=True)
    assert answer.status == 422
    assert answer.form("/new/").data()["friends"] == [bob.public_id]
    assert answer.form("/new/").data()["friends_see"] == ["on"]

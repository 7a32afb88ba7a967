"""The same name requested concurrently: the database decides, the others get the form back.

Real threads and real commits, on SQLite's file and on PostgreSQL. The order doesn't matter.
"""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from accounts.services.users import create_guest
from tests.accounts.conftest import PASSWORD, who

CROWD = 12
TAKEN = ("username already exists", "username is already taken", "already has this name")
pytestmark = [pytest.mark.thorough, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _an_address_each(settings) -> None:
    """Rate limits aren't the subject here."""
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1


def at_once(call: Callable[[int], Any], count: int = CROWD) -> list[Any]:
    """Run `call(0)`, `call(1)` … in threads that start together. Return their answers or exceptions."""
    gate = threading.Barrier(count)
    answers: list[Any] = [None] * count

    def run(index: int) -> None:
        try:
            gate.wait(30)
            answers[index] = call(index)
        except Exception as problem:
            answers[index] = problem
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return answers


def browser(index: int) -> Client:
    return Client(headers={"accept-language": "en", "x-forwarded-for": f"198.51.100.{index}"})


def outcomes(answers: list[Any]) -> list[str]:
    """Classify an answer: "won" for a redirect, "told" for the form with its error, anything else unchanged."""

    def outcome(answer: Any) -> str:
        if isinstance(answer, Exception):
            return repr(answer)
        if answer.status_code == 302:
            return "won"
        is_explained = answer.status_code in (200, 422) and any(words in answer.content.decode() for words in TAKEN)
        return "told" if is_explained else f"{answer.status_code}"

    return sorted(outcome(answer) for answer in answers)


ONE_WINS = ["told"] * (CROWD - 1) + ["won"]


def test_signing_up_under_one_username():
    form = {"username": "robin", "email": "", "password1": PASSWORD, "password2": PASSWORD}
    answers = at_once(lambda index: browser(index).post("/account/signup/", form))
    assert outcomes(answers) == ONE_WINS
    assert User.objects.count() == 1


def test_signing_up_under_names_that_are_taken():
    """Each gets the next free number, without errors."""
    User.objects.create_user("first", name="Robin")
    form = {"email": "", "password1": PASSWORD, "password2": PASSWORD}
    names = ["robin", "robi.n", "rob.in", "ro.bin", "r.obin", "r.o.bin", "ro.bi.n", "r.ob.in"]
    answers = at_once(lambda i: browser(i).post("/account/signup/", form | {"username": names[i]}), len(names))
    assert outcomes(answers) == ["won"] * len(names)
    assert User.objects.count() == len(names) + 1


@pytest.mark.parametrize("same", ["username", "name"])
def test_guests_who_keep_their_account_under_one_name(same):
    browsers = [browser(index) for index in range(CROWD)]
    for client in browsers:
        client.post("/test/sit/")

    def keep(index: int) -> Any:
        form = {"username": f"{index}-robin", "name": f"{index} Robin", "email": ""}
        form |= {"password1": PASSWORD, "password2": PASSWORD, same: "Yukari"}
        return browsers[index].post("/account/claim-guest/", form)

    assert outcomes(at_once(keep)) == ONE_WINS
    assert User.objects.filter(is_guest=False).count() == 1
    assert sum(who(client).is_guest for client in browsers) == CROWD - 1


def test_a_refused_upgrade_leaves_the_page_a_guests():
    browsers = [browser(index) for index in range(CROWD)]
    for client in browsers:
        client.post("/test/sit/")
    form = {"username": "robin", "name": "Robin", "email": "", "password1": PASSWORD, "password2": PASSWORD}
    answers = at_once(lambda index: browsers[index].post("/account/claim-guest/", form))
    refused = [answer for answer in answers if answer.status_code == 422]
    assert len(refused) == CROWD - 1
    assert all(answer.context["user"].is_guest for answer in refused)


def test_full_accounts_that_take_one_name():
    browsers = [browser(index) for index in range(CROWD)]
    for index, client in enumerate(browsers):
        client.force_login(User.objects.create_user(f"{index}-robin"))
    answers = at_once(lambda index: browsers[index].post("/settings/profile/", {"name": "Yukari", "language": ""}))
    assert outcomes(answers) == ONE_WINS
    assert User.objects.filter(name="Yukari").count() == 1


def test_admins_who_give_one_username():
    people = [User.objects.create_user(f"{index}-robin") for index in range(CROWD)]
    browsers = [browser(index) for index in range(CROWD)]
    for index, client in enumerate(browsers):
        client.force_login(User.objects.create_superuser(f"{index}-boss", password=PASSWORD))

    def rename(index: int) -> Any:
        form = {"username": "kaede", "email": "", "language": ""}
        return browsers[index].post(f"/admin/accounts/user/{people[index].pk}/change/", form)

    assert outcomes(at_once(rename)) == ONE_WINS


def test_staff_who_give_one_name():
    people = [User.objects.create_user(f"{index}-robin") for index in range(CROWD)]
    browsers = [browser(index) for index in range(CROWD)]
    for index, client in enumerate(browsers):
        client.force_login(User.objects.create_superuser(f"{index}-boss", password=PASSWORD))
    form = {"name": "Yukari", "reason": "a wish"}
    address = "/admin/accounts/user/act/rename/?person="
    answers = at_once(lambda index: browsers[index].post(f"{address}{people[index].pk}", form))
    assert outcomes(answers) == ONE_WINS
    assert User.objects.filter(name="Yukari").count() == 1


def test_admins_who_add_one_person():
    browsers = [browser(index) for index in range(CROWD)]
    for index, client in enumerate(browsers):
        client.force_login(User.objects.create_superuser(f"{index}-boss", password=PASSWORD))
    form = {"username": "kaede", "usable_password": "true", "password1": PASSWORD, "password2": PASSWORD}
    answers = at_once(lambda index: browsers[index].post("/admin/accounts/user/add/", form))
    assert outcomes(answers) == ONE_WINS
    assert User.objects.filter(username="kaede").count() == 1


def test_guests_made_at_once():
    guests = at_once(lambda index: create_guest(language="en"))
    assert {guest.is_guest for guest in guests} == {True}
    assert User.objects.count() == CROWD

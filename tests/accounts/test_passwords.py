"""Changing a password, and getting a new one by mail or from an admin."""

import re

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.accounts.conftest import PASSWORD, who

NEW = "nine-loud-otters"
RESET = "/account/password/reset/"
DUMMY = "django.core.mail.backends.dummy.EmailBackend"


def set_new(client, link, password=NEW):
    """Follows a reset link and sends its form. The last answer."""
    page = client.get(link, follow=True)
    if page.context.get("token_fail"):
        return page
    return client.post(page.context["action_url"], {"password1": password, "password2": password})


def link_in(mail) -> str:
    return re.search(r"http://testserver(\S+)", mail.body)[1]


def test_changing_keeps_this_session_and_ends_the_others(client, other, anna, at_door):
    for browser in (client, other):
        at_door(browser, "anna")
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert client.post("/account/password/change/", form).url == "/settings/security/"
    assert who(client) == anna
    assert who(other).is_anonymous
    at_door(other, "anna", NEW)
    assert who(other) == anna


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"oldpassword": "wrong"}, "oldpassword"),
        ({"password1": "anna", "password2": "anna"}, "password1"),
        ({"password2": "x"}, "password2"),
    ],
)
def test_a_bad_change_changes_nothing(client, anna, changes, field):
    client.force_login(anna)
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW} | changes
    answer = client.post("/account/password/change/", form)
    assert list(answer.context["form"].errors) == [field]
    anna.refresh_from_db()
    assert anna.check_password(PASSWORD)


def test_a_mailed_link_sets_a_new_password_once(client, other, anna, at_door, worker, mailoutbox):
    assert client.post(RESET, {"email": "Anna@example.org"}).url == "/account/password/reset/done/"
    worker()
    assert [mail.to for mail in mailoutbox] == [["anna@example.org"]]
    assert mailoutbox[0].subject == "[Tefuda] Set a new password"
    link = link_in(mailoutbox[0])
    assert set_new(client, link).url == "/account/password/reset/key/done/"
    assert at_door(client, "anna", NEW).url == "/"
    assert set_new(other, link, "a-third-password").context["token_fail"]
    anna.refresh_from_db()
    assert anna.check_password(NEW)


def test_a_weak_new_password_leaves_the_link_good(client, anna, worker, mailoutbox):
    client.post(RESET, {"email": anna.email})
    worker()
    link = link_in(mailoutbox[0])
    assert set_new(client, link, "12345").status_code == 200
    assert set_new(client, link).status_code == 302


def test_a_link_grows_old(client, anna, worker, mailoutbox, settings):
    client.post(RESET, {"email": anna.email})
    worker()
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert set_new(client, link_in(mailoutbox[0])).context["token_fail"]


@pytest.mark.parametrize("key", ["1-abc", "zzzzzz-cx-0", "1-set-password"])
def test_an_invented_link_opens_nothing(client, anna, key):
    assert client.get(f"/account/password/reset/key/{key}/").context["token_fail"]


def test_asking_doesnt_tell_whose_address_it_is(client, anna, queued, mailoutbox):
    """The page is the same, and so is what it takes: queries, one job, and no mail before the answer."""
    User.objects.create_user("bob", email="bob@example.org")
    User.objects.create_user("eve", email=anna.email)
    answers = []
    for email in (anna.email, "bob@example.org", "nobody@example.org"):
        with CaptureQueriesContext(connection) as queries:
            answer = client.post(RESET, {"email": email}, follow=True)
        page = re.sub(r'value="\w{64}"|data-now="\d+"', "", answer.content.decode())
        answers.append((page, len(queries), [task for task, _ in queued()]))
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][2] == ["accounts.send_password_reset"]
    assert mailoutbox == []


def test_a_reset_goes_only_to_the_account_that_confirmed_the_address(client, anna, worker, mailoutbox):
    for number in range(8):
        User.objects.create_user(f"claimant{number}", email=anna.email)
    User.objects.create_user("bob", email="bob@example.org")
    for email in (anna.email, "bob@example.org", "nobody@example.org"):
        client.post(RESET, {"email": email})
    worker()
    assert [mail.to for mail in mailoutbox] == [[anna.email]]
    assert '"anna"' in mailoutbox[0].body


def test_nothing_secret_waits_in_the_queue(client, anna, queued):
    client.post(RESET, {"email": anna.email}, headers={"accept-language": "ja"})
    assert queued() == [("accounts.send_password_reset", (anna.pk, "http://testserver", "ja"))]


@pytest.mark.parametrize("change", [{"is_active": False}, {"email": "new@example.org"}])
def test_what_changed_meanwhile_counts(client, anna, worker, mailoutbox, change):
    client.post(RESET, {"email": anna.email})
    User.objects.filter(pk=anna.pk).update(**change)
    worker()
    assert mailoutbox == []


def test_links_in_mails_lead_to_the_sites_own_address(client, anna, worker, mailoutbox, settings):
    settings.SITE_URL = "https://cards.example.org"
    client.post(RESET, {"email": anna.email}, headers={"host": "evil.example"})
    worker()
    assert "https://cards.example.org/account/password/reset/key/" in mailoutbox[0].body
    assert "evil.example" not in mailoutbox[0].body


def test_without_mail_the_page_says_who_can_help(client, anna, settings, mailoutbox):
    settings.EMAIL_BACKEND = DUMMY
    page = client.get(RESET).content.decode()
    assert "An admin can give you a link" in page
    assert 'name="email"' not in page
    answers = [client.post(RESET, {"email": email}) for email in (anna.email, "nobody@example.org")]
    assert all(answer.context["form"].non_field_errors() for answer in answers)


def issue(client, *people):
    query = "&".join(f"person={person.pk}" for person in people)
    return client.post(f"/admin/accounts/user/act/reset/?{query}", {"reason": "asked by telephone"})


def test_an_admins_link_works_once_without_any_mail(client, other, anna, boss, settings):
    settings.EMAIL_BACKEND = DUMMY
    client.force_login(boss)
    link = issue(client, anna).context["link"].removeprefix("http://testserver")
    assert set_new(other, link).status_code == 302
    anna.refresh_from_db()
    assert anna.check_password(NEW)
    assert set_new(other, link, "a-third-password").context["token_fail"]


def test_that_a_link_was_issued_is_remembered_but_not_the_link(client, anna, boss):
    client.force_login(boss)
    link = issue(client, anna).context["link"]
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (boss, str(anna.pk))
    assert entry.change_message == "Password reset link issued: asked by telephone"
    assert link.rstrip("/").rsplit("-")[-1] not in entry.change_message


def test_no_link_for_guests_or_for_several_at_once(client, other, anna, boss):
    other.post("/test/sit/")
    client.force_login(boss)
    assert [issue(client, *people).status_code for people in ([who(other)], [anna, boss])] == [403, 404]
    assert not LogEntry.objects.exists()


def test_a_new_password_ends_the_wait_after_wrong_ones(client, other, anna, at_door, worker, mailoutbox):
    for _ in range(5):
        at_door(client, anna.email, "wrong")
    assert "Too many" in at_door(client, anna.email).content.decode()
    client.post(RESET, {"email": anna.email})
    worker()
    set_new(client, link_in(mailoutbox[0]))
    assert at_door(client, anna.email, NEW).status_code == 302

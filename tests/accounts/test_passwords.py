"""Changing a password, and getting a new one by mail or from an admin."""

import re

import pytest
from django.contrib.admin.models import LogEntry

from accounts.models import User
from tests.accounts.conftest import PASSWORD, who

NEW = "nine-loud-otters"
RESET = "/accounts/password/reset/"
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
    assert client.post("/accounts/password/change/", form).url == "/accounts/profile/"
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
    answer = client.post("/accounts/password/change/", form)
    assert list(answer.context["form"].errors) == [field]
    anna.refresh_from_db()
    assert anna.check_password(PASSWORD)


def test_a_mailed_link_sets_a_new_password_once(client, other, anna, at_door, mailoutbox):
    assert client.post(RESET, {"email": "Anna@example.org"}).url == "/accounts/password/reset/done/"
    assert [mail.to for mail in mailoutbox] == [["anna@example.org"]]
    assert mailoutbox[0].subject == "[Tefuda] Set a new password"
    link = link_in(mailoutbox[0])
    assert set_new(client, link).url == "/accounts/password/reset/key/done/"
    assert at_door(client, "anna", NEW).url == "/"
    assert set_new(other, link, "a-third-password").context["token_fail"]
    anna.refresh_from_db()
    assert anna.check_password(NEW)


def test_a_weak_new_password_leaves_the_link_good(client, anna, mailoutbox):
    client.post(RESET, {"email": anna.email})
    link = link_in(mailoutbox[0])
    assert set_new(client, link, "12345").status_code == 200
    assert set_new(client, link).status_code == 302


def test_a_link_grows_old(client, anna, mailoutbox, settings):
    client.post(RESET, {"email": anna.email})
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert set_new(client, link_in(mailoutbox[0])).context["token_fail"]


@pytest.mark.parametrize("key", ["1-abc", "zzzzzz-cx-0", "1-set-password"])
def test_an_invented_link_opens_nothing(client, anna, key):
    assert client.get(f"/accounts/password/reset/key/{key}/").context["token_fail"]


def test_asking_doesnt_tell_whose_address_it_is(client, anna, mailoutbox):
    answers = [client.post(RESET, {"email": email}, follow=True) for email in (anna.email, "nobody@example.org")]
    pages = [re.sub(r'value="\w{64}"|data-now="\d+"', "", answer.content.decode()) for answer in answers]
    assert pages[0] == pages[1]
    # Both get a mail: an answer that came sooner would tell too.
    assert [mail.to for mail in mailoutbox] == [[anna.email], ["nobody@example.org"]]
    assert "no account has this address" in mailoutbox[1].body


def test_one_request_never_sends_a_flood(client, anna, mailoutbox):
    for number in range(8):
        User.objects.create_user(f"claimant{number}", email=anna.email)
    client.post(RESET, {"email": anna.email})
    assert len(mailoutbox) == 5
    assert '"anna"' in mailoutbox[0].body


def test_a_mail_server_that_is_away_is_said_so_of_any_address(client, anna, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    for email in (anna.email, "nobody@example.org"):
        answer = client.post(RESET, {"email": email}, follow=True)
        assert answer.status_code == 200
        assert "could not be sent" in answer.content.decode()


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


def test_a_new_password_ends_the_wait_after_wrong_ones(client, other, anna, at_door, mailoutbox):
    for _ in range(5):
        at_door(client, anna.email, "wrong")
    assert "Too many" in at_door(client, anna.email).content.decode()
    client.post(RESET, {"email": anna.email})
    set_new(client, link_in(mailoutbox[0]))
    assert at_door(client, anna.email, NEW).status_code == 302

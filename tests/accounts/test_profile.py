"""Names, languages and mail addresses of people."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from accounts.models import User
from accounts.names import display_names
from tests.accounts.conftest import PASSWORD, who


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Anna  ", "Anna"),
        ("Anna   Lee", "Anna Lee"),
        ("Ａｎｎａ", "Anna"),
        ("ｱﾝﾅ", "アンナ"),
        ("アンナ　リー", "アンナ リー"),
        ("x" * 24, "x" * 24),
        ("🦊", "🦊"),
        ("<b>", "<b>"),
        ("a\u2028b", "a b"),
        ("❤\ufe0f", "❤"),
        ("An\u034fna\ufe0f", "Anna"),
        ("Nguyễn Thị", "Nguyễn Thị"),
        ("ọ́lá", "ọ́lá"),
        ("ที่รัก", "ที่รัก"),
        ("שָׁלוֹם", "שָׁלוֹם"),
        ("मुंबई", "मुंबई"),
        ("မြို့", "မြို့"),
        ("あ゙", "あ゙"),
        ("葛\U000e0100城", "葛城"),
    ],
)
def test_names_are_tidied(typed, kept):
    assert display_names.clean_display_name(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "", "   ", "　", "\u2800", "\u3164 \uffa0", "x" * 25, "㍿" * 7,
        "\u3164Anna\u2800", "An\u1160na", "a\U000e0041\U000e007f", "a\u2066b", "a\u200eb", "a\u061cb", "\U0001d159a",
        "Z\u0335a\u0336", "a\u20dd", "a\u0300\u0301\u0302\u0303", "\u0301anna", "a \u0301b", "🦊\u0301", "力\u3099",
        "ก\u0e47\u0e47", "a\u0316\u0317\u0318\u0319", "H\u030d\u0352\u035be\u0321",
        "a\nb", "a\x00b", "a\u202eb", "a\u200bb", "a\ufeffb", "\ud800",
    ],
)  # fmt: skip
def test_names_that_wont_do(typed):
    with pytest.raises(ValidationError):
        display_names.clean_display_name(typed)


@pytest.mark.parametrize("number", [2, 99, 12345])
def test_a_number_always_fits(number):
    assert display_names.append_number("x" * 40, number).endswith(f"x {number}")
    assert len(display_names.append_number("x" * 40, number)) == 24


def save(client, name="Anna", language=""):
    return client.post("/settings/profile/", {"name": name, "language": language})


def test_changing_the_name(client, anna):
    client.force_login(anna)
    assert save(client, " Anna  Lee ").url == "/settings/profile/"
    assert who(client).name == "Anna Lee"
    assert str(who(client)) == "Anna Lee"


def test_changing_only_its_case_is_no_conflict(client, anna):
    client.force_login(anna)
    assert save(client, "ANNA").status_code == 302


def test_nobody_takes_a_full_accounts_name_not_even_a_guest(client, guest, anna):
    answer = save(client, "ａnna")
    assert answer.context["form"].errors["name"] == ["Someone else already has this name."]
    assert who(client).name == guest.name


def test_a_guests_name_is_nobodys_property(client, other, anna):
    other.post("/test/sit/")
    client.force_login(anna)
    assert save(client, who(other).name).status_code == 302


def test_the_database_holds_names_apart_too(anna):
    with pytest.raises(IntegrityError):
        User.objects.create_user("anna2", name="ANNA")


def test_a_name_is_never_markup(client, anna):
    client.force_login(anna)
    save(client, "<b>Anna</b>")
    page = client.get("/settings/profile/").content.decode()
    assert "&lt;b&gt;Anna" in page
    assert "<b>Anna" not in page


def test_a_refused_name_stands_nowhere_else_on_the_page(client, anna):
    client.force_login(anna)
    page = save(client, "x" * 25)
    assert page.context["user"].name == "Anna"


def test_profiles_are_for_those_who_are_logged_in(client):
    assert client.get("/settings/profile/").url == "/account/login/?next=/settings/profile/"
    assert client.get("/account/email/").url == "/account/login/?next=/account/email/"


# --- languages


def language_of(client, accept="en", page="/settings/profile/") -> str:
    return client.get(page, headers={"accept-language": accept})["Content-Language"]


@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_browser_decides_until_somebody_chooses(client, anna, language):
    client.force_login(anna)
    assert language_of(client, accept=language) == language


def test_a_choice_follows_the_person_to_another_browser(client, other, anna):
    client.force_login(anna)
    save(client, language="ja")
    other.force_login(anna)
    assert language_of(other, accept="en") == "ja"
    assert "プロフィール" in other.get("/settings/profile/").content.decode()
    save(client, language="")
    assert language_of(other, accept="en") == "en"


def test_the_switch_remembers_for_people_and_by_cookie_for_others(client, other, anna):
    client.force_login(anna)
    save(client, language="en")
    for browser in (client, other):
        browser.post("/settings/language/", {"language": "ja", "next": "/account/login/"})
    anna.refresh_from_db()
    assert anna.language == "ja"
    assert language_of(client) == "ja"
    assert language_of(other, page="/account/login/") == "ja"


@pytest.mark.parametrize("language", ["xx", "", "ja'--", "de"])
def test_a_language_we_dont_have_changes_nothing(client, anna, language):
    client.force_login(anna)
    client.post("/settings/language/", {"language": language})
    assert save(client, language=language).status_code == (302 if language == "" else 422)
    anna.refresh_from_db()
    assert anna.language == ""


# --- mail addresses


def test_changing_the_address_takes_the_password_and_closes_the_old_door(client, other, anna, at_door):
    client.force_login(anna)
    refused = client.post("/account/email/", {"email": "new@example.org", "password": "wrong"})
    assert list(refused.context["form"].errors) == ["password"]
    answer = client.post("/account/email/", {"email": "New@example.org", "password": PASSWORD})
    assert answer.url == "/settings/security/"
    assert who(client).email == "new@example.org"
    assert at_door(other, "anna@example.org").status_code == 200


def test_an_address_can_be_taken_away(client, anna, worker, mailoutbox):
    client.force_login(anna)
    client.post("/account/email/", {"email": "", "password": PASSWORD})
    assert who(client).email == ""
    worker()
    mailoutbox.clear()
    client.post("/account/password/reset/", {"email": "anna@example.org"})
    worker()
    assert mailoutbox == []


def test_a_mailed_link_dies_with_the_address_it_went_to(client, other, anna, worker, mailoutbox):
    other.post("/account/password/reset/", {"email": anna.email})
    worker()
    client.force_login(anna)
    client.post("/account/email/", {"email": "new@example.org", "password": PASSWORD})
    link = next(word for word in mailoutbox[0].body.split() if word.startswith("http://testserver"))
    assert other.get(link.removeprefix("http://testserver"), follow=True).context["token_fail"]


def test_somebody_elses_address_is_taken_without_a_word(client, anna):
    User.objects.create_user("bob", email="bob@example.org")
    client.force_login(anna)
    assert client.post("/account/email/", {"email": "bob@example.org", "password": PASSWORD}).status_code == 302


def test_guests_keep_their_account_before_they_give_an_address(client, guest):
    assert client.get("/account/email/").url == "/account/claim-guest/"


@pytest.mark.django_db
def test_settings_lead_to_their_first_page(alice, visit):
    answer = visit(alice).get("/settings/", follow=True)
    assert answer.redirect_chain == [("/settings/profile/", 302)]
    assert visit().get("/settings/")["Location"] == "/account/login/?next=/settings/"

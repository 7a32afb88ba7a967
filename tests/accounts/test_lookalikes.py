"""Names that people would take for one are one name's; what ordinary people are called is not."""

import pytest
from django.db import IntegrityError

from accounts.models import User
from accounts.names import confusables, display_names
from tests.accounts.conftest import PASSWORD, who

ALIKE = [
    ("Anna", "ANNA"), ("Anna", "Anna."), ("Anna", "An na"), ("Anna", "-Anna-"), ("Anna", "Аnnа"),
    ("Anna", "Anna\u200a"), ("Alice", "ALlCE"), ("Alice", "AL1CE"), ("Alice", "AL|CE"), ("Alice", "AIice"),
    ("Alice", "aIice"), ("Alice", "A1ice"), ("Alice", "Αlice"),
    ("Bob", "B0b"), ("Bob", "Воb"),
    ("Amy", "Arny"), ("William", "VVilliam"), ("KAI", "Kal"), ("ÄNNE", "änne"), ("ВОВА", "BOBA"), ("иван", "ИВАН"),
    ("Straße", "STRASSE"), ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("Öz", "O\u0308z"), ("Ｍｉａ", "mia"),
    ("アンナー", "アンナ一"), ("アンナー", "アンナ—"), ("ニコル", "二コル"), ("山本カナ", "山本力ナ"),
    ("ヘレン", "へレン"), ("べん", "ベん"),
    ("一ノ瀬", "ーノ瀬"), ("一郎", "―郎"), ("健一", "健—"), ("夕子", "タ子"), ("口ーラ", "ローラ"),
    ("千ナツ", "チナツ"), ("正才", "正オ"), ("じゅん二", "じゅんニ"),
    ("林 檎", "林檎"), ("ｶﾅ", "カナ"), ("エミリ", "工ミリ"), ("タロウ", "夕ロウ"),
]  # fmt: skip
APART = [
    ("Anna", "Hanna"), ("DJ1", "DJ2"), ("Elsa", "Eisa"), ("Anna", "Änna"), ("Jose", "José"), ("Kai", "Kal"),
    ("Mia", "Mila"), ("Anna 2", "Anna 3"),
    ("🦊", "🐻"), ("!!!", "..."), ("Иван", "Ивана"),
    ("デン", "ヂン"), ("パパ", "ババ"), ("カス", "ガス"), ("かな", "カナ"), ("りり", "リリ"), ("りょう", "りよう"),
    ("カ", "力"), ("ロ", "口"), ("ニ", "二"), ("一", "ー"), ("一", "二"),
    ("力一", "カー"), ("カニ", "力二"), ("ノア", "ア"), ("くみ", "み"),
    ("一郎", "二郎"), ("八千代", "千代"), ("ナツ", "ナシ"), ("ソラ", "ンラ"), ("葛城", "葛木"), ("斎藤", "斉藤"),
]  # fmt: skip


def alike(name: str, other: str) -> bool:
    return confusables.fold_name(name) == confusables.fold_name(other) or confusables.name_skeleton(
        name
    ) == confusables.name_skeleton(other)


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_alike(one, other):
    assert alike(one, other)
    assert alike(other, one)


@pytest.mark.parametrize(("one", "other"), APART)
def test_apart(one, other):
    assert not alike(one, other)


@pytest.mark.parametrize("name", ["ﷺ" * 24, "ΐ" * 24, "m" * 40, "각" * 24])
def test_keys_fit_their_columns(name):
    for key in (confusables.fold_name, confusables.name_skeleton, confusables.fold_username):
        assert 1 <= len(key(name)) <= confusables.MAX_KEY_LENGTH


# --- at the doors


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_the_database_holds_them_apart(db, one, other):
    User.objects.create_user("first", name=one)
    with pytest.raises(IntegrityError):
        User.objects.create_user("second", name=other)


@pytest.mark.parametrize("wanted", ["ANNA", "Аnnа", "Anna.", "Ａnna"])
def test_no_guest_and_no_full_account_takes_a_look_alike(client, other, guest, anna, wanted):
    other.force_login(User.objects.create_user("bob"))
    for browser in (client, other):
        answer = browser.post("/settings/profile/", {"name": wanted, "language": ""})
        why = "Someone else already has this name." if wanted != "Аnnа" else display_names.MIXED_SCRIPTS_ERROR
        assert answer.context["form"].errors["name"] == [why]
    form = {"username": "robin", "name": wanted, "email": "", "password1": PASSWORD, "password2": PASSWORD}
    assert list(client.post("/account/claim-guest/", form).context["form"].errors) == ["name"]


def test_whoever_signs_up_as_a_look_alike_gets_a_number(client, db):
    User.objects.create_user("first", name="Robin")
    client.post("/account/signup/", {"username": "R0bin", "email": "", "password1": PASSWORD, "password2": PASSWORD})
    assert who(client).name == "R0bin 2"


@pytest.mark.parametrize("username", ["аnna", "ann4\u0430", "ANNA", "änna"])
def test_usernames_that_look_alike(client, anna, username):
    form = {"username": username, "email": "", "password1": PASSWORD, "password2": PASSWORD}
    is_taken = username in ("аnna", "ANNA")
    assert (client.post("/account/signup/", form).status_code == 200) is is_taken


def test_the_database_holds_usernames_apart(anna):
    with pytest.raises(IntegrityError):
        User.objects.create_user("аnna", name="Somebody")


@pytest.mark.parametrize(
    "name", ["Former player", "FORMER PLAYER.", "Former pIayer", "元プレイヤー", "You", "Y0U", "あなた"]
)
def test_nobody_is_called_what_the_anonymised_or_readers_are(client, anna, name):
    client.force_login(anna)
    answer = client.post("/settings/profile/", {"name": name, "language": ""})
    assert answer.context["form"].errors["name"]


def test_a_changed_name_is_kept_with_its_keys(anna):
    anna.name = "Annie"
    anna.save(update_fields=["name"])
    anna.refresh_from_db()
    assert (anna.folded_name, anna.name_skeleton) == ("annie", "annie")
    User.objects.create_user("second", name="Anna")

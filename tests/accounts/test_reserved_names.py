"""Names that could pass for staff, the site or a bot are refused; ordinary names aren't."""

import pytest

from accounts.models import User
from accounts.names.display_names import IMPERSONATION_ERROR, clean_display_name
from accounts.names.reserved_names import is_impersonation, is_reserved
from tests.accounts.conftest import PASSWORD, who
from tests.accounts.sanctioned import laid

PRETENDING = [
    "Moderator", "moderator", "MODERATOR", "M0derator", "Moderat0r", "Mоderаtor", "Ｍｏｄｅｒａｔｏｒ",
    "M o d e r a t o r",
    "M.o.d.e.r.a.t.o.r", "The Moderator", "Moderator 2", "ModeratorAlice", "Alice (moderator)", "mod", "Mod Alice",
    "Admin", "ADMlN", "Adm1n", "@dmin", "аdmin", "Àdmin", "ad min", "ad-min", "admin2", "Admin_7", "SiteAdmin",
    "TefudaAdmin", "Administrator", "Tefuda", "T3fuda", "Tefuda Team", "Tefuda Staff", "Tefuda Official", "Staff",
    "Official Support", "Support", "System", "root", "The House", "House", "H0use", "House Bot", "Dealer", "Dealer 3",
    "Croupier", "Bot", "Bot 2", "B0t", "Robot", "Computer", "CPU",
    "運営", "運営チーム", "運 営", "うんえい", "運営さん", "管理人", "管理入", "管理者", "かんりにん", "カンリニン",
    "公式",
    "モデレーター", "ﾓﾃﾞﾚｰﾀｰ", "もでれーたー", "スタッフ", "ｽﾀｯﾌ", "手札", "てふだ", "テフダ公式", "ディーラー",
    "でぃーらー", "胴元",
    "ハウス", "ボット", "ぼっと 2", "管理", "サポート", "システム", "うん営", "運えい", "かんり人", "こうしき",
    "ゲームマスター", "运营", "管理员", "관리자", "Модератор", "Админ", "Modérateur",
]  # fmt: skip
BOTS = [
    "Momiji",
    "MOMIJI",
    "もみじ",
    "モミジ",
    "ﾓﾐｼﾞ",
    "Ｋａｅｄｅ",
    "Kаede",
    "つばき",
    "Yuki-yanagi",
    "Kaede bot",
    "Kaede (Bot)",
    "Bot Kaede",
    "カエデボット",
    "BOTカエデ",
]
HONEST = [
    "Alice", "Bob", "Badminton", "Stafford", "Mandy", "Modesty", "Modena", "Moderato", "Dr. House", "House of Cards",
    "Abbot", "Botan", "Botticelli", "Robin", "Adam", "Adama", "Adrian", "Dominik", "Hermine", "Card Shark", "Kay", "Al",
    "Ali", "Kai", "Kal", "Hostetter", "Banks", "Ai Tanaka", "Sisyphos", "Elsa", "O'Brien", "Jean-Luc", "Max Power",
    "Ólafur", "Nguyễn Văn Minh", "Madison", "Opal", "Gamer", "Rooty", "Servas", "Hostile", "Yadmina", "Amber Badger",
    "田中", "田中太郎", "山本カナ", "親子丼", "手札好き", "花子", "佐藤健一", "公一", "管野", "理人", "まりも",
    "アリス", "ハウル",
    "ボブ", "カレン", "ディー", "ゆうと", "楓", "つむぎ", "会田", "のどかなリス", "T田中", "Owen龍", "Владимир",
    "Иван", "Γιώργος", "Kaede 2", "Botan", "Robot Momo", "運河", "管理栄養士",
]  # fmt: skip
MIXED = ["Аnna", "Bοb", "Иvan", "αlice", "Αlice", "Tanakа"]
HIDDEN = ["Mod\u200berator", "Ad\u2060min", "運\u200d営", "\u202enimda", "A\u3164dmin"]


@pytest.mark.parametrize("name", PRETENDING)
def test_these_pretend(name):
    assert is_impersonation(name)


@pytest.mark.parametrize("name", BOTS)
def test_these_are_bots(name):
    assert is_reserved(name)


@pytest.mark.parametrize("name", HONEST)
def test_these_are_peoples(name):
    assert clean_display_name(name) == name
    assert not is_impersonation(name)
    assert not is_reserved(name)


@pytest.mark.parametrize("name", [*MIXED, *HIDDEN])
def test_these_are_no_names(client, anna, name):
    client.force_login(anna)
    assert client.post("/settings/profile/", {"name": name, "language": ""}).context["form"].errors["name"]


# --- at every door

SOME = ["Moderator", "ADMlN", "運営", "ﾓﾃﾞﾚｰﾀｰ", "The House", "Mod Alice"]


@pytest.mark.parametrize("name", SOME)
def test_neither_guests_nor_accounts_take_one(client, other, guest, anna, name):
    other.force_login(anna)
    for browser in (client, other):
        answer = browser.post("/settings/profile/", {"name": name, "language": ""})
        assert answer.context["form"].errors["name"] == [IMPERSONATION_ERROR]
    form = {"username": "robin", "name": name, "email": "", "password1": PASSWORD, "password2": PASSWORD}
    assert list(client.post("/account/claim-guest/", form).context["form"].errors) == ["name"]


@pytest.mark.parametrize("username", ["moderator", "Admin", "adm1n", "運営", "tefuda", "house-bot", "ｓｔａｆｆ"])
def test_nobody_signs_up_as_one(client, db, username):
    form = {"username": username, "email": "", "password1": PASSWORD, "password2": PASSWORD}
    assert list(client.post("/account/signup/", form).context["form"].errors) == ["username"]
    assert not User.objects.exists()


def test_who_signs_up_with_a_bots_name_gets_a_number(client, db):
    form = {"username": "kaede", "email": "", "password1": PASSWORD, "password2": PASSWORD}
    assert client.post("/account/signup/", form).status_code == 302
    assert who(client).name == "kaede 2"


def test_staff_are_called_what_they_are_and_give_nobody_such_a_name(client, anna, boss):
    client.force_login(boss)
    assert client.post("/settings/profile/", {"name": "Moderator", "language": ""}).status_code == 302
    address = f"/admin/accounts/user/act/rename/?person={anna.pk}"
    answer = client.post(address, {"name": "Admin 2", "reason": "a wish"})
    assert answer.status_code == 422
    assert str(IMPERSONATION_ERROR) in answer.content.decode()


def test_nor_after_a_name_was_reset(client, anna, boss):
    row = laid("name", anna, boss)
    client.force_login(anna)
    answer = client.post("/account/status/", {"do": "name", "sanction": row.public_id, "name": "管理人"})
    assert answer.status_code == 422
    assert str(IMPERSONATION_ERROR) in answer.content.decode()


def test_a_name_from_before_is_kept(client, anna):
    User.objects.filter(pk=anna.pk).update(name="Dealer")
    client.force_login(anna)
    assert client.post("/settings/profile/", {"name": "Dealer", "language": "ja"}).status_code == 302


def test_an_operator_may_be_called_admin(db):
    assert User.objects.create_superuser("admin").name == "admin"
    assert not is_impersonation(User.objects.create_user("moderator").name)

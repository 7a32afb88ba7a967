"""Names shown to others follow the rules of display names, wherever they are entered."""

import json

import pytest

from accounts.models import User
from games.circles import services
from games.circles.models import Circle
from games.replays.models import ImportedMatch
from games.tables.models import Table
from tests.replays.records.files import paths, read
from tests.tables.views.test_bad_seats import GOOD_TABLE

pytestmark = pytest.mark.django_db
REFUSED = [
    "Staff", "管理人", "Тefuda", "運営チーム", "Site admin",
    "\u3164\u3164", "A\u3164B", "\u202eyadsruhT", "a\u200bb", "\u2066x", "a\u0000b",
    "Z\u0321\u0322\u0324\u0330\u0331algo", "e\u0301\u0302\u0303\u0304", "x" * 41,
]  # fmt: skip

KEPT = ["Thursday", "金曜会", "Café ♣ 7", "Sous-sol 🂡", "第2テーブル", "Our house of cards"]


def read_lombard_record() -> dict[str, object]:
    return read(next(path for path in paths() if path.name.startswith("lombard")))


@pytest.mark.parametrize("name", REFUSED)
def test_a_circle_has_no_such_name(alice, visit, name):
    client, circle = visit(alice), services.create_circle(alice, "Thursday")
    assert client.post("/circles/", {"name": name}).status_code == 422
    assert client.post(f"/circles/{circle.public_id}/", {"do": "rename", "name": name}).status_code == 422
    assert list(Circle.objects.values_list("name", flat=True)) == ["Thursday"]


@pytest.mark.parametrize("name", REFUSED)
def test_a_table_has_no_such_name(alice, visit, name):
    assert visit(alice).post("/games/lombard/new/", GOOD_TABLE | {"name": name}).status_code == 422
    assert not Table.objects.exists()


@pytest.mark.parametrize("name", REFUSED)
def test_a_seat_of_an_imported_match_has_no_such_name(alice, visit, name):
    sent = {"text": json.dumps(read_lombard_record()), "names": f"Momo\n{name}"}
    assert visit(alice).post("/library/imports/", sent).status_code == 422
    assert not ImportedMatch.objects.exists()


@pytest.mark.parametrize("name", KEPT)
def test_other_names_are_kept(alice, visit, name):
    client = visit(alice)
    client.post("/circles/", {"name": name})
    client.post("/games/lombard/new/", GOOD_TABLE | {"name": name})
    client.post("/library/imports/", {"text": json.dumps(read_lombard_record()), "names": f"Momo\n{name}"})
    assert Circle.objects.get().name == Table.objects.get().name == name
    assert ImportedMatch.objects.get().names[:2] == ["Momo", name]


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "sounds like the site"), ("ja", "サイトやスタッフ、ボットのように見えます")]
)
def test_the_reason_is_said_in_the_readers_language(alice, visit, language, sentence):
    client, circle = visit(alice, language), services.create_circle(alice, "Thursday")
    assert sentence in client.post("/circles/", {"name": "Staff"}).text
    assert sentence in client.post(f"/circles/{circle.public_id}/", {"do": "rename", "name": "Staff"}).text
    assert sentence in client.post("/games/lombard/new/", GOOD_TABLE | {"name": "Staff"}).text
    sent = {"text": json.dumps(read_lombard_record()), "names": "Staff"}
    assert sentence in client.post("/library/imports/", sent).text


@pytest.mark.parametrize("username", ["аnnа-robin", "tanakа"])
def test_a_display_name_made_of_a_username_keeps_the_rules(client, db, username):
    """A Cyrillic letter in a Latin word is refused as a display name, so the account gets another one."""
    password = "seven-quiet-herons"
    client.post("/account/signup/", {"username": username, "email": "", "password1": password, "password2": password})
    assert User.objects.get().username == username
    assert User.objects.get().name != username

"""The pictures next to names: choosing one, and where it is shown."""

import re
from xml.etree import ElementTree

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from accounts.models import User
from accounts.names import avatars, display_names
from accounts.services.anonymize import anonymize_guest
from accounts.services.users import create_guest, upgrade_guest
from games.rendering.seats import BOT_NAMES, READER_AVATAR, bot_avatar
from tests.accounts.conftest import PASSWORD

SPRITE = "site/avatars.svg"
SYMBOLS = {
    node.attrib["id"]
    for node in ElementTree.parse(str(finders.find(SPRITE))).iter("{http://www.w3.org/2000/svg}symbol")
}


def test_every_animal_and_every_bot_has_a_picture_and_there_are_no_others() -> None:
    bots = {bot_avatar(number) for number in range(len(BOT_NAMES))}
    assert len(bots) == len(BOT_NAMES)
    assert {*avatars.AVATARS, *bots, avatars.FORMER_PLAYER} == SYMBOLS
    assert READER_AVATAR in avatars.AVATARS


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_friendly_name_has_the_picture_of_its_animal(language: str) -> None:
    column = ["en", "ja"].index(language)
    words = {words[column]: key for key, words in avatars.AVATARS.items()}
    for word in display_names.ANIMALS[language].split():
        name = f"Sunny {word}" if language == "en" else f"げんきな{word}"
        assert avatars.get_default_avatar(name, "x") == words[word]
        assert avatars.get_default_avatar(f"{name} 12", "x") == words[word]


def test_other_names_have_one_by_the_id_always_the_same() -> None:
    ids = [f"id{number}" for number in range(200)]
    defaults = [avatars.get_default_avatar("Dogbear", public_id) for public_id in ids]
    assert defaults == [avatars.get_default_avatar("Anna", public_id) for public_id in ids]
    assert set(defaults) > set(list(avatars.AVATARS)[:10])


def test_a_guest_who_stays_keeps_the_picture() -> None:
    guest = create_guest(language="ja")
    before = guest.shown_avatar
    upgrade_guest(guest, "anna", PASSWORD, name="Anna")
    assert User.objects.get(pk=guest.pk).shown_avatar == before
    assert User.objects.get(pk=guest.pk).name == "Anna"


def test_the_chosen_picture_goes_with_the_name() -> None:
    guest = create_guest(language="en")
    guest.avatar = "whale"
    guest.save(update_fields=["avatar"])
    assert guest.shown_avatar == "whale"
    anonymize_guest(person=guest)
    user = User.objects.get(pk=guest.pk)
    assert (user.avatar, user.shown_avatar) == ("", avatars.FORMER_PLAYER)


def test_a_picture_is_chosen_among_the_animals(client: Client, anna: User) -> None:
    client.force_login(anna)
    page = client.get("/settings/profile/").content.decode()
    assert len(re.findall(r'type="radio" name="avatar"', page)) == len(avatars.AVATARS)
    assert re.search(rf'value="{anna.shown_avatar}"[^>]* checked', page)
    for name, after in (("crane", "crane"), ("momiji", "crane"), ("former", "crane"), ("", "crane"), ("owl", "owl")):
        client.post("/settings/profile/", {"name": "Anna", "language": "", "avatar": name})
        assert User.objects.get(pk=anna.pk).avatar == after, name


def test_who_changes_nothing_keeps_the_one_of_the_name(client: Client, anna: User) -> None:
    client.force_login(anna)
    client.post("/settings/profile/", {"name": "Berta", "language": "", "avatar": anna.shown_avatar})
    assert (User.objects.get(pk=anna.pk).name, User.objects.get(pk=anna.pk).avatar) == ("Berta", "")

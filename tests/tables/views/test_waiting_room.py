"""What the invited read before they sit down: the game in three sentences, and what this table plays otherwise."""

import re

import pytest
from django.utils.html import strip_tags

from games.catalog import registry
from tests.matches import opened

MOST_WORDS = 120


def read_folded(html: str) -> str:
    """Return a page's text between header and footer with everything folded; of a fold, its line."""
    main = html[html.index("<main") : html.index("</main>")]
    main = re.sub(r"(?s)<details[^>]*>.*?(<summary>.*?</summary>).*?</details>", r"\1", main)
    return " ".join(strip_tags(re.sub(r"(?s)<(script|template|svg)\b.*?</\1>", "", main)).split())


@pytest.mark.parametrize("slug", list(registry.list_metadata()))
def test_an_invitation_says_the_game_in_three_sentences_and_few_words(alice, visit, slug):
    meta = registry.list_metadata()[slug]
    assert len(meta.introduction["en"].split()) <= 60
    assert len(re.findall(r"\.(?: |$)", meta.introduction["en"])) == meta.introduction["ja"].count("。") == 3
    table = opened(slug, alice, seats_=meta.seats_max, visibility="private")
    address = f"/tables/{table.public_id}/invitations/{table.invite_code}/"
    for language in ("en", "ja"):
        html = visit(None, language).get(address).content.decode()
        assert re.sub(r"\s", "", meta.introduction[language].replace("'", "&#x27;")) in re.sub(r"\s", "", html)
        if language == "en":
            words = read_folded(html)
            assert len(words.split()) <= MOST_WORDS, words
            assert "The replay shows all cards when the match ends." in words
            assert "Every shuffle follows" not in words


def test_what_the_table_plays_otherwise_is_not_folded(alice, visit):
    table = opened("lombard", alice, options={"target_coins": 32}, visibility="private")
    address = f"/tables/{table.public_id}/invitations/{table.invite_code}/"
    assert "Coins to win: 32 (usually 16)" in read_folded(visit(None).get(address).content.decode())
    usual = opened("lombard", alice, visibility="private")
    assert (
        "usually" not in visit(None).get(f"/tables/{usual.public_id}/invitations/{usual.invite_code}/").content.decode()
    )


def test_one_sits_down_anywhere_or_where_one_likes(alice, bob, charlie, visit):
    table = opened("lombard", alice, seats_=4)
    base = f"/tables/{table.public_id}/"
    assert 'name="number" value="3"' in visit(bob).get(base).content.decode()
    visit(bob).post(f"{base}join/", {"number": "3"})
    visit(charlie).post(f"{base}join/")
    assert list(table.seats.order_by("number").values_list("user", flat=True)) == [alice.pk, charlie.pk, None, bob.pk]


def test_the_invitation_can_be_passed_on(alice, visit):
    table = opened("lombard", alice, visibility="private")
    address = f"/tables/{table.public_id}/invitations/{table.invite_code}/"
    assert f'value="http://testserver{address}"' in visit(None).get(address).content.decode()

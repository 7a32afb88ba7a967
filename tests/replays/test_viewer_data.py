"""The viewer's step data: without names, cached forever if it is public."""

import pytest

from games.replays.archive.services import archive_table
from games.replays.viewer.name_placeholders import fill_names, with_name_placeholders
from games.tables.access import get_table_access
from games.tables.labels import list_seat_lines
from games.tables.models import Table
from tests.every_game import every_game
from tests.matches import finished, running
from tests.replays.replay_key import replay_key

FOR_EVER = "max-age=31536000, public, immutable"


@pytest.fixture
def ended(alice, bob):
    table = finished("lombard", alice, bob)
    archive_table(table.pk)
    return table


def key_of(client, table, n: int) -> str:
    query = "?seat=0" if table.status == "running" else ""
    return replay_key(client.get(f"/replays/{table.public_id}/positions/{n}/{query}"))


def pieces(table, key: str, query: str = "") -> list[str]:
    return [f"/replays/{table.public_id}/{piece}/rendered/{key}/{query}" for piece in ("positions/9", "log/1")]


@every_game
def test_no_piece_names_anybody(slug, person, visit):
    ada, ben = person("Ada-Zq"), person("Ben-Zq")
    table = finished(slug, ada, ben)
    client = visit(ada)
    key = key_of(client, table, table.last_seq)
    for query in ("", "?seat=0", "?seat=1", "?open=1"):
        for address in (
            *pieces(table, key, query),
            f"/replays/{table.public_id}/positions/{table.last_seq}/rendered/{key}/{query}",
        ):
            text = client.get(address).content.decode()
            assert "-Zq" not in text
            assert ada.public_id not in text


def test_a_public_matchs_pieces_are_everybodys_for_good(ended, alice, visit):
    key = key_of(visit(alice), ended, 9)
    for user in (alice, None):
        for address in pieces(ended, key):
            response = visit(user).get(address)
            assert response["Cache-Control"] == FOR_EVER
            assert "Tefuda-Reader" not in response.headers
            assert not {"Cookie", "Accept-Language"} & set(response.get("Vary", "").split(", "))
            assert not response.cookies


def test_everybody_gets_the_same(ended, alice, charlie, visit):
    key = key_of(visit(alice), ended, 9)
    for address in pieces(ended, key, "?seat=1"):
        assert len({visit(user).get(address).content for user in (alice, charlie, None)}) == 1


@pytest.mark.parametrize("sharing", [Table.ReplayVisibility.LINK, Table.ReplayVisibility.PARTICIPANTS])
def test_others_are_private_and_asked_for_anew(ended, alice, charlie, visit, sharing):
    Table.objects.filter(pk=ended.pk).update(replay_visibility=sharing)
    client = visit(alice)
    for address in pieces(ended, key_of(client, ended, 9)):
        response = client.get(address)
        assert response["Cache-Control"] == "private, no-cache"
        unchanged = client.get(address, headers={"if-none-match": response["ETag"]})
        assert (unchanged.status_code, unchanged.content) == (304, b"")
        assert visit(charlie).get(address).status_code == (200 if sharing == Table.ReplayVisibility.LINK else 404)


def test_the_key_tells_languages_and_matches_apart(ended, alice, bob, visit):
    other = finished("sdc", alice, bob)
    keys = {key_of(visit(alice, language), table, 9) for table in (ended, other) for language in ("en", "ja")}
    assert len(keys) == 4
    japanese = key_of(visit(alice, "ja"), ended, 20)
    assert visit(alice, "en").get(pieces(ended, japanese)[0]).status_code == 404


def test_a_running_matchs_key_ends_with_it(alice, bob, visit):
    table = running("sdc", alice, bob)
    key = key_of(visit(alice), table, table.last_seq)
    response = visit(alice).get(f"/replays/{table.public_id}/positions/{table.last_seq}/rendered/{key}/?seat=0")
    assert response["Cache-Control"] == "private, no-cache"
    Table.objects.filter(pk=table.pk).update(status="voided")
    assert (
        visit(alice).get(f"/replays/{table.public_id}/positions/{table.last_seq}/rendered/{key}/?seat=0").status_code
        == 404
    )


def test_names_are_put_in_and_escaped(ended, alice, bob):
    access = get_table_access(ended.public_id, alice.pk)
    signs = [line.name for line in with_name_placeholders(list_seat_lines(access.seats, None))]
    html = f"<b title='{signs[1]}'>{signs[0]}さん</b><i>{signs[1][:1]}</i>"
    filled = fill_names(html, ["アダ", "<Ben>"], ["owl", "fox"])
    assert filled == "<b title='&lt;Ben&gt;'>アダさん</b><i>&lt;</i>"


def test_pictures_are_put_in(ended, alice, bob):
    access = get_table_access(ended.public_id, alice.pk)
    signs = [line.avatar for line in with_name_placeholders(list_seat_lines(access.seats, None))]
    assert fill_names(f"#{signs[1]} #{signs[0]}", ["Ada", "Ben"], ["owl", "fox"]) == "#fox #owl"

"""A practice match is kept with the account: played once more by the site, and checked like any record."""

import json
from datetime import UTC, datetime

import pytest

from games.catalog import registry
from games.engine.errors import InvalidPayloadError
from games.replays.imports.practice import build_practice_record
from games.replays.imports.services import verify_import
from games.replays.models import ImportedMatch
from tests.every_game import every_game
from tests.html import page
from tests.practice.kept_matches import practised

PLACE, AT = "/library/imports/", "1790000000000"


def send_practice(client, match: dict, at: str = AT):
    return client.post(PLACE, {"practice": json.dumps(match), "at": at})


@every_game
def test_a_match_is_kept_and_everything_in_it_agrees(slug, alice, visit):
    client = visit(alice)
    match = practised(slug, registry.list_metadata()[slug].seats_default)
    answer = send_practice(client, match)
    row = ImportedMatch.objects.get()
    assert answer["Location"] == f"/replays/{row.public_id}/verify/"
    assert verify_import(row.pk)
    row.refresh_from_db()
    outcomes = {check["name"]: check["outcome"] for check in row.report["answers"]}
    assert outcomes == dict.fromkeys(("log", "columns", "rules", "clocks", "frames", "bots"), "agrees")
    assert row.names[0] == "Alice"
    assert all(row.names)
    assert "Alice" in page(client.get(f"/replays/{row.public_id}/", follow=True)).text
    assert send_practice(client, match)["Location"] == answer["Location"], "the same one once more"
    assert ImportedMatch.objects.count() == 1


def test_what_is_no_match_of_practice_is_refused(alice, visit):
    match = practised("lombard", 2)
    changes = (
        {"seed": "00" * 32}, {"seed": "00"}, {"title": "chess"}, {"decisions": [[9, {}]]}, {"level": "x"},
        {"seats": 10**9}, {"seats": "2"}, {"options": []},
    )  # fmt: skip
    for wrong in (practised("lombard", 2, moves=12), {}, [], *(match | change for change in changes)):
        with pytest.raises(InvalidPayloadError):
            build_practice_record(json.dumps(wrong), datetime.now(UTC))


def test_a_refusal_says_why_and_strangers_log_in_first(alice, visit):
    match, client = practised("lombard", 2), visit(alice)
    for submission, at in ((practised("lombard", 2, moves=12), AT), (match, "soon"), (match, "-9" * 20)):
        answer = send_practice(client, submission, at)
        assert answer.status_code == 422
        assert "hasn’t ended" in page(answer).text
    assert send_practice(visit(None), match)["Location"].startswith("/account/login/")
    assert not ImportedMatch.objects.exists()

"""A player new to a game gets help: How to play is open in the first match, the coach is there in three."""

import re

from tests.every_game import every_game
from tests.matches import finished, running


def read_coaching(client, table) -> tuple[bool, bool]:
    """Return whether How to play is open, and whether there is a coach."""
    page = client.get(f"/tables/{table.public_id}/").content.decode()
    coached = "play--coached" in page
    assert ('name="coach" value="off"' in page) is coached
    return 'how-to-play#open" open>' in page, coached


def choose(client, choice: str) -> None:
    response = client.post("/settings/coach/", {"coach": choice, "next": "/lobby/"})
    assert (response.status_code, response["Location"]) == (302, "/lobby/")


def test_how_to_play_is_open_until_one_has_finished_a_match_and_the_coach_until_three(alice, bob, charlie, visit):
    table = running("sdc", alice, bob)
    assert read_coaching(visit(alice), table) == (True, True)
    assert read_coaching(visit(charlie), table) == (False, False)  # looks on
    assert read_coaching(visit(None), table) == (False, False)
    for _ in range(2):
        finished("sdc", alice, charlie)
        assert read_coaching(visit(alice), table) == (False, True)
    finished("sdc", alice, charlie)
    assert read_coaching(visit(alice), table) == (False, False)
    assert read_coaching(visit(bob), table) == (True, True)
    assert read_coaching(visit(alice), running("lombard", alice, bob)) == (True, True)


def test_the_coach_is_there_by_choice_and_for_oneself_alone(alice, bob, charlie, visit):
    table, client = running("sdc", alice, bob), visit(alice)
    choose(client, "off")
    assert read_coaching(client, table) == (True, False)
    assert read_coaching(visit(bob), table) == (True, True)
    for _ in range(3):
        finished("sdc", alice, charlie)
    choose(client, "on")
    assert read_coaching(client, table) == (False, True)
    choose(client, "loud")  # is no choice: nothing changes
    assert read_coaching(client, table) == (False, True)
    assert read_coaching(visit(charlie), table) == (False, False)


@every_game
def test_every_title_says_what_is_asked_and_names_the_rule(slug, alice, bob, charlie, person, visit):
    people = [alice, bob, charlie, person("Dan")]
    table = running(slug, *people[: {"doudizhu": 4, "get9": 3}.get(slug, 2)])
    users_to_move = [seat.user for seat in table.seats.filter(question_seq__isnull=False)]
    for language in ("en", "ja"):
        client = visit(users_to_move[0], language)
        page = client.get(f"/tables/{table.public_id}/").content.decode()
        address, rule, sentence = re.findall(r'<a class="coach" href="([^"]+)" data-rule="([^"]+)">([^<]+)</a>', page)[
            0
        ]
        assert len(sentence) > 15
        assert address.startswith(f"/games/{slug}/rules/?table={table.public_id}#")
        assert f'id="{address.split("#")[1]}"' in client.get(address).content.decode()
        alone = client.get(rule, headers={"HX-Request": "true"}).content.decode()
        assert "<h2" in alone
        assert "<html" not in alone
        assert client.get(rule)["Location"] == address.replace(f"?table={table.public_id}", "")
        assert '<dialog id="keys"' in page
    assert client.get(f"/games/{slug}/rules/none/").status_code == 404

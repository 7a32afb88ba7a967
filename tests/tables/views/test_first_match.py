"""The status line says what the reader decides, and leads to that section of the rules."""

import re

from tests.every_game import every_game
from tests.matches import running


@every_game
def test_every_title_says_what_is_asked_and_names_the_rule(slug, alice, bob, charlie, person, visit):
    people = [alice, bob, charlie, person("Dan")]
    table = running(slug, *people[: {"doudizhu": 4, "get9": 3}.get(slug, 2)])
    users_to_move = [seat.user for seat in table.seats.filter(question_seq__isnull=False)]
    for language in ("en", "ja"):
        client = visit(users_to_move[0], language)
        page = client.get(f"/tables/{table.public_id}/").content.decode()
        links = re.findall(r'<a class="status__rule" href="([^"]+)" data-rule="([^"]+)">([^<]+)</a>', page)
        [(address, rule, sentence)] = links
        assert len(sentence) > 15
        assert address.startswith(f"/games/{slug}/rules/?table={table.public_id}#")
        assert f'id="{address.split("#")[1]}"' in client.get(address).content.decode()
        alone = client.get(rule, headers={"HX-Request": "true"}).content.decode()
        assert "<h2" in alone
        assert "<html" not in alone
        assert client.get(rule)["Location"] == address.replace(f"?table={table.public_id}", "")
        assert '<dialog id="keys"' in page
    assert client.get(f"/games/{slug}/rules/none/").status_code == 404

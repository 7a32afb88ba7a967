"""A card that lies face down says nothing about itself in its markup. Faces say their code, for board_sight.js."""

import re

from games.catalog import registry
from games.engine.chance import Rng
from games.tables.boards import draw_card, draw_card_back
from tests.every_game import every_game
from tests.matches import running, turn, waiting

MOVES = 25
BACK = re.compile(r'<span class="card card--back card--(\w+)">(<img [^>]*>)</span>')
CODE = re.compile(r'data-card="([^"]*)"')


@every_game
def test_no_back_says_its_code(slug, alice, bob, charlie, visit):
    table = running(slug, alice, bob)
    readers, rng, looks, faces = [visit(alice), visit(charlie)], Rng(b"backs", slug), set(), set()
    for n in range(MOVES):
        for reader in readers[n % 2 :: 2]:  # by turns the one who sits there and the one who watches
            text = reader.get(f"/tables/{table.public_id}/").content.decode()
            backs = BACK.findall(text)
            assert len(backs) == text.count("card--back")
            looks.update(backs)
            faces.update(CODE.findall(text))
        if not waiting(table):
            break
        turn(table, rng.choice(waiting(table)), rng)
    assert all("data-" not in inside for _, inside in looks)
    assert len(looks) == len({size for size, _ in looks})  # all backs of a size are alike
    assert faces <= set(registry.list_metadata()[slug].deck.codes()) | {code[:1] for code in faces}
    assert faces


def test_faces_say_their_code_and_backs_none():
    assert CODE.findall(draw_card("K7", "court")) == CODE.findall(draw_card("K7", "court", "inline")) == ["K7"]
    assert "data-" not in draw_card_back()

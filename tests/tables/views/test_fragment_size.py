"""What goes over the line: a fragment has 10 KB at most, at the largest table of any title and late in the match."""

import gzip

import pytest

from games.catalog import registry
from games.engine.chance import Rng
from tests.every_game import every_game
from tests.matches import running, turn, waiting

KB = 1024
MOVES = 60


@pytest.fixture
def crowd(slug, person):
    """Each title's largest table, people with long names in all seats."""
    return [person(f"手札の好きなお客様 {n} abcdefghij") for n in range(registry.list_metadata()[slug].seats_max)]


def fetch_fragment(client, table) -> bytes:
    address = f"/tables/{table.public_id}/fragment/"
    answer = client.get(address, headers={"accept-encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
    return answer.content


@every_game
def test_a_fragment_is_small(slug, crowd, visit):
    table = running(slug, *crowd, seats=len(crowd))
    readers = [visit(reader, language) for reader in (crowd[0], crowd[-1], None) for language in ("en", "ja")]
    rng, largest = Rng(b"sizes", slug), b""
    for n in range(MOVES):
        seats = waiting(table)
        if not seats:
            break
        turn(table, rng.choice(seats), rng)
        if n in (3, 15, 30, 45):
            largest = max(largest, *(fetch_fragment(reader, table) for reader in readers), key=len)
    assert b'id="zone"' in gzip.decompress(largest)
    assert len(largest) <= 10 * KB

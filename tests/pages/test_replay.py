"""The replay's ways through a long match."""

import re

import pytest

from tests.matches import play_on, running

MANY_STAGES = {"start_coins": 20, "max_bid": 3, "stage_limit": 20}  # seven at least


@pytest.fixture
def ended(alice, bob):
    return play_on(running("sdc", alice, bob, options=MANY_STAGES))


def steps(client, table, n: int, query: str = "") -> dict[str, int]:
    """Where the keys lead from position `n`."""
    text = client.get(f"/replay/{table.public_id}/{n}/{query}").content.decode()
    links = re.findall(r'data-key="(\w+)"[^>]* href="/replay/\w+/(\d+)/([^"]*)"', text)
    assert {rest for _, _, rest in links} <= {query}
    return {key: int(to) for key, to, _ in links}


def test_from_stage_to_stage(ended, alice, visit):
    client = visit(alice)
    begins = [event.seq for event in ended.events.order_by("seq") if '"type":"stage-began"' in event.body]
    assert len(begins) >= 3
    at, visited = begins[0] - 1, []
    while "n" in (links := steps(client, ended, at, "?seat=1")):
        at = links["n"]
        visited.append(at)
    assert visited == begins
    assert steps(client, ended, at)["p"] == begins[-2]
    assert steps(client, ended, at + 1)["p"] == begins[-1]
    assert "p" not in steps(client, ended, begins[0])


def test_all_stages_are_listed_and_the_present_one_is_marked(ended, alice, visit):
    stages = [event.seq for event in ended.events.order_by("seq") if '"type":"stage-began"' in event.body]
    text = visit(alice, "en").get(f"/replay/{ended.public_id}/{stages[1]}/").content.decode()
    assert f"Stage 2 / {len(stages)}" in text
    assert re.findall(r'aria-label="Stage (\d+)"\s+aria-current', text) == ["2"]


def test_what_is_pressed_has_the_same_id_at_the_next_position(ended, alice, visit):
    """By its id htmx gives a link the focus back when the replay has been replaced."""
    client = visit(alice)
    texts = [client.get(f"/replay/{ended.public_id}/{n}/").content.decode() for n in (30, 31)]
    for pressed in (r"<a [^>]*data-key=[^>]*>", r'<a class="choice"[^>]*>'):
        ids = [[re.findall(r' id="([\w-]+)"', link) for link in re.findall(pressed, text)] for text in texts]
        assert ids[0] == ids[1]
        assert all(ids[0])

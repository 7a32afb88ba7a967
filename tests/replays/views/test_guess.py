"""Guessing first: a decision is asked before it is shown, and nothing on the page reveals what follows."""

import re
from urllib.parse import urlencode

import pytest
from django.utils.html import escape

from games.catalog import registry
from games.engine.chance import Rng
from games.engine.game import Move
from games.engine.serialization.canonical_json import dump_canonical, parse_json, to_json
from games.replays.archive.services import archive_table
from games.replays.viewer.guess import get_question
from games.replays.viewer.perspective import Viewpoint, get_perspective
from games.tables.access import get_table_access
from games.tables.models import Event, Table
from tests.every_game import every_game
from tests.matches import SHORT, finished, fresh, play_on, running, snapshot
from tests.rollback import rolled_back

CHANCE = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"|(?<="X-CSRFToken":")[^"]*|data-now="[^"]*"')
ANSWER = re.compile(r'action="(/replays/\w+/guess/\d+/positions/\d+/answer/)"')
ON = re.compile(r'data-go="turn-forward"[^>]* href="([^"]*)"')


def text(response) -> str:
    return CHANCE.sub("", response.content.decode())


def moves_of(table: Table, seat: int) -> dict[int, Move]:
    title = registry.get_game(table.game_slug)
    rows = Event.objects.filter(table=table, kind="move", seat=seat).order_by("seq").values_list("seq", "body")
    return {n: title.read_move(parse_json(body)["move"]) for n, body in rows}


def get_question_at(table: Table, user, seat: int, n: int):
    look = get_perspective(get_table_access(table.public_id, user.pk), Viewpoint(seat))
    assert look is not None
    return get_question(look, n)


def send_guess(client, address: str, move: Move | None):
    query = urlencode({"move": dump_canonical(to_json(move))}) if move else ""
    return client.get(f"{address}?{query}")


@every_game
def test_pages_are_the_same_whatever_follows(slug, alice, bob, charlie, visit):
    """One match is played to two ends from the same position; until then no byte of its pages differs."""
    table = play_on(running(slug, alice, bob, **SHORT.get(slug, {})), 0)
    for n in range(3):
        play_on(table, 1, rng=Rng(b"before", str(n)))
        play_on(table, 0, rng=Rng(b"between", str(n)))
    here = fresh(table).last_seq
    base = f"/replays/{table.public_id}/guess/0/"
    answers: list[list[tuple[int, str]]] = []
    lengths, digests = set(), set()
    for end in range(2):
        with rolled_back():
            ended = play_on(fresh(table), rng=Rng(b"afterwards", str(end)))
            if end:
                assert archive_table(ended.pk)
            lengths.add(ended.last_seq)
            digests.add(fresh(ended).digest)
            pages = []
            for user in (alice, charlie, None):
                client = visit(user)
                for n in range(here - 5, here + 1):
                    pages.append(client.get(f"{base}positions/{n}/"))
                pages.append(client.get(f"{base}positions/{here}/answer/?move=nonsense"))
                assert pages[-2].context["guess"]["is_asked"]
                assert pages[-1].status_code in (400, 422)
            answers.append([(page.status_code, text(page)) for page in pages])
    assert len(digests) == 2
    assert answers[0] == answers[1]


@every_game
def test_each_decision_is_asked_for_and_then_told(slug, alice, bob, visit):
    table = finished(slug, alice, bob)
    moves, client, before = moves_of(table, 0), visit(alice), snapshot(table)
    page = client.get(f"/replays/{table.public_id}/guess/0/", follow=True)
    positions = []
    while (action := ANSWER.search(page.content.decode())) is not None:
        n = page.context["guess"]["n"]
        following = min(at for at in moves if at > n)
        assert f"/positions/{n + 1}/" not in page.content.decode()
        assert ON.search(page.content.decode()) is None
        page = send_guess(client, action[1], moves[following])
        assert page.status_code == 200
        assert page.context["guess"]["n"] == following
        assert "As you guessed" in page.content.decode()
        positions.append(following)
        if (on := ON.search(page.content.decode())) is None:
            break
        page = client.get(on[1], follow=True)
    assert positions
    left_out = [n for n in moves if n not in positions]
    assert all(get_question_at(table, alice, 0, n - 1) is None for n in left_out), (
        "only what left no choice is passed over"
    )
    assert snapshot(table) == before


@every_game
def test_a_guess_stands_beside_what_was_done(slug, alice, bob, visit):
    table, client, rng = finished(slug, alice, bob), visit(alice, "ja"), Rng(b"guesses", "")
    wrong_guesses = 0
    for n, move in moves_of(table, 0).items():
        question = get_question_at(table, alice, 0, n - 1)
        if question is None:
            continue
        guess = next(
            (candidate for candidate in (question.legal.sample(rng) for _ in range(9)) if candidate != move), None
        )
        if guess is None:
            continue
        wrong_guesses += 1
        page = send_guess(client, f"/replays/{table.public_id}/guess/0/positions/{n - 1}/answer/", guess)
        outcome = page.content.decode().split('id="outcome"')[1].split("</section>")[0]
        assert outcome.count("<dt>") == 2
        assert "あなたの予想" in outcome
        assert not re.search("[\ue000-\ue2ff]", page.content.decode()), "names are put in"
    assert wrong_guesses


def test_without_a_guess_what_was_done_is_told_all_the_same(alice, bob, visit):
    table = finished("lombard", alice, bob)
    n = min(moves_of(table, 0))
    page = visit(alice).get(f"/replays/{table.public_id}/guess/0/positions/{n - 1}/answer/").content.decode()
    outcome = page.split('id="outcome"')[1].split("</section>")[0]
    assert outcome.count("<dt>") == 1
    assert "Your guess" not in outcome


def test_what_is_no_move_is_refused_and_nothing_told(alice, bob, visit):
    table = finished("dilemma", alice, bob)
    n = min(moves_of(table, 0)) - 1
    address = f"/replays/{table.public_id}/guess/0/positions/{n}/"
    for query, status in (("type=raise&to=999999", 422), ("type=raise&to=x", 400), ("move=%7B%7D", 400)):
        page = visit(alice).get(f"{address}answer/?{query}")
        assert page.status_code == status
        assert 'role="alert"' in page.content.decode()
        assert page.context["guess"]["is_asked"]
        assert "guess__both" not in page.content.decode()
    assert visit(alice).get(f"{address}answer/").status_code == 200


def test_where_nothing_is_asked_there_is_no_answer(alice, bob, visit):
    table = finished("lombard", alice, bob)
    start = table.events.get(kind="start").seq
    base = f"/replays/{table.public_id}/guess/0/positions"
    for n in (start, table.last_seq):
        response = visit(alice).get(f"{base}/{n}/answer/")
        assert (response.status_code, response["Location"]) == (302, f"{base}/{n}/")


def test_a_question_that_nobody_answers(alice, bob, visit):
    """The match is declared void while a seat is asked."""
    table = play_on(running("lombard", alice, bob), 0)
    n = fresh(table).last_seq
    Table.objects.filter(pk=table.pk).update(status="voided", last_seq=n + 1)
    event = Event.objects.get(table=table, seq=n)
    Event.objects.create(
        table=table, seq=n + 1, kind="void", cause="moderator", digest=event.digest, created_at=event.created_at,
        body=event.body.replace(f'"kind":"{event.kind}"', '"kind":"void"'), frame="null",
    )  # fmt: skip
    page = visit(alice).get(f"/replays/{table.public_id}/guess/0/positions/{n}/answer/", {"move": '{"type":"fold"}'})
    assert page.status_code == 200
    assert page.context["guess"]["n"] == n + 1
    assert "Nothing was decided" in page.content.decode()


@pytest.mark.parametrize("part", ["", "positions/9/", "positions/9/answer/"])
def test_who_may_guess(alice, bob, charlie, visit, part):
    table = finished("lombard", alice, bob)
    address = f"/replays/{table.public_id}/guess/0/{part}"
    statuses = {200, 302}
    assert visit(charlie).get(address).status_code in statuses
    assert visit(charlie).get(address.replace("guess/0", "guess/9")).status_code == 404
    assert visit(alice).post(address).status_code == 405
    Table.objects.filter(pk=table.pk).update(replay_visibility=Table.ReplayVisibility.PARTICIPANTS)
    assert visit(charlie).get(address).status_code == 404
    assert visit(bob).get(address).status_code in statuses
    open_match = running("lombard", alice, bob)
    assert visit(alice).get(f"/replays/{open_match.public_id}/guess/0/{part}").status_code == 409


@pytest.mark.parametrize("n", [0, 1, 99999])
def test_positions_that_are_not_there(alice, bob, visit, n):
    table = finished("lombard", alice, bob)
    assert visit(alice).get(f"/replays/{table.public_id}/guess/0/positions/{n}/").status_code == 404


def test_the_viewer_leads_there_for_each_seat(alice, bob, visit):
    table = finished("lombard", alice, bob)
    page = visit(alice).get(f"/replays/{table.public_id}/positions/9/").content.decode()
    for seat in (0, 1):
        assert f'href="{escape(f"/replays/{table.public_id}/guess/{seat}/positions/9/")}"' in page
    live = running("lombard", alice, bob)
    page = visit(alice).get(f"/replays/{live.public_id}/positions/{live.last_seq}/?seat=0").content.decode()
    assert "/guess/" not in page

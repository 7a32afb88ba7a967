"""Whole matches by plain forms alone, as a browser without JavaScript sends them."""

import pytest

from games.engine.chance import Rng
from games.tables.models import Event, Table
from tests.every_game import TWO_SLUGS, every_game
from tests.html import Field, Form, page
from tests.matches import fresh, play_on, turn, waiting
from tests.sentences import sentence, squeezed

pytestmark = pytest.mark.thorough

CAP = 600
BY_FORM = 40  # decisions that are all made by the form; of those after them in a long match, one of three
LANGUAGES = ["en", "ja", "en", "ja"]
SHORT = {
    "sdc": {"opt_start_coins": "5", "opt_stage_limit": "20"},
    "lombard": {"seats": "2"},
    "doudizhu": {"opt_deals": "1"},
    "crown": {"seats": "2", "opt_target_points": "5"},
    "get9": {"seats": "3", "opt_matches": "3", "opt_start_chips": "10"},
}


def fill_in(form: Form, rng: Rng) -> dict[str, object]:
    """Numbers within their bounds, one of each set of radio buttons, boxes ticked, a combination where it takes one."""
    changes: dict[str, object] = {}
    for field in form.fields:
        if field.kind == "number":
            low, high, step = (int(field.attributes.get(name, "1")) for name in ("min", "max", "step"))
            changes[field.name] = low + step * rng.randbelow((high - low) // step + 1)
    for kind in ("radio", "checkbox"):
        boxes: list[Field] = [
            field for field in form.fields if field.kind == kind and not field.name.startswith("piles.")
        ]
        if boxes:
            low, high = (int(boxes[0].attributes[f"data-{bound}"]) for bound in ("min", "max"))
            ticked = rng.shuffled(range(len(boxes)))[: low + rng.randbelow(high - low + 1)]
            changes[boxes[0].name] = [boxes[i].options[0] for i in sorted(ticked)]
    if form.plays:
        changes["cards"] = select_cards(form, rng.choice(form.plays).split())
    return changes | distribute_cards(form, rng)


def distribute_cards(form: Form, rng: Rng) -> dict[str, object]:
    """Where the same cards are in several piles, tick each in one, all piles alike in size."""
    names = sorted({field.name for field in form.fields if field.name.startswith("piles.")})
    cards = rng.shuffled(sorted({field.options[0] for field in form.fields if field.name in names}))
    return {name: list(cards[at :: len(names)]) for at, name in enumerate(names)}


def select_cards(form: Form, cards: list[str]) -> list[str]:
    """Return what the select of each rank sends for that combination; it must offer as many."""
    options = {" ".join([card] * cards.count(card)) for card in cards}
    offered = {option for field in form.fields if field.kind == "select" for option in field.options}
    assert options <= offered
    return [option for field in form.fields if field.kind == "select" for option in field.options if option in options]


def press(client, address: str, rng: Rng) -> bool:
    """Loads the table and, if it asks for a move, presses some button of the form. Says whether it did."""
    table_page = page(client.get(address))
    if not table_page.has_form("/move/"):
        return False
    form = table_page.form("/move/")
    response = form.send(client, rng.choice(form.buttons), **fill_in(form, rng))
    assert (response.status_code, response["Location"]) == (302, address)
    return True


@pytest.fixture
def table_by_forms(slug, crew, visit):
    """Alice sets a table up; the others join by the invitation she copies out of the page; the last one starts it."""
    clients = {n: visit(person, LANGUAGES[n]) for n, person in enumerate(crew)}
    hers = clients[0]
    new = page(hers.get(f"/games/{slug}/new/")).form(f"/games/{slug}/new/")
    created = new.send(hers, visibility="private", bots="0", **SHORT.get(slug, {"seats": "2"}))
    assert created.status_code == 302, page(created).text
    address = created["Location"]
    table = Table.objects.get()
    invitation = f"/tables/{table.public_id}/invitations/{table.invite_code}/"
    assert invitation in hers.get(address).content.decode()
    for n in range(1, len(crew)):
        join = page(clients[n].get(invitation)).form("/join/")
        assert join.send(clients[n], join.buttons[0])["Location"] == address
    assert fresh(table).status == Table.Status.RUNNING
    return table, address, clients


@every_game
def test_people_play_to_the_end(table_by_forms):
    table, address, clients = table_by_forms
    rng = Rng(b"forms", table.public_id)
    for n in range(CAP):
        seats = waiting(table)
        if not seats:
            break
        at = rng.choice(seats)
        number = at.number
        if n >= BY_FORM and n % 3:
            turn(table, at, rng)
            continue
        assert press(clients[number], address, rng)
        if n % 5 == 0:
            other = (number + 1) % len(clients)
            now_asked = other in [at.number for at in waiting(table)]
            assert page(clients[other].get(address)).has_form("/move/") == now_asked
    assert fresh(table).status == "finished"
    causes = set(Event.objects.filter(table=table, kind="move").values_list("cause", flat=True))
    assert causes - {"house"} == {"player"}  # which plays where no hand leaves a choice
    for n, client in clients.items():
        table_page = page(client.get(address))
        assert sentence("The match is over.", LANGUAGES[n]) in squeezed(table_page.text)
        assert not table_page.has_form("/move/")
    if table.game_slug in TWO_SLUGS:
        step_through(clients[1], table)


def step_through(client, table) -> None:
    """From the start by "next" to the last position; one address each."""
    response = client.get(f"/replays/{table.public_id}/", follow=True)
    *_, first, query = response.redirect_chain[-1][0].split("/")
    for n in range(int(first), fresh(table).last_seq):
        following = f"/replays/{table.public_id}/positions/{n + 1}/{query}"
        assert following in response.content.decode()
        response = client.get(following)
        assert response.status_code == 200
    assert f"/replays/{table.public_id}/positions/{fresh(table).last_seq + 1}/" not in response.content.decode()


@pytest.mark.parametrize("slug", ["lombard", "get9"])  # what follows the clicks is played in all titles above
def test_two_clicks_from_the_front_page_to_the_end_of_a_match_against_bots(slug, db, visit):
    client = visit()
    quick = page(client.get("/")).form(f"/games/{slug}/quick-play/")
    response = quick.send(client, quick.buttons[0] if quick.buttons else None)
    address = response["Location"]
    table = Table.objects.get()
    guest = table.seats.get(number=0).user
    assert guest.is_guest
    rng = Rng(b"guest", table.public_id)
    for _ in range(CAP):
        if fresh(table).is_ended:
            break
        play_on(table, 0)
        press(client, address, rng)
    assert fresh(table).status == "finished"
    assert client.get(address).status_code == 200

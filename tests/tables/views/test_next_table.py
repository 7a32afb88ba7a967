"""From table to table: the next one that waits, and another match with the same settings."""

from accounts.models import User
from tests.matches import filled, opened, running


def test_next_leads_to_the_table_that_waits_most_urgently(alice, bob, visit):
    running("sdc", alice, bob, turn_seconds=86_400)
    urgent = running("sdc", alice, bob, turn_seconds=300)
    assert visit(alice).get("/tables/next/").url == f"/tables/{urgent.public_id}/"


def test_next_without_a_turn_leads_to_the_lobby(alice, visit):
    opened("sdc", alice)
    assert visit(alice).get("/tables/next/").url == "/lobby/"
    assert visit(None).get("/tables/next/").url == "/lobby/"


def test_a_table_like_another(alice, visit):
    table = opened("lombard", alice, seats_=5, options={"target_coins": 32}, turn_seconds=300)
    form = visit(alice).get(f"/games/lombard/new/?like={table.public_id}").context["form"]
    choices = {name: str(form[name].value()) for name in ("seats", "turn_seconds", "opt_target_coins")}
    assert choices == {"seats": "5", "turn_seconds": "300", "opt_target_coins": "32"}


def test_a_table_like_one_that_is_none_of_ones_business(alice, charlie, visit):
    table = opened("lombard", alice, seats_=5, visibility="private")
    form = visit(charlie).get(f"/games/lombard/new/?like={table.public_id}").context["form"]
    assert str(form["seats"].value()) == "4"


def test_a_stranger_who_finds_no_room_is_made_no_guest(alice, visit):
    table = opened("sdc", alice)
    filled(table, alice)
    people = User.objects.count()
    assert visit(None).post(f"/tables/{table.public_id}/join/").status_code == 409
    assert User.objects.count() == people


def test_full_tables_do_not_crowd_the_lobby(alice, bob, charlie, visit):
    full = opened("sdc", alice, bob)
    room = opened("sdc", alice)
    open_ids = [line.id for line in visit(charlie).get("/lobby/").context["open_tables"]]
    assert open_ids == [room.public_id]
    assert full.public_id not in open_ids

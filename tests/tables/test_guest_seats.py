"""A guest who becomes a member keeps the row, and with it everything at the tables."""

from accounts.services.users import guest_create, guest_upgrade
from games.catalog.lombard.moves import Call
from games.tables.selectors.table_lists import tables_mine
from tests.matches import running, submit, to_turn_of


def test_seats_questions_and_name_stay(alice):
    guest = guest_create(language="en")
    table = running("lombard", alice, guest)
    name = guest.name
    guest_upgrade(guest, "robin", "seven-quiet-herons")
    at = to_turn_of(table, 1)
    assert (at.user, at.user.name, at.user.is_guest) == (guest, name, False)
    assert [line.id for line in tables_mine(guest.pk).lines] == [table.public_id]
    assert not submit(table, at, Call(0)).repeated

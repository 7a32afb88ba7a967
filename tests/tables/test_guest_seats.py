"""A guest who becomes a member keeps the row, and with it everything at the tables."""

from accounts.services.users import create_guest, upgrade_guest
from games.catalog.lombard.moves import Call
from games.tables.selectors.table_lists import list_my_tables
from tests.matches import running, submit, to_turn_of


def test_seats_questions_and_name_stay(alice):
    guest = create_guest(language="en")
    table = running("lombard", alice, guest)
    name = guest.name
    upgrade_guest(guest, "robin", "seven-quiet-herons")
    at = to_turn_of(table, 1)
    assert (at.user, at.user.name, at.user.is_guest) == (guest, name, False)
    assert [line.id for line in list_my_tables(guest.pk).lines] == [table.public_id]
    assert not submit(table, at, Call(0)).repeated

"""The form for a new table offers what can be chosen, and nothing else."""

import pytest

from games.catalog import registry
from games.tables.forms.table_form import TableForm
from games.tables.models import Table

ONE_SIZE = [slug for slug, meta in registry.list_metadata().items() if meta.seats_min == meta.seats_max]
SENT = {"bots": "1", "bot_level": "normal", "visibility": "private", "turn_seconds": "300"}


def sent(slug: str, **changes: str) -> dict[str, str]:
    options = {f"opt_{option.key}": str(option.default) for option in registry.list_metadata()[slug].options}
    return options | SENT | changes


@pytest.mark.parametrize("slug", registry.list_metadata())
def test_every_field_shown_offers_a_choice(slug):
    form = TableForm(registry.list_metadata()[slug])
    for field in (*form.main_fields(), *form.option_fields()):
        choices = getattr(field.field, "choices", (True, False))  # a box to tick is one
        assert len(list(choices)) > 1, field.name


def test_seats_are_not_offered_where_there_is_one_number_of_them(alice, visit):
    assert set(ONE_SIZE) == {"sdc", "doudizhu"}
    for slug in ONE_SIZE:
        client, path = visit(alice), f"/games/{slug}/new/"
        assert 'name="seats"' not in client.get(path).content.decode()
        assert client.post(path, sent(slug)).status_code == 302
        made = Table.objects.latest("pk")
        assert (made.game_slug, made.seats.count()) == (slug, registry.list_metadata()[slug].seats_min)
        assert client.get(path, sent(slug, estimate="1")).status_code == 200


def test_another_number_of_seats_is_refused_in_sight(alice, visit):
    response = visit(alice).post("/games/sdc/new/", sent("sdc", seats="3"))
    assert response.status_code == 422
    assert 'name="seats"' in response.content.decode()
    assert not Table.objects.exists()


def test_where_seats_can_be_chosen_they_must_be(alice, visit):
    assert visit(alice).post("/games/lombard/new/", sent("lombard")).status_code == 422

"""The form for a new table offers what can be chosen, and nothing else."""

import pytest

from games.catalog import registry
from games.clocks.time_control import CLOCKS
from games.tables.forms.clock_fields import clock_code
from games.tables.forms.table_form import TableForm
from games.tables.models import Table

ONE_SIZE = [slug for slug, meta in registry.list_metadata().items() if meta.seats_min == meta.seats_max]
SENT = {"bots": "1", "bot_level": "normal", "visibility": "private", "turn_seconds": "300"}


def build_fields(slug: str, **changes: str) -> dict[str, str]:
    options = {f"opt_{option.key}": str(option.default) for option in registry.list_metadata()[slug].options}
    return options | SENT | changes


@pytest.mark.parametrize("slug", registry.list_metadata())
def test_every_field_shown_offers_a_choice(slug):
    form = TableForm(registry.list_metadata()[slug])
    assert len(form.pace_tiles()) == len(form.company_tiles()) == 3
    for field in filter(None, (form.seats_field(), *form.company_fields(), *form.option_fields())):
        choices = getattr(field.field, "choices", (True, False))  # a box to tick is one
        assert len(list(choices)) > 1, field.name


def test_seats_are_not_offered_where_there_is_one_number_of_them(alice, visit):
    assert set(ONE_SIZE) == {"sdc", "doudizhu"}
    for slug in ONE_SIZE:
        client, path = visit(alice), f"/games/{slug}/new/"
        assert 'name="seats"' not in client.get(path).content.decode()
        assert client.post(path, build_fields(slug)).status_code == 302
        new_table = Table.objects.latest("pk")
        assert (new_table.game_slug, new_table.seats.count()) == (slug, registry.list_metadata()[slug].seats_min)
        assert client.get(path, build_fields(slug, estimate="1")).status_code == 200


def test_another_number_of_seats_is_refused_in_sight(alice, visit):
    response = visit(alice).post("/games/sdc/new/", build_fields("sdc", seats="3"))
    assert response.status_code == 422
    assert 'name="seats"' in response.content.decode()
    assert not Table.objects.exists()


def test_where_seats_can_be_chosen_they_must_be(alice, visit):
    assert visit(alice).post("/games/lombard/new/", build_fields("lombard")).status_code == 422


def validate(slug: str, **changes: str):
    form = TableForm(registry.list_metadata()[slug], {"seats": "4"} | build_fields(slug, **changes))
    assert form.is_valid(), form.errors
    return form


@pytest.mark.parametrize("field", ["clock", "own_clock"])
def test_a_clock_behind_more_goes_before_the_pace(field):
    offered = [code for code, _name in TableForm(registry.list_metadata()["lombard"]).fields[field].choices if code]
    assert len(offered) == {"clock": 4, "own_clock": 7}[field]
    for code in offered:
        assert clock_code(validate("lombard", **{field: code}).get_time_control().clock) == code


def test_every_clock_is_offered_once():
    form = TableForm(registry.list_metadata()["lombard"])
    offered = [tile.value for tile in form.pace_tiles()]
    offered += [code for name in ("clock", "own_clock") for code, _name in form.fields[name].choices if code]
    assert sorted(offered) == sorted(map(clock_code, CLOCKS))


def test_bots_take_all_other_seats_of_a_private_table(alice, visit):
    for slug, seats in (("lombard", 4), ("sdc", 2)):
        assert visit(alice).post(
            f"/games/{slug}/new/", build_fields(slug, seats=str(seats), bots="0", visibility="bots")
        )
        new_table = Table.objects.latest("pk")
        assert (new_table.visibility, new_table.seats.filter(played_by="bot").count()) == ("private", seats - 1)
    alone = validate("crown", seats="1", opt_mode="solo", bots="0", visibility="bots")
    assert (alone.cleaned_data["visibility"], alone.cleaned_data["bots"]) == ("private", 0)
    assert validate("lombard", bots="2", visibility="bots").cleaned_data["bots"] == 2


def test_only_invited_people_may_be_asked_for_in_any_company():
    for visibility in ("link", "public", "private"):
        assert validate("lombard", visibility=visibility, private="on").cleaned_data["visibility"] == "private"


def test_what_is_wrong_behind_more_opens_it(alice, visit):
    opened, closed = '<details class="fold" id="more" open>', '<details class="fold" id="more">'
    client, address = visit(alice), "/games/lombard/new/"
    assert closed in client.get(address).text
    assert opened in client.get(f"{address}?preset=crowd").text
    assert opened in client.post(address, build_fields("lombard", seats="4", opt_start_coins="7")).text
    assert opened in client.post(address, build_fields("lombard", seats="2", bots="2")).text
    assert opened in visit(alice).post("/games/crown/new/", build_fields("crown", seats="1")).text
    assert closed in client.post(address, build_fields("lombard", seats="4", turn_seconds="1")).text

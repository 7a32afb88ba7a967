"""The table's options as the form offers them."""

import pytest
from django.test import Client
from django.utils.html import escape
from django.utils.translation import override

from games.catalog.dilemma.metadata import BIG_BLIND, DOUBLED, METADATA, STANDARD
from games.tables.forms.table_form import OPTION_PREFIX, TableForm
from games.tables.models import Table

SETUP = {"seats": "4", "bots": "0", "bot_level": "normal", "visibility": "public", "turn_seconds": "86400"}


def form(**options: str) -> TableForm:
    """As posted, with the options changed from their defaults."""
    usual = {OPTION_PREFIX + option.key: str(option.default) for option in METADATA.options}
    return TableForm(METADATA, SETUP | usual | {OPTION_PREFIX + key: value for key, value in options.items()})


def test_the_usual_options_are_fine() -> None:
    assert form().is_valid()


@pytest.mark.parametrize("penalty", ["50", BIG_BLIND])
def test_a_high_penalty_needs_the_doubled_bonuses(penalty: str) -> None:
    assert form(penalty=penalty, bonus_table=DOUBLED).is_valid()
    refused = form(penalty=penalty, bonus_table=STANDARD)
    assert not refused.is_valid()
    assert list(refused.errors) == ["opt_penalty"]


USUAL = ["50", "50", "100", "100", "150", "200", "200", "300", "500"]


def own(amounts: list[str], **options: str) -> TableForm:
    """With own amounts in the nine fields."""
    fields = {f"bonus_table_{at}": amount for at, amount in enumerate(amounts)}
    return form(bonus_table="own", **fields, **options)


def test_own_amounts_are_one_text() -> None:
    own_form = own([*USUAL[:7], " 1,000", "1000"])
    assert own_form.is_valid()
    assert own_form.options()["bonus_table"] == "50,50,100,100,150,200,200,1000,1000"
    assert (estimate := own_form.estimate()) is not None
    assert estimate.visits > 1


def test_the_amounts_of_a_preset_count_for_nothing() -> None:
    preset_form = form(bonus_table=DOUBLED, bonus_table_0="7")
    assert preset_form.is_valid()
    assert preset_form.options()["bonus_table"] == DOUBLED


@pytest.mark.parametrize("amount", ["", "5", "0", "1010", "-50", "ten", "<b>", "50.0", "1e2"])
def test_another_amount_is_refused_and_kept(amount: str) -> None:
    refused = own([*USUAL[:1], amount, *USUAL[2:]])
    assert refused.errors == {
        "opt_bonus_table": ["one pair: please enter a multiple of 10, from 10 to 1000."],
    }
    html = str(refused["opt_bonus_table"])
    assert f'name="opt_bonus_table_1" id="id_opt_bonus_table_1" value="{escape(amount)}"' in html
    assert '<option value="own" selected>' in html
    assert refused.estimate() is None


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "A penalty of $20 is more than half of the smallest bonus, $30: the bank would hardly shrink."),
        ("ja", "ペナルティの$20が、最も少ないボーナスの$30の半分を超えています。バンクがなかなか減りません。"),
    ],
)
def test_too_high_a_penalty_is_refused_in_words(language: str, says: str) -> None:
    with override(language):
        assert own(["30", *USUAL[1:]]).errors == {"opt_penalty": [says]}


@pytest.mark.django_db
def test_a_refused_form_makes_no_table(client: Client) -> None:
    sent = own(["5", *USUAL[1:]]).data
    response = client.post("/games/dilemma/new/", sent)
    assert response.status_code == 422
    assert "high card: please enter a multiple of 10" in response.content.decode()
    assert not Table.objects.exists()


@pytest.mark.django_db
def test_the_table_tells_its_bonuses_in_words(client: Client) -> None:
    client.post("/games/dilemma/new/", own(["60", *USUAL[1:]]).data)
    page = client.get(f"/tables/{Table.objects.get().public_id}/").content.decode()
    assert "high card $60, one pair $50, two pair $100" in page


def test_every_bonus_table_has_nine_multiples_of_ten() -> None:
    tables = next(option for option in METADATA.options if option.key == "bonus_table").choices
    amounts = [[int(chips) for chips in str(table).split(",")] for table in tables]
    assert all(len(row) == 9 and all(chips > 0 and chips % 10 == 0 for chips in row) for row in amounts)


@pytest.mark.parametrize("preset", METADATA.presets, ids=lambda preset: preset.key)
def test_presets_are_offered(preset) -> None:  # type: ignore[no-untyped-def]
    assert METADATA.clean_options(preset.options)
    assert form(**{key: str(value) for key, value in preset.options.items()}).is_valid()

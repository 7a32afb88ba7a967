"""The table's options as the form offers them."""

import pytest

from games.tables.forms import OPTION, TableForm
from games.titles.dilemma.meta import BIG_BLIND, DOUBLED, META, STANDARD

SETUP = {"seats": "4", "bots": "0", "bot_level": "normal", "visibility": "public", "turn_seconds": "86400"}


def form(**options: str) -> TableForm:
    """As posted, with the options changed from their defaults."""
    usual = {OPTION + option.key: str(option.default) for option in META.options}
    return TableForm(META, SETUP | usual | {OPTION + key: value for key, value in options.items()})


def test_the_usual_options_are_fine() -> None:
    assert form().is_valid()


@pytest.mark.parametrize("penalty", ["50", BIG_BLIND])
def test_a_high_penalty_needs_the_doubled_bonuses(penalty: str) -> None:
    assert form(penalty=penalty, bonus_table=DOUBLED).is_valid()
    refused = form(penalty=penalty, bonus_table=STANDARD)
    assert not refused.is_valid()
    assert list(refused.errors) == ["opt_penalty"]


def test_every_bonus_table_has_nine_multiples_of_ten() -> None:
    tables = next(option for option in META.options if option.key == "bonus_table").choices
    amounts = [[int(chips) for chips in str(table).split(",")] for table in tables]
    assert all(len(row) == 9 and all(chips > 0 and chips % 10 == 0 for chips in row) for row in amounts)


@pytest.mark.parametrize("preset", META.presets, ids=lambda preset: preset.key)
def test_presets_are_offered(preset) -> None:  # type: ignore[no-untyped-def]
    assert META.options_checked(preset.options)
    assert form(**{key: str(value) for key, value in preset.options.items()}).is_valid()

"""How long a table will take: by title, options, seats, bots and the time for a decision."""

from dataclasses import replace
from itertools import product

import pytest

from games.catalog import registry
from games.clocks.time_control import TURN_SECONDS
from games.engine.localized_text import EMPTY_TEXT
from games.engine.metadata import OptionConflict
from games.tables.clocks.duration_estimate import DAY, HOUR, MINUTE, DurationEstimate, estimate_duration

METAS = registry.list_metadata()
MEASURED = [slug for slug in METAS if registry.get_duration(slug)]


def of(
    slug: str = "sdc", seats: int = 2, bots: int = 0, turn_seconds: int = DAY, **options: int | str
) -> DurationEstimate:
    meta = METAS[slug]
    duration = estimate_duration(meta, meta.clean_options(options), seats, bots=bots, turn_seconds=turn_seconds)
    assert duration is not None
    return duration


def test_at_three_looks_a_day() -> None:
    """SdC: 16 visits each with plans, so 16 looks, which are five days and a third."""
    assert of() == DurationEstimate("daily", 16, 5 * DAY)
    assert of(turn_seconds=0) == of(turn_seconds=7 * DAY) == of(turn_seconds=8 * HOUR) == of()


def test_with_an_hour_for_a_decision_people_look_in_every_hour() -> None:
    assert of(turn_seconds=HOUR) == DurationEstimate("hourly", 16, 16 * HOUR)


@pytest.mark.parametrize("turn_seconds", [60, 120, 300])
def test_live_it_is_minutes(turn_seconds: int) -> None:
    assert of(turn_seconds=turn_seconds) == DurationEstimate("live", 22, 15 * MINUTE)


@pytest.mark.parametrize(
    ("clock", "kind"), [((600, 15), "live"), ((7_200, 120), "hourly"), ((86_400, 7_200), "daily"), ((0, 0), "daily")]
)
def test_a_bank_has_to_last_for_all_decisions(clock: tuple[int, int], kind: str) -> None:
    meta = METAS["sdc"]
    duration = estimate_duration(meta, meta.clean_options({}), 2, turn_seconds=clock[0], increment_seconds=clock[1])
    assert duration is not None
    assert duration == {"live": of(turn_seconds=60), "hourly": of(turn_seconds=HOUR), "daily": of()}[kind]


def test_options_count() -> None:
    assert of(start_coins=5).visits < of().visits < of(start_coins=20).visits
    assert of(start_coins=20, stage_limit=20).visits < of(start_coins=20).visits
    assert of(max_bid=10).visits < of(max_bid=3).visits


def test_seats_count() -> None:
    """One after the other: the more are at the table, the longer a round takes."""
    two, four = (of("lombard", seats=seats, turn_seconds=60) for seats in (2, 4))
    assert four.seconds / four.visits > two.seconds / two.visits


def test_bots_take_waiting_away_but_nothing_to_decide() -> None:
    people, mixed = of("doudizhu", seats=4, deals=4), of("doudizhu", seats=4, bots=2, deals=4)
    assert mixed.visits == people.visits
    assert (people.seconds, mixed.seconds) == (19 * DAY, 13 * DAY)


def test_plans_save_visits_and_waiting_but_not_live() -> None:
    """Dilemma is halved, and more; at Lombard it is the waiting for others."""
    for slug, visits, looks in (("dilemma", 50, 40), ("doudizhu", 70, 60), ("lombard", 90, 50)):
        pace, options = registry.get_duration(slug), METAS[slug].clean_options({})
        assert pace
        planned = pace.with_premoves(options, 4)
        assert 100 * planned[0] <= visits * pace.visits(options, 4), slug
        assert 100 * planned[1] <= looks * pace.check_ins(options, 4), slug
        assert of(slug, seats=4).visits == planned[0]
        assert of(slug, seats=4, turn_seconds=60).visits == pace.visits(options, 4)


@pytest.mark.parametrize("slug", MEASURED)
def test_with_bots_alone_nobody_waits(slug: str) -> None:
    seats = METAS[slug].seats_default
    assert of(slug, seats=seats, bots=seats - 1).kind == "alone"


@pytest.mark.parametrize("slug", MEASURED)
def test_every_table_that_can_be_has_one(slug: str) -> None:
    meta = METAS[slug]
    for values in product(*(option.choices for option in meta.options)):
        options = dict(zip((option.key for option in meta.options), values, strict=True))
        low, high = meta.get_seat_range(options)
        for seats in range(low, high + 1):
            duration = estimate_duration(meta, options, seats)
            if meta.find_conflict(options):
                assert duration is None
            else:
                assert duration is not None
                assert duration.kind == "alone" or (duration.visits >= 1 and duration.seconds >= DAY / 4)


@pytest.mark.parametrize(("seats", "bots"), [(1, 0), (3, 0), (2, 2)])
def test_a_table_that_cannot_be_has_none(seats: int, bots: int) -> None:
    meta = METAS["sdc"]
    assert estimate_duration(meta, meta.clean_options({}), seats, bots=bots) is None


def test_options_that_do_not_go_together_have_none() -> None:
    meta = replace(METAS["sdc"], find_conflict=lambda _: OptionConflict("max_bid", EMPTY_TEXT))
    assert estimate_duration(meta, METAS["sdc"].clean_options({}), 2) is None


@pytest.mark.parametrize("slug", METAS)
def test_ready_made_settings_are_on_the_form(slug: str) -> None:
    for preset in METAS[slug].presets:
        assert preset.turn_seconds in TURN_SECONDS
        assert METAS[slug].clean_options(preset.options)


def test_lengths_are_no_more_precise_than_a_guess() -> None:
    for seats, target, turn in product(range(2, 12), (16, 24, 32), TURN_SECONDS):
        seconds = of("lombard", seats=seats, target_coins=target, turn_seconds=turn).seconds
        unit = MINUTE if seconds < 1.5 * HOUR else HOUR if seconds < 1.5 * DAY else DAY
        assert seconds % unit == 0
        assert unit > MINUTE or seconds <= 12 * MINUTE or seconds % (5 * MINUTE) == 0

"""The example site: its people, its tables, and a check that the database was empty."""

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from accounts.models import Sanction, User
from games.catalog import registry
from games.demo.fill import NotEmptyError, fill
from games.demo.people import MODERATOR
from games.moderation.models import Report
from games.tables.models import Table
from tests import second_factor

PASSWORD = "a-password-of-the-demo"
pytestmark = pytest.mark.database


@pytest.mark.django_db
def test_a_demo_has_tables_of_every_game_and_a_dozen_open_cases(client: Client) -> None:
    site = fill(PASSWORD)
    ended = Table.objects.filter(status=Table.Status.FINISHED, visibility="public")
    assert set(ended.values_list("game_slug", flat=True)) == set(registry.list_metadata())
    running = Table.objects.filter(status=Table.Status.RUNNING)
    assert set(running.values_list("game_slug", flat=True)) == set(registry.list_metadata())
    assert Table.objects.filter(status=Table.Status.OPEN).count() == 2
    waiting = Report.objects.filter(decided_at=None)
    assert set(waiting.values_list("category", flat=True)) == set(Report.Category.values)
    assert waiting.filter(duplicate_of=None).count() >= 12
    assert Sanction.objects.exclude(appeal="").count() == 1
    for address in site.addresses.values():
        client.force_login(site.people["Sakura"])
        assert client.get(address).status_code in (200, 302), address


@pytest.mark.django_db
def test_its_moderator_finds_the_queue(client: Client) -> None:
    moderator = fill(PASSWORD).people[MODERATOR]
    assert moderator.check_password(PASSWORD)
    client.force_login(moderator)
    session = client.session
    second_factor.shown(moderator, session)
    session.save()
    assert client.get(reverse("admin:moderation_report_queue")).status_code == 200


@pytest.mark.django_db
def test_a_database_with_people_is_left_alone() -> None:
    User.objects.create_user("somebody", name="Somebody")
    with pytest.raises(NotEmptyError):
        fill(PASSWORD)
    with pytest.raises(CommandError):
        call_command("fill_demo")
    assert User.objects.count() == 1

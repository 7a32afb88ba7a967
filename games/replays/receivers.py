"""What replays listen to: tables that end, pages of tables, people who are anonymised."""

from typing import Any

from django.dispatch import receiver

from accounts.signals import person_anonymised
from games.replays.archive.services import seal_soon
from games.replays.forks import selectors as forks
from games.replays.imports.services import records_forgotten
from games.replays.viewer import score_chart
from games.tables.signals import InvitePageBuilt, MatchFinished, TablePageBuilt


@receiver(MatchFinished.signal)
def archive_match(message: MatchFinished, **_: Any) -> None:
    seal_soon(message.session)


@receiver(TablePageBuilt.signal)
def add_chart(message: TablePageBuilt, **_: Any) -> None:
    score_chart.page_made(message.access, message.context)


@receiver(TablePageBuilt.signal)
def add_fork_origin(message: TablePageBuilt, **_: Any) -> None:
    forks.page_made(message.access, message.context)


@receiver(InvitePageBuilt.signal)
def add_fork_origin_for_invited(message: InvitePageBuilt, **_: Any) -> None:
    forks.invitation_made(message.access, message.user_id, message.context)


@receiver(person_anonymised)
def delete_imports(person: Any, **_: Any) -> None:
    records_forgotten(person.pk)

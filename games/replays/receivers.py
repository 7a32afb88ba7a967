"""What replays listen to: tables that end, pages of tables, people who are anonymised."""

from typing import Any

from django.dispatch import receiver

from accounts.signals import guest_merged, user_anonymized
from games.replays.analysis.services import can_be_analysed, forget_requester
from games.replays.archive.services import schedule_archive
from games.replays.forks import selectors as forks
from games.replays.imports.services import delete_user_imports
from games.replays.models import ImportedMatch
from games.replays.reviews.services import leave_lead
from games.replays.viewer import history_moments, score_chart
from games.tables.signals import HistoryBuilt, InvitePageBuilt, MatchEnded, TablePageBuilt


@receiver(MatchEnded.signal)
def archive_match(message: MatchEnded, **_: Any) -> None:
    schedule_archive(message.session)


@receiver(TablePageBuilt.signal)
def add_chart(message: TablePageBuilt, **_: Any) -> None:
    score_chart.add_chart_to_page(message.access, message.context)


@receiver(TablePageBuilt.signal)
def offer_analysis(message: TablePageBuilt, **_: Any) -> None:
    message.context["can_analyse"] = can_be_analysed(message.access.table)


@receiver(TablePageBuilt.signal)
def add_fork_origin(message: TablePageBuilt, **_: Any) -> None:
    forks.add_fork_to_table_page(message.access, message.context)


@receiver(InvitePageBuilt.signal)
def add_fork_origin_for_invited(message: InvitePageBuilt, **_: Any) -> None:
    forks.add_fork_to_invite_page(message.access, message.user_id, message.context)


@receiver(HistoryBuilt.signal)
def add_moments(message: HistoryBuilt, **_: Any) -> None:
    history_moments.add_moments_to_history(message.ids, message.moments)


@receiver(user_anonymized)
def leave_reviews(person: Any, **_: Any) -> None:
    leave_lead(person.pk)


@receiver(user_anonymized)
def forget_analyses(person: Any, **_: Any) -> None:
    forget_requester(person.pk)


@receiver(guest_merged)
def move_guest_imports(guest_id: int, account: Any, **_: Any) -> None:
    ImportedMatch.objects.filter(owner=guest_id).update(owner=account)


@receiver(user_anonymized)
def delete_imports(person: Any, **_: Any) -> None:
    delete_user_imports(person.pk)

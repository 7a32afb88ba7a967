"""Topics that open pages wait for. Apps register theirs in `AppConfig.ready`; the live hub knows none of them.

A topic is a table's public id, or `<public id>/<kind>` or `<public id>/<kind>.<code>` for something at a table that
changes independently, such as a chat room. Each topic has a row with its revision.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Model

TABLE = ""  # the kind of a table itself


@dataclass(frozen=True, slots=True)
class TopicKind:
    event: str  # name of the server-sent event
    query: str  # selects topics with their revisions; `{}` is a list of placeholders


_kinds: dict[str, TopicKind] = {}


def register_topics(model: type[Model], field: str, *, kinds: Iterable[str], event: str) -> None:
    """Register the topics in a field of `model`, whose rows have a `revision`."""
    query = f"SELECT {field}, revision FROM {model._meta.db_table} WHERE {field} IN ({{}})"
    _kinds.update(dict.fromkeys(kinds, TopicKind(event, query)))


def group_by_query(topics: Iterable[str]) -> dict[str, list[str]]:
    """Return the queries for the revisions of topics, each with its topics. Leaves out those of unknown kinds."""
    groups: dict[str, list[str]] = {}
    for topic in topics:
        if kind := _kinds.get(_get_kind(topic)):
            groups.setdefault(kind.query, []).append(topic)
    return groups


def get_event_name(topic: str) -> str:
    kind = _get_kind(topic)
    return _kinds[kind].event if kind in _kinds else kind


def _get_kind(topic: str) -> str:
    return topic.partition("/")[2].partition(".")[0]

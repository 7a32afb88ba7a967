"""Links from a person's list of ended matches to their moments."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from games.catalog import registry
from games.replays.models import MatchSummary
from games.replays.viewer.key_moments import list_moment_names

SHOWN = 3  # of a match


def add_moments_to_history(ids: Sequence[str], moments: dict[str, list[tuple[str, str]]]) -> None:
    """The deciding moment of each match, and the last of each kind of its key moments. 1 query."""
    for outline in MatchSummary.objects.filter(table__public_id__in=ids, end_seq__gt=0).select_related("table"):
        moments[outline.table.public_id] = _list_links(outline)[:SHOWN]


def _list_links(outline: MatchSummary) -> list[tuple[str, str]]:
    table = outline.table
    names = list_moment_names(registry.list_metadata()[table.game_slug])
    last = {kind: n for n, kind, _seat in outline.key_moments if kind in names}
    links = [(reverse("replays:position", args=(table.public_id, n)), names[kind]) for kind, n in last.items()]
    if not table.is_participants_only:  # it is drawn for everyone or for no one
        links.insert(0, (reverse("replays:moment", args=(table.public_id,)), _("deciding moment")))
    return links

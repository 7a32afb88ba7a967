"""The replay data of a person, for their data download: sharing choices, analyses, and imports."""

from typing import Any

from accounts.models import User
from games.replays.models import Analysis, ImportedMatch, Review, SharingPreference


def export_replays(person: User) -> dict[str, Any]:
    """Records are in the files they were imported from, and handed out by their pages; here is what describes them."""
    brought = ImportedMatch.objects.filter(owner=person).order_by("pk")
    return {
        "reviews_led": list(
            Review.objects.filter(leader=person).order_by("pk").values("table__public_id", "n", "moved_at")
        ),
        "analyses_requested": list(
            Analysis.objects.filter(requested_by=person)
            .order_by("pk")
            .values("table__public_id", "seat", "status", "requested_at")
        ),
        "sharing_preferences": list(
            SharingPreference.objects.filter(user=person).order_by("pk").values("table__public_id", "replay_visibility")
        ),
        "imported_matches": list(
            brought.values("public_id", "game", "names", "is_link_shared", "sha256", "created_at")
        ),
    }

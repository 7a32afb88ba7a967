"""What replays keep of somebody, for them to take along: who may see their matches, and what they brought."""

from typing import Any

from accounts.models import User
from games.replays.models import ImportedMatch, SharingPreference


def export_replays(person: User) -> dict[str, Any]:
    """Records are in the files they were brought in, and handed out by their pages; here is what was said of them."""
    brought = ImportedMatch.objects.filter(bringer=person).order_by("pk")
    return {
        "wishes": list(
            SharingPreference.objects.filter(user=person).order_by("pk").values("table__public_id", "sharing")
        ),
        "brought": list(brought.values("public_id", "title", "names", "by_link", "sha256", "created_at")),
    }

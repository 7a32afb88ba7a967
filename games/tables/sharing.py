"""Who may see a match that is over, as long as nobody who took part has wished otherwise."""

from games.tables.models import Table

Sharing, Visibility = Table.Sharing, Table.Visibility
_BY_VISIBILITY = {
    Visibility.PUBLIC: Sharing.LISTED, Visibility.LINK: Sharing.LINK, Visibility.PRIVATE: Sharing.PARTICIPANTS
}  # fmt: skip


def sharing_unasked(visibility: str, people: int) -> Table.Sharing:
    """By who could see it while it lasted; a match that one person played against bots, by who is given the link."""
    sharing = _BY_VISIBILITY[Visibility(visibility)]
    return max(sharing, Sharing.LINK) if people == 1 else sharing

"""What the talk listens to. Connected when the app is ready."""

from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts import exporting, signals, ties
from games.tables import hooks
from games.tables.access import Access
from games.tables.desk import Desk
from games.tables.errors import NotAllowed
from games.talk import comments, friends, invitations, lobby, own_data
from games.talk.models import Block, Friendship, Invitation, Line, Mute, Note
from games.talk.rooms import place, topic
from games.talk.shunning import is_blocked


def connect() -> None:
    hooks.page_made.connect(talk_added)
    hooks.page_made.connect(lobby.inviting_added)
    hooks.seat_wanted.connect(host_asked)
    hooks.replay_made.connect(comments.page_made)
    hooks.lists_made.connect(lobby.lists_added)
    hooks.lists_glanced.connect(lobby.glance_added)
    hooks.form_made.connect(lobby.friends_offered)
    hooks.form_sent.connect(lobby.table_told)
    signals.person_anonymised.connect(words_forgotten, dispatch_uid="games.words_forgotten")
    ties.register(friends.friend_ties, {"friend": _("friends here")})
    ties.register(invitations.invitation_ties, {"invitation": _("one invited the other to a table")})
    exporting.register("chat", own_data.lines_exported)
    exporting.register("notes", own_data.notes_exported)
    exporting.register("people", own_data.company_exported)


def talk_added(access: Access, page: dict[str, Any]) -> None:
    """What the page's stream tells of besides; nothing where nobody could answer. No query: the panel asks itself.

    The reader's own room alone, although before the start they read the other as well: the stream may outlast that.
    """
    if not access.alone:
        page["topics"] = [topic(access.table.public_id, place(access).writes)]


def host_asked(d: Desk, user_id: int) -> None:
    """Whom the host has blocked can't sit down."""
    host = d.table.host_id
    if host is not None and host != user_id and is_blocked(by=host, other=user_id):
        raise NotAllowed("not-welcome")


def words_forgotten(person: Any, **more: Any) -> None:
    """Whoever goes for good leaves nothing they wrote, and nobody's list has them."""
    Line.objects.filter(user=person).delete()
    Note.objects.filter(user=person).delete()
    for model in (Mute, Block):
        model.objects.filter(user=person).delete()
        model.objects.filter(other=person).delete()
    Friendship.objects.filter(Q(asker=person) | Q(asked=person)).delete()
    Invitation.objects.filter(Q(inviter=person) | Q(invited=person)).delete()

"""What a moderator does about talk: hide a line, silence a person. Each is noted for good (`TalkAction`)."""

from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.db.models.functions import Now

from accounts import ties
from accounts.models import User
from games.tables.errors import Conflict, Malformed, NotAllowed, Unprocessable
from games.tables.locking import write_transaction
from games.talk.cleaning import cleaned
from games.talk.models import REASON_LENGTH, Line, Room, Silence, TalkAction
from games.talk.saying import room_moved

Action = TalkAction.Action
HOURS = (1, 24, 24 * 7, 24 * 30)  # for how long somebody can be silenced


def talk_moderated(*, room_pk: int, number: int, moderator: User, action: str, reason: str, hours: int = 0) -> None:
    """Do it about that line or the person who wrote it. Raises a Refusal, and then nothing has been done.

    Whoever has a seat at the table, or plays with that person, leaves it to others, or to superusers.
    """
    why = cleaned(reason)
    if not 1 <= len(why) <= REASON_LENGTH:
        raise Malformed("reason-needed", {"max": REASON_LENGTH})
    with write_transaction():
        room = Room.objects.select_for_update(no_key=True).select_related("table").filter(pk=room_pk).first()
        line = Line.objects.filter(room=room_pk, number=number).select_related("user").first()
        if room is None or line is None:
            raise Conflict("no-such-line")
        _check_may(moderator, room, line)
        until = None
        match action:
            case Action.HIDE | Action.SHOW:
                _set_hidden(room, line, hidden=action == Action.HIDE)
            case Action.SILENCE:
                until = _silenced(line.user, hours)
            case Action.SPEAK:
                Silence.objects.filter(user=line.user).delete()
            case _:
                raise Unprocessable("report-bad", {"max": REASON_LENGTH})
        TalkAction.objects.create(
            table=room.table, room=room.name, number=number, person=line.user.public_id, moderator=moderator,
            action=action, until=until, reason=why,
        )  # fmt: skip


def _check_may(moderator: User, room: Room, line: Line) -> None:
    if not moderator.has_perm("games.moderate_talk"):
        raise NotAllowed("not-a-moderator")
    plays_here = room.table.seats.filter(user=moderator).exists()
    if not moderator.is_superuser and (plays_here or ties.tied(moderator.pk, line.user_id)):
        raise NotAllowed("plays-with-them")


def _set_hidden(room: Room, line: Line, *, hidden: bool) -> None:
    if line.hidden == hidden:
        raise Conflict("no-such-line")
    line.hidden = hidden
    line.save(update_fields=["hidden"])
    room_moved(room)


def _silenced(person: User, hours: int) -> datetime:
    if hours not in HOURS:
        raise Unprocessable("report-bad", {"max": REASON_LENGTH})
    if person.is_staff or person.is_superuser:
        raise NotAllowed("not-a-moderator")
    now = get_user_model().objects.annotate(now=Now()).values_list("now", flat=True).get(pk=person.pk)
    until: datetime = now + timedelta(hours=hours)
    Silence.objects.update_or_create(user=person, defaults={"until": until})
    return until

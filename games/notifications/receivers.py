"""Receivers for questions, matches, people's actions, and log-ins."""

from typing import Any

from allauth.account.signals import password_changed
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver

from accounts.signals import availability_changed, login_renewed, session_ended, user_anonymized
from games.notifications import people, presence, services
from games.notifications.models import Notification
from games.notifications.offer import get_turn_offer
from games.notifications.outbox import enqueue
from games.social.signals import (
    FriendAccepted,
    FriendRequested,
    FriendshipEnded,
    InvitationAnswered,
    Invited,
    MessageSent,
    PersonBlocked,
)
from games.tables.signals import (
    MatchEnded,
    MatchStarted,
    PauseBegan,
    PauseEnded,
    PauseVoted,
    QuestionsChanged,
    SeatGivenToBot,
    SeedRevealAwaited,
    TableArchived,
    TableFilled,
    TablePageBuilt,
    TimeRanOut,
)

Kind = Notification.Kind


@receiver(QuestionsChanged.signal)
def enqueue_questions(message: QuestionsChanged, **_: Any) -> None:
    enqueue.enqueue_your_turn(message.session, message.seats)


@receiver(SeedRevealAwaited.signal)
def enqueue_seed_reveals(message: SeedRevealAwaited, **_: Any) -> None:
    enqueue.enqueue_reveal_requests(message.session, message.seats)


@receiver(MatchStarted.signal)
def enqueue_start(message: MatchStarted, **_: Any) -> None:
    enqueue.enqueue_started(message.session)


@receiver(TableFilled.signal)
def enqueue_table_full(message: TableFilled, **_: Any) -> None:
    enqueue.enqueue_table_full(message.session, message.user_id)


@receiver(PauseVoted.signal)
def enqueue_pause_vote(message: PauseVoted, **_: Any) -> None:
    enqueue.enqueue_pause_vote(message.session, message.seat)


@receiver(PauseBegan.signal)
def enqueue_pause(message: PauseBegan, **_: Any) -> None:
    enqueue.enqueue_pause(message.session, message.voter)


@receiver(PauseEnded.signal)
def enqueue_pause_end(message: PauseEnded, **_: Any) -> None:
    enqueue.enqueue_pause_end(message.session, message.seat)


@receiver(TimeRanOut.signal)
def enqueue_timeout(message: TimeRanOut, **_: Any) -> None:
    enqueue.enqueue_timeout(message.session, message.seat)


@receiver(SeatGivenToBot.signal)
def enqueue_substitution(message: SeatGivenToBot, **_: Any) -> None:
    enqueue.enqueue_substitution(message.session, message.seat)


@receiver(MatchEnded.signal)
def enqueue_results(message: MatchEnded, **_: Any) -> None:
    enqueue.enqueue_match_ended(message.session)


@receiver(TableArchived.signal)
def delete_undelivered(message: TableArchived, **_: Any) -> None:
    enqueue.delete_undelivered(message.table)


@receiver(TablePageBuilt.signal)
def record_presence(message: TablePageBuilt, **_: Any) -> None:
    presence.record_page_view(message.access)


@receiver(TablePageBuilt.signal)
def add_offer(message: TablePageBuilt, **_: Any) -> None:
    message.context["turn_offer"] = get_turn_offer(message.access)


@receiver(FriendRequested.signal)
def tell_of_request(message: FriendRequested, **_: Any) -> None:
    people.tell_of_person(Kind.FRIEND_REQUEST, [message.recipient_id], message.requester_id)


@receiver(FriendAccepted.signal)
def tell_of_acceptance(message: FriendAccepted, **_: Any) -> None:
    people.mark_answered(message.recipient_id, Kind.FRIEND_REQUEST, actor_id=message.requester_id)
    people.tell_of_person(Kind.FRIEND_ACCEPTED, [message.requester_id], message.recipient_id)


@receiver(FriendshipEnded.signal)
def forget_friendship(message: FriendshipEnded, **_: Any) -> None:
    people.forget_friendship(message.user_id, message.other_id)


@receiver(PersonBlocked.signal)
def forget_person(message: PersonBlocked, **_: Any) -> None:
    people.forget_person(message.user_id, message.other_id)


@receiver(Invited.signal)
def tell_of_invitation(message: Invited, **_: Any) -> None:
    people.tell_of_invitation(message.invitee_ids, message.inviter_id, message.table_id)


@receiver(InvitationAnswered.signal)
def mark_invitation(message: InvitationAnswered, **_: Any) -> None:
    for kind in Notification.INVITING:
        people.mark_answered(message.user_id, kind, table_id=message.table_id)


@receiver(MessageSent.signal)
def tell_of_message(message: MessageSent, **_: Any) -> None:
    people.tell_of_message(message.table_id, message.number, message.reader_ids)


@receiver(availability_changed)
def reconsider_reminders(person: Any, **_: Any) -> None:
    enqueue.reconsider_reminders(person.pk)


@receiver(login_renewed)
def keep_subscription(request: Any, person: Any, **_: Any) -> None:
    services.keep_subscription(person, request.session)


@receiver(password_changed)
def keep_subscription_after_change(request: Any, user: Any, **_: Any) -> None:
    services.keep_subscription(user, request.session)


@receiver(user_logged_out)
def unsubscribe(request: Any, **_: Any) -> None:
    services.unsubscribe_push(request.session)


@receiver(session_ended)
def unsubscribe_elsewhere(session: Any, **_: Any) -> None:
    services.unsubscribe_push(session)


@receiver(user_anonymized)
def delete_everything(person: Any, **_: Any) -> None:
    services.delete_user_data(person)

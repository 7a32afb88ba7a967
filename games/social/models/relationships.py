"""Mutes, blocks, friendships, friend links and invitations to tables."""

from django.conf import settings
from django.db import models

from games.tables.models import ID_LENGTH, Table, new_public_id


class Mute(models.Model):
    """`user` doesn't want to read `other_user`: at one table, or (NULL) anywhere. Private."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="mutes", db_index=False
    )  # covered by `mute_once_here`
    other_user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    table = models.ForeignKey(Table, models.CASCADE, null=True, related_name="+")

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["user", "other_user", "table"], name="mute_once_here"),
            models.UniqueConstraint(
                fields=["user", "other_user"], condition=models.Q(table=None), name="mute_once_all"
            ),
        ]

    def __str__(self) -> str:
        return f"mute {self.pk}"


class Block(models.Model):
    """`user` wants no contact with `other_user`.

    They don't read them, get no invitations from them, and don't have them join tables they host.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocks", db_index=False
    )  # covered by `block_once`
    other_user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["user", "other_user"], name="block_once")]

    def __str__(self) -> str:
        return f"block {self.pk}"


class Friendship(models.Model):
    """A friend request from `requester` to `recipient`; mutual once accepted."""

    requester = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="friend_requests_sent", db_index=False
    )  # covered by `friendship_once`
    recipient = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="friend_requests_received")
    created_at = models.DateTimeField(auto_now_add=True)
    accepted_at = models.DateTimeField(null=True, blank=True)
    needs_notice = models.BooleanField(default=False, db_default=False)  # a worker has yet to notify the recipient

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["requester", "recipient"], name="friendship_once")]
        indexes = [models.Index(fields=["id"], name="friendship_notice", condition=models.Q(needs_notice=True))]

    def __str__(self) -> str:
        return f"friendship {self.pk}"


class SentFriendRequest(models.Model):
    """A request as its sender sees it until it is accepted: a typed name, or the person from whose page it was sent.

    With a typed name, nothing may reveal whether anyone has it, so `recipient` is never shown.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="sent_friend_requests")
    typed_name = models.CharField(max_length=40, blank=True)
    recipient = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["user", "typed_name"], condition=~models.Q(typed_name=""), name="sent_request_once"
            ),
            models.UniqueConstraint(
                fields=["user", "recipient"], condition=models.Q(typed_name=""), name="sent_request_on_page_once"
            ),
        ]

    def __str__(self) -> str:
        return f"sent request {self.pk}"


class FriendLink(models.Model):
    """A link that makes anyone who accepts it a friend of `user`."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="friend_link")
    code = models.CharField(max_length=ID_LENGTH, unique=True, default=new_public_id)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return "friend link"


class TableInvitation(models.Model):
    """An invitation to take a seat at a table. Answers are kept.

    A refusal prevents further invitations; an acceptance is a conflict of interest
    (accounts.staff.conflicts_of_interest).
    """

    table = models.ForeignKey(
        Table, models.CASCADE, related_name="invitations", db_index=False
    )  # covered by `table_invitation_once`
    inviter = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    invitee = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations")
    # By a typed name: the inviter must not learn who has it.
    by_name = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    declined_at = models.DateTimeField(null=True, blank=True)
    accepted_at = models.DateTimeField(null=True, blank=True)
    needs_notice = models.BooleanField(default=False, db_default=False)  # a worker has yet to notify the invitee

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["table", "invitee"], name="table_invitation_once")]
        indexes = [models.Index(fields=["id"], name="invitation_notice", condition=models.Q(needs_notice=True))]

    def __str__(self) -> str:
        return f"invitation {self.pk}"


class ShownToFriends(models.Model):
    """A link-only table that is still listed in the lobby of the host's friends."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="shown_to_friends")

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return "shown to friends"

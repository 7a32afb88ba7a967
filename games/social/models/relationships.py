"""Whom one does not want to read, whom one likes to play with, and who is invited where."""

from django.conf import settings
from django.db import models

from games.tables.models import ID_LENGTH, Table, new_public_id


class Mute(models.Model):
    """`user` doesn't want to read `other`: at one table, or (none) anywhere. Nobody else knows."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="mutes", db_index=False
    )  # `mute_once_here`
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
    """`user` wants nothing of `other`: reads nothing, is not invited, is not joined at tables `user` hosts."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocks", db_index=False
    )  # `block_once`
    other_user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["user", "other_user"], name="block_once")]

    def __str__(self) -> str:
        return f"block {self.pk}"


class Friendship(models.Model):
    """`asker` would like `asked` to be their friend; both are each other's once it is accepted."""

    requester = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="friend_requests_sent", db_index=False
    )  # `friendship_once`
    recipient = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="friend_requests_received")
    created_at = models.DateTimeField(auto_now_add=True)
    accepted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["requester", "recipient"], name="friendship_once")]

    def __str__(self) -> str:
        return f"friendship {self.pk}"


class SentFriendRequest(models.Model):
    """What `user` reads of a request of theirs until it is accepted: the name as they typed it, or the person on whose
    page they asked. With a typed name nothing shows whether anybody has it: `recipient` is then never told."""

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
    """Whoever has this link may become a friend of `user` at once."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="friend_link")
    code = models.CharField(max_length=ID_LENGTH, unique=True, default=new_public_id)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return "friend link"


class TableInvitation(models.Model):
    """Somebody at a table would like `invited` to sit down there. The answer stays with it: a no lest they be asked
    again, a yes because it ties the two (accounts.staff.conflicts_of_interest)."""

    table = models.ForeignKey(
        Table, models.CASCADE, related_name="invitations", db_index=False
    )  # `table_invitation_once`
    inviter = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    invitee = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations")
    # That was typed: the inviter doesn't know who has it.
    by_name = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    declined_at = models.DateTimeField(null=True, blank=True)
    accepted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["table", "invitee"], name="table_invitation_once")]

    def __str__(self) -> str:
        return f"invitation {self.pk}"


class ShownToFriends(models.Model):
    """A table by link that the friends of its host find in their lobby all the same."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="shown_to_friends")

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return "shown to friends"

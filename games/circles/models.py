"""Circles, their members, tables and webhooks."""

from typing import Self

from django.conf import settings
from django.db import models

from games.tables.models import ID_LENGTH, Seat, Table, new_public_id

NAME_LENGTH = 40


class Circle(models.Model):
    """A regular group of players. Only members see its page; anyone with the link may join."""

    public_id = models.CharField(max_length=ID_LENGTH, unique=True, default=new_public_id, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    # A member who manages the circle (games.circles.services).
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="owned_circles")
    join_code = models.CharField(max_length=ID_LENGTH, unique=True, default=new_public_id, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.name


class CircleMember(models.Model):
    # Covered by `circle_member_once`.
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="members", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="circles")
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["circle", "user"], name="circle_member_once")]

    def __str__(self) -> str:
        return f"member {self.pk}"


class CircleWebhook(models.Model):
    """Where the circle's turns are posted: a chat room that all its readers can read, or someone's own program."""

    circle = models.OneToOneField(Circle, models.CASCADE, primary_key=True, related_name="webhook")
    url = models.CharField(max_length=500)  # secret: anyone who knows it can post there
    format = models.CharField(max_length=10, default="discord")  # like `NotificationSettings.webhook_format`
    problem = models.CharField(max_length=12, blank=True)  # `Delivery.Problem` of the last message

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"webhook {self.pk}"


class CircleTurn(models.Model):
    """The last question of a seat that was posted to the circle's webhook, so that each is posted once."""

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="circle_turn")
    question_seq = models.PositiveIntegerField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"turn {self.pk}"


class CircleTableQuerySet(models.QuerySet["CircleTable"]):
    def of_members(self) -> Self:
        """Return the tables whose host is a member of the circle now: a table leaves the circle with its host."""
        hosts = CircleMember.objects.filter(circle=models.OuterRef("circle"), user=models.OuterRef("table__host"))
        return self.filter(models.Exists(hosts))


class CircleTable(models.Model):
    """A table that a member created for a circle, or a member's rematch of one."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="circle_table")
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="tables")

    objects = CircleTableQuerySet.as_manager()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"table {self.pk}"

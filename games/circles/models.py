"""A circle, who is in it, its tables, and where their turns are told."""

from django.conf import settings
from django.db import models

from games.notifications.models import NotificationSettings
from games.tables.models import ID_LENGTH, Seat, Table, new_public_id

NAME_LENGTH = 40
Format = NotificationSettings.Format


class Circle(models.Model):
    """A few people who play with each other. Only they see its page; whoever has the link may join."""

    public_id = models.CharField(max_length=ID_LENGTH, unique=True, default=new_public_id, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    # One of the members, who looks after it (games.circles.services).
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="owned_circles")
    join_code = models.CharField(max_length=ID_LENGTH, unique=True, default=new_public_id, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.name


class CircleMember(models.Model):
    """Somebody in a circle."""

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="members", db_index=False)  # `circle_member_once`
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="circles")
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["circle", "user"], name="circle_member_once")]

    def __str__(self) -> str:
        return f"member {self.pk}"


class CircleWebhook(models.Model):
    """Where the circle's turns are told: a chat room that all its readers can read, or a program of somebody's own."""

    circle = models.OneToOneField(Circle, models.CASCADE, primary_key=True, related_name="webhook")
    url = models.CharField(max_length=500)  # a secret: whoever knows it can write there
    format = models.CharField(max_length=10, choices=Format.choices, default=Format.DISCORD)
    problem = models.CharField(max_length=12, blank=True)  # `Delivery.Problem` of the last message

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"webhook {self.pk}"


class CircleTurn(models.Model):
    """The last question of a seat that the circle's webhook told of, so that each is told once."""

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="circle_turn")
    question_seq = models.PositiveIntegerField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"turn {self.pk}"


class CircleTable(models.Model):
    """A table that was set up for a circle, or is the rematch of one."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="circle_table")
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="tables")

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"table {self.pk}"

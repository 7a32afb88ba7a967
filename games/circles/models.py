"""A circle, who is in it, and its tables."""

from django.conf import settings
from django.db import models

from games.tables.models import ID_LENGTH, Table, new_public_id

NAME_LENGTH = 40


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


class CircleTable(models.Model):
    """A table that was set up for a circle, or is the rematch of one."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="circle_table")
    circle = models.ForeignKey(Circle, models.CASCADE, related_name="tables")

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"table {self.pk}"

"""Guests whose seats were moved to an account."""

from django.conf import settings
from django.db import models


class MergedGuest(models.Model):
    """A guest who logged in to an account. `guest_id` isn't a foreign key because it must outlive the guest's row.

    Logs mark seats with the key of the person who sat down, so an account's seat may carry a guest's key.
    """

    guest_id = models.BigIntegerField(unique=True)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="merged_guests")
    merged_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"guest {self.guest_id}"

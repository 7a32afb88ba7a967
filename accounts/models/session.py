"""Sessions, known devices and hashed networks of people."""

from typing import ClassVar, Self

from django.contrib.sessions.base_session import AbstractBaseSession, BaseSessionManager
from django.db import models

from accounts.models.user import User


class KnownDevice(models.Model):
    """A browser a person has logged in with.

    It is identified by a cookie of which only a hash is stored (accounts.services.browser_devices).
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="known_devices")
    token_hash = models.CharField(max_length=64)
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["token_hash", "user"], name="known_device_once")]

    def __str__(self) -> str:
        return f"device {self.pk}"


class NetworkFingerprint(models.Model):
    """A hash of a network a person used in a given week.

    The network can't be recovered later (accounts.services.network_fingerprints).
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="network_fingerprints")
    week = models.PositiveIntegerField(db_index=True)  # weeks since 1970
    token_hash = models.CharField(max_length=64)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["token_hash", "user"], name="network_fingerprint_once")]

    def __str__(self) -> str:
        return f"network {self.pk}"


class NetworkSalt(models.Model):
    """The salt for hashing this week's networks. Deleted when the week is over."""

    week = models.PositiveIntegerField(primary_key=True)
    value = models.CharField(max_length=43)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"salt of week {self.week}"


class Session(AbstractBaseSession):
    """A log-in, or an anonymous visit with session data. Session and person can be read in one query."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="sessions")
    seen_at = models.DateTimeField(null=True)  # updated at most once a day (accounts.services.login_sessions)

    objects: ClassVar[BaseSessionManager[Self]] = BaseSessionManager()

    class Meta(AbstractBaseSession.Meta):
        default_permissions = ()

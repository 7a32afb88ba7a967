"""What is kept of a log-in."""

from typing import ClassVar, Self

from django.contrib.sessions.base_session import AbstractBaseSession, BaseSessionManager
from django.db import models

from accounts.models.user import User


class KnownDevice(models.Model):
    """A browser somebody has logged in with, known by a cookie of which only a hash is kept
    (accounts.services.browser_devices)."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="known_devices")
    token_hash = models.CharField(max_length=64)
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["token_hash", "user"], name="known_device_once")]

    def __str__(self) -> str:
        return f"device {self.pk}"


class NetworkFingerprint(models.Model):
    """That somebody came from a network in a week. Which one nobody can tell any more
    (accounts.services.network_fingerprints)."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="network_fingerprints")
    week = models.PositiveIntegerField(db_index=True)  # since 1970
    token_hash = models.CharField(max_length=64)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["token_hash", "user"], name="network_fingerprint_once")]

    def __str__(self) -> str:
        return f"network {self.pk}"


class NetworkSalt(models.Model):
    """What this week's networks are hashed with; gone with the week."""

    week = models.PositiveIntegerField(primary_key=True)
    value = models.CharField(max_length=43)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"salt of week {self.week}"


class Session(AbstractBaseSession):
    """A log-in, or a visit that has left something behind. It knows its person, so that both are read at once."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="sessions")
    seen_at = models.DateTimeField(null=True)  # a day late at most (accounts.services.login_sessions)

    objects: ClassVar[BaseSessionManager[Self]] = BaseSessionManager()

    class Meta(AbstractBaseSession.Meta):
        default_permissions = ()

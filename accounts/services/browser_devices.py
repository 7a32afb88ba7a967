"""Browsers that people have used, so that a sanction can't be evaded by returning in the same browser as a new person.

A browser is identified by a signed cookie with a random token, for 90 days after its last log-in. Only a salted hash of
the token is stored, with the people who logged in there. The browser isn't fingerprinted.
"""

from collections import defaultdict
from collections.abc import Collection
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import get_random_string, salted_hmac

from accounts.models import KnownDevice, Sanction, User
from config.db.locking import write_transaction

COOKIE = "device"
SALT = "tefuda.device"
DEVICE_LIFETIME = timedelta(days=90)
MAX_DEVICES_PER_USER = 50  # the newest ones, not counting those shared with others
MAX_USERS_PER_PRIVATE_DEVICE = 8  # a browser shared by more people belongs to a club and doesn't make them one person


def record_device(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Record that `user` logged in with this browser.

    The response sets or renews its cookie (accounts.middleware.user).
    """
    now = timezone.now()
    token = _token(request) or get_random_string(32)
    request.device_token = token  # type: ignore[attr-defined]  # for set_device_cookie
    device = KnownDevice(user=user, token_hash=_hash(token), expires_at=now + DEVICE_LIFETIME)
    other_devices = KnownDevice.objects.filter(token_hash=OuterRef("token_hash")).exclude(user=user.pk)
    alone = user.known_devices.filter(
        ~Exists(other_devices)
    )  # keep shared browsers: a person might want exactly those forgotten
    surplus = alone.order_by("-expires_at").values("pk")[MAX_DEVICES_PER_USER:]
    with write_transaction():
        KnownDevice.objects.bulk_create(
            [device], update_conflicts=True, unique_fields=["token_hash", "user"], update_fields=["expires_at"]
        )
        KnownDevice.objects.filter(Q(expires_at__lt=now) | Q(pk__in=surplus)).delete()


user_logged_in.connect(record_device, dispatch_uid="accounts.services.browser_devices.record_device")


def set_device_cookie(request: HttpRequest, response: HttpResponse) -> None:
    """Set the device cookie if someone logged in with this request."""
    if token := getattr(request, "device_token", None):
        response.set_signed_cookie(
            COOKIE,
            token,
            salt=SALT,
            max_age=DEVICE_LIFETIME,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )


def is_suspended_device(request: HttpRequest) -> bool:
    """Return whether a suspended person uses this browser, by its session or its device. 1 query at most."""
    user_id, token = request.session.get(SESSION_KEY), _token(request)
    if user_id is None and token is None:
        return False
    devices = KnownDevice.objects.filter(token_hash=_hash(token or ""), expires_at__gt=timezone.now())
    same = Q(person=user_id) | Q(person__in=devices.values("user"))
    return Sanction.objects.in_force().filter(same, kind=Sanction.Kind.SUSPEND).exists()


def list_user_ids_on_device(request: HttpRequest) -> list[int]:
    """List the keys of everyone who has used this browser. 1 query at most."""
    token = _token(request)
    if token is None:
        return []
    rows = KnownDevice.objects.filter(token_hash=_hash(token), expires_at__gt=timezone.now())
    return list(rows.values_list("user", flat=True))


def get_users_sharing_devices(person: User) -> "QuerySet[User]":
    """Return everyone else who has used one of the person's browsers."""
    own_tokens = KnownDevice.objects.filter(user=person, expires_at__gt=timezone.now()).values("token_hash")
    return User.objects.filter(known_devices__token_hash__in=own_tokens).exclude(pk=person.pk).distinct()


def list_second_account_ids(person_pk: int) -> set[int]:
    """Return the keys of others who share a browser with this person that only few people use. 1 query."""
    now = timezone.now()
    own_tokens = KnownDevice.objects.filter(user=person_pk, expires_at__gt=now).values("token_hash")
    users = defaultdict(set)
    for token, user in KnownDevice.objects.filter(token_hash__in=own_tokens, expires_at__gt=now).values_list(
        "token_hash", "user"
    ):
        users[token].add(user)
    return {user for of in users.values() if len(of) <= MAX_USERS_PER_PRIVATE_DEVICE for user in of} - {person_pk}


def filter_sharing_devices(accounts: Collection[int], people: Collection[int]) -> set[int]:
    """Return those of `people` who have used a browser of any of `accounts`. 1 query."""
    now = timezone.now()
    tokens = KnownDevice.objects.filter(user__in=accounts, expires_at__gt=now).values("token_hash")
    rows = KnownDevice.objects.filter(user__in=people, expires_at__gt=now, token_hash__in=tokens)
    return set(rows.values_list("user", flat=True))


def suspended_device_page(request: HttpRequest) -> HttpResponse:
    """Render the 403 page that explains why no new guest or account can be created here."""
    return render(request, "accounts/banned_device.html", status=403)


def _token(request: HttpRequest) -> str | None:
    return request.get_signed_cookie(COOKIE, None, salt=SALT, max_age=DEVICE_LIFETIME)


def _hash(token: str) -> str:
    return salted_hmac(SALT, token, algorithm="sha256").hexdigest()

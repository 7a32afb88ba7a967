"""Hashed networks, for hints and conflicts of interest of staff: who came from the same network in a week.

A network is an IPv4 address, or the /64 of an IPv6 address, which is one household. Only a hash is stored, with a
random salt that is replaced every week and then deleted: from then on no one can recover the network, nor match it with
another week's. The hash itself is deleted after WEEKS_KEPT, or with the account.
"""

import ipaddress
from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from django.contrib.auth.signals import user_logged_in
from django.core.exceptions import PermissionDenied
from django.db.models import Count
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import get_random_string, salted_hmac

from accounts.models import NetworkFingerprint, NetworkSalt, User
from config.db.locking import write_lock, write_transaction

RECORDED_DAY_SESSION_KEY = "network_noted"  # key in the session for the day of the last record
WEEK = timedelta(weeks=1)
WEEKS_KEPT = 5  # the current one and four before
PREFIX = 64
MAX_NETWORK_ROWS = 5_000  # rows read per network; a network with more rows identifies no one anyway
MAX_WEEK_ROWS = 500  # rows read per week, to see whether more than a few people came
MAX_USERS_PER_PRIVATE_NETWORK = (
    8  # a network with more people is an office's, a school's or a carrier's, and says nothing about any two of them
)


def record_network(request: HttpRequest, user: User) -> None:
    """Record the network of a request in which `user` takes a seat or logs in.

    2 queries; none if the address is unknown.
    """
    network = _network(request)
    if network is None:
        return
    week = _week(timezone.now())
    token = salted_hmac(f"tefuda.network {_salt(week)}", network, algorithm="sha256").hexdigest()
    with write_lock():
        NetworkFingerprint.objects.bulk_create(
            [NetworkFingerprint(user=user, week=week, token_hash=token)], ignore_conflicts=True
        )


def record_network_daily(request: HttpRequest, user: User) -> None:
    """Record the network once a day per log-in, because a log-in may last for months. No query otherwise."""
    today = timezone.now().toordinal()
    if request.session.get(RECORDED_DAY_SESSION_KEY) != today:
        request.session[RECORDED_DAY_SESSION_KEY] = today
        record_network(request, user)


def record_login_network(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    record_network(request, user)
    request.session[RECORDED_DAY_SESSION_KEY] = timezone.now().toordinal()


user_logged_in.connect(record_login_network, dispatch_uid="accounts.services.network_fingerprints.record_login_network")


def get_private_networks(people: Sequence[int]) -> defaultdict[int, set[str]]:
    """Return the networks of the last weeks of each of these people, without widely shared ones.

    At most WEEKS_KEPT + 2 queries, of few rows each.

    Networks with more than MAX_USERS_PER_PRIVATE_NETWORK people, or more than half of all who came that week, are left
    out: on a club's network or behind an unconfigured proxy that is everyone.
    """
    rows = NetworkFingerprint.objects.filter(user__in=people, week__gt=_week(timezone.now()) - WEEKS_KEPT)
    fingerprints = list(rows.values_list("user_id", "token_hash", "week"))
    tokens, weeks = {token for _user, token, _week in fingerprints}, {week for _user, _token, week in fingerprints}
    users = _count_users_by_network(tokens)
    users_by_week = {week: _count_users_in_week(week, MAX_WEEK_ROWS) for week in weeks}
    networks: defaultdict[int, set[str]] = defaultdict(set)
    for user, token, week in fingerprints:
        if users[token] <= min(MAX_USERS_PER_PRIVATE_NETWORK, users_by_week[week] / 2):
            networks[user].add(token)
    return networks


def get_network_neighbors(people: Collection[int], since: datetime | None = None) -> tuple[set[int], set[int]]:
    """Return who shared a private network, and who a crowded one, with any of `people` since the week of `since`.

    At most WEEKS_KEPT + 2 queries. A network that everyone came from in a week (an unconfigured proxy, a club's
    network) says nothing. A crowded one still says a little: otherwise a few extra accounts would be enough to hide.
    """
    first = max(_week(timezone.now()) - WEEKS_KEPT + 1, _week(since) if since else 0)
    tokens = NetworkFingerprint.objects.filter(user__in=people, week__gte=first).values("token_hash")
    users: defaultdict[tuple[int, str], set[int]] = defaultdict(set)
    for week, token, user in NetworkFingerprint.objects.filter(token_hash__in=tokens).values_list(
        "week", "token_hash", "user"
    )[:MAX_NETWORK_ROWS]:
        users[week, token].add(user)
    users_by_week = {week: _count_users_in_week(week, MAX_NETWORK_ROWS) for week in {week for week, _token in users}}
    near, crowded = set[int](), set[int]()
    for (week, _token), sharers in users.items():
        if not 2 < len(sharers) == users_by_week[week]:
            (near if len(sharers) <= MAX_USERS_PER_PRIVATE_NETWORK else crowded).update(sharers)
    return near - set(people), crowded - set(people)


def list_expiry_times(user: User) -> list[datetime]:
    """List when each stored network of the person will be deleted."""
    weeks = user.network_fingerprints.order_by("week").values_list("week", flat=True)
    return [datetime.fromtimestamp((week + WEEKS_KEPT) * WEEK.total_seconds(), tz=UTC) for week in weeks]


def delete_expired_networks() -> None:
    """Delete hashes after WEEKS_KEPT weeks and salts after one."""
    week = _week(timezone.now())
    with write_transaction():
        NetworkFingerprint.objects.filter(week__lte=week - WEEKS_KEPT).delete()
        NetworkSalt.objects.filter(week__lt=week).delete()


def _count_users_by_network(tokens: Collection[str]) -> dict[str, int]:
    """Return the number of people by network."""
    rows = NetworkFingerprint.objects.filter(token_hash__in=tokens).values("token_hash").annotate(people=Count("user"))
    return dict(rows.values_list("token_hash", "people"))


def _count_users_in_week(week: int, rows: int) -> int:
    """Return how many people came in a week, from at most `rows` rows.

    A large site's week has hundreds of thousands.
    """
    return len(set(NetworkFingerprint.objects.filter(week=week).values_list("user_id", flat=True)[:rows]))


def _network(request: HttpRequest) -> str | None:
    try:
        ip = ipaddress.ip_address(get_adapter().get_client_ip(request).partition("%")[0])
    except (PermissionDenied, ValueError):
        return None
    if ip.is_loopback:  # this machine: an unconfigured proxy, or a local user
        return None
    return str(ipaddress.ip_network((ip, PREFIX), strict=False)) if ip.version == 6 else str(ip)


def _week(moment: datetime) -> int:
    return int(moment.timestamp() // WEEK.total_seconds())


def _salt(week: int) -> str:
    row, is_new = NetworkSalt.objects.filter(week=week).first(), False
    if row is None:
        with write_lock():
            row, is_new = NetworkSalt.objects.get_or_create(week=week, defaults={"value": get_random_string(43)})
    if is_new:
        delete_expired_networks()
    return row.value

"""Where people come from, for hints and ties of staff alone: whether two have come from one network in the same week.

A network is an IPv4 address, or the /64 of an IPv6 one, which is what a household has. Only a hash is kept, under a
random salt that is made anew every week and then gone: from then on nobody can find out which network it was, nor that
it is the same as another week's. The hash itself goes after WEEKS, or with its person.
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

RECORDED_DAY_SESSION_KEY = "network_noted"  # of the session: on which day
WEEK = timedelta(weeks=1)
WEEKS_KEPT = 5  # this one and four before
PREFIX = 64
MAX_NETWORK_ROWS = 5_000  # rows read of a network, in which no two could be told apart anyway
MAX_WEEK_ROWS = 500  # rows read of a week, to see whether more than a few people came in it
MAX_USERS_PER_PRIVATE_NETWORK = (
    8  # people: more in one network are an office's, a school's or a carrier's, and say nothing of two
)


def record_network(request: HttpRequest, user: User) -> None:
    """`user` takes a seat or logs in from there. 2 queries. A request from nowhere says nothing."""
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
    """The same once a day and log-in, for what people do besides: a log-in may last for months. No query else."""
    today = timezone.now().toordinal()
    if request.session.get(RECORDED_DAY_SESSION_KEY) != today:
        request.session[RECORDED_DAY_SESSION_KEY] = today
        record_network(request, user)


def record_login_network(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    record_network(request, user)
    request.session[RECORDED_DAY_SESSION_KEY] = timezone.now().toordinal()


user_logged_in.connect(record_login_network, dispatch_uid="accounts.services.network_fingerprints.record_login_network")


def get_private_networks(people: Sequence[int]) -> defaultdict[int, set[str]]:
    """Of each of these people the networks of the last weeks; without those that many share.
    At most WEEKS + 2 queries, of few rows each.

    Left out is what more than CROWD people had in common, or more than half of all who came that week: on a club's own
    network, or behind a proxy that nobody has named, that is everybody.
    """
    rows = NetworkFingerprint.objects.filter(user__in=people, week__gt=_week(timezone.now()) - WEEKS_KEPT)
    found = list(rows.values_list("user_id", "token_hash", "week"))
    tokens, weeks = {token for _user, token, _week in found}, {week for _user, _token, week in found}
    users = _count_users_by_network(tokens)
    everybody = {week: _count_users_in_week(week, MAX_WEEK_ROWS) for week in weeks}
    known: defaultdict[int, set[str]] = defaultdict(set)
    for user, token, week in found:
        if users[token] <= min(MAX_USERS_PER_PRIVATE_NETWORK, everybody[week] / 2):
            known[user].add(token)
    return known


def get_network_neighbors(people: Collection[int], since: datetime | None = None) -> tuple[set[int], set[int]]:
    """Everybody who came from a network that any of `people` came from, since the week of `since`: by networks that
    few share, and by those that more do. At most WEEKS + 2 queries.

    A network that everybody came from in a week (a proxy that nobody has named, a club's own) says nothing. One that is
    crowded still says a little: else whoever made some more accounts there would be unknown again.
    """
    first = max(_week(timezone.now()) - WEEKS_KEPT + 1, _week(since) if since else 0)
    theirs = NetworkFingerprint.objects.filter(user__in=people, week__gte=first).values("token_hash")
    users: defaultdict[tuple[int, str], set[int]] = defaultdict(set)
    for week, token, user in NetworkFingerprint.objects.filter(token_hash__in=theirs).values_list(
        "week", "token_hash", "user"
    )[:MAX_NETWORK_ROWS]:
        users[week, token].add(user)
    everybody = {week: _count_users_in_week(week, MAX_NETWORK_ROWS) for week in {week for week, _token in users}}
    near, crowded = set[int](), set[int]()
    for (week, _token), who in users.items():
        if not 2 < len(who) == everybody[week]:
            (near if len(who) <= MAX_USERS_PER_PRIVATE_NETWORK else crowded).update(who)
    return near - set(people), crowded - set(people)


def list_expiry_times(user: User) -> list[datetime]:
    """When each of what is kept of somebody will be gone."""
    weeks = user.network_fingerprints.order_by("week").values_list("week", flat=True)
    return [datetime.fromtimestamp((week + WEEKS_KEPT) * WEEK.total_seconds(), tz=UTC) for week in weeks]


def delete_expired_networks() -> None:
    """What has had its time goes: hashes after some weeks, salts after one."""
    week = _week(timezone.now())
    with write_transaction():
        NetworkFingerprint.objects.filter(week__lte=week - WEEKS_KEPT).delete()
        NetworkSalt.objects.filter(week__lt=week).delete()


def _count_users_by_network(tokens: Collection[str]) -> dict[str, int]:
    """How many people there are of each network."""
    rows = NetworkFingerprint.objects.filter(token_hash__in=tokens).values("token_hash").annotate(people=Count("user"))
    return dict(rows.values_list("token_hash", "people"))


def _count_users_in_week(week: int, rows: int) -> int:
    """How many came in a week, as far as so many rows tell: a large site's week has hundreds of thousands."""
    return len(set(NetworkFingerprint.objects.filter(week=week).values_list("user_id", flat=True)[:rows]))


def _network(request: HttpRequest) -> str | None:
    try:
        ip = ipaddress.ip_address(get_adapter().get_client_ip(request).partition("%")[0])
    except (PermissionDenied, ValueError):
        return None
    if ip.is_loopback:  # of this machine: a proxy that nobody has named, or whoever sits at it
        return None
    return str(ipaddress.ip_network((ip, PREFIX), strict=False)) if ip.version == 6 else str(ip)


def _week(moment: datetime) -> int:
    return int(moment.timestamp() // WEEK.total_seconds())


def _salt(week: int) -> str:
    row, made = NetworkSalt.objects.filter(week=week).first(), False
    if row is None:
        with write_lock():
            row, made = NetworkSalt.objects.get_or_create(week=week, defaults={"value": get_random_string(43)})
    if made:
        delete_expired_networks()
    return row.value

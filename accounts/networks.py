"""Where people come from, for hints alone: whether two of them have come from the same network in the same week.

A network is an IPv4 address, or the /64 of an IPv6 one, which is what a household has. Only a hash is kept, under a
random salt that is made anew every week and then gone: from then on nobody can find out which network it was, nor that
it is the same as another week's. The hash itself goes after WEEKS, or with its person.
"""

import ipaddress
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from django.contrib.auth.signals import user_logged_in
from django.core.exceptions import PermissionDenied
from django.db.models import Count
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import get_random_string, salted_hmac

from accounts.models import Network, NetworkSalt, User

WEEK = timedelta(weeks=1)
WEEKS = 5  # this one and four before
PREFIX = 64
CROWD = 8  # people: more in one network are an office's, a school's or a carrier's, and say nothing of two


def noted(request: HttpRequest, user: User) -> None:
    """`user` takes a seat or logs in from there. 2 queries. A request from nowhere says nothing."""
    network = _network(request)
    if network is None:
        return
    week = _week(timezone.now())
    token = salted_hmac(f"accounts.networks {_salt(week)}", network, algorithm="sha256").hexdigest()
    Network.objects.bulk_create([Network(user=user, week=week, token_hash=token)], ignore_conflicts=True)


def logged_in(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    noted(request, user)


user_logged_in.connect(logged_in, dispatch_uid="accounts.networks.logged_in")


def shared_by_few(people: Sequence[int]) -> defaultdict[int, set[str]]:
    """Of each of these people the networks of the last weeks; without those that many share. 3 queries.

    Left out is what more than CROWD people had in common, or more than half of all who came that week: on a club's own
    network, or behind a proxy that nobody has named, that is everybody.
    """
    rows = Network.objects.filter(user__in=people, week__gt=_week(timezone.now()) - WEEKS)
    found = list(rows.values_list("user_id", "token_hash", "week"))
    tokens, weeks = {token for _user, token, _week in found}, {week for _user, _token, week in found}
    users = _counted("token_hash", token_hash__in=tokens)
    everybody = _counted("week", week__in=weeks)
    known: defaultdict[int, set[str]] = defaultdict(set)
    for user, token, week in found:
        if users[token] <= min(CROWD, everybody[week] / 2):
            known[user].add(token)
    return known


def known_until(user: User) -> list[datetime]:
    """When each of what is kept of somebody will be gone."""
    weeks = user.networks.order_by("week").values_list("week", flat=True)
    return [datetime.fromtimestamp((week + WEEKS) * WEEK.total_seconds(), tz=UTC) for week in weeks]


def swept() -> None:
    """What has had its time goes: hashes after some weeks, salts after one."""
    week = _week(timezone.now())
    Network.objects.filter(week__lte=week - WEEKS).delete()
    NetworkSalt.objects.filter(week__lt=week).delete()


def _counted(by: str, **which: Any) -> dict[Any, int]:
    """How many people there are of each."""
    rows = Network.objects.filter(**which).values(by).annotate(people=Count("user", distinct=True))
    return dict(rows.values_list(by, "people"))


def _network(request: HttpRequest) -> str | None:
    try:
        ip = ipaddress.ip_address(get_adapter().get_client_ip(request).partition("%")[0])
    except (PermissionDenied, ValueError):
        return None
    return str(ipaddress.ip_network((ip, PREFIX), strict=False)) if ip.version == 6 else str(ip)


def _week(moment: datetime) -> int:
    return int(moment.timestamp() // WEEK.total_seconds())


def _salt(week: int) -> str:
    row, made = NetworkSalt.objects.get_or_create(week=week, defaults={"value": get_random_string(43)})
    if made:
        swept()
    return row.value

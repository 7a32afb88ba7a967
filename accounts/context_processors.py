"""Template context about accounts for every page."""

import json
from functools import cache
from typing import Any

from django.http import HttpRequest

from accounts.models import User
from accounts.services.availability import get_time_zone
from accounts.services.signup import get_shown_rules


def account_zone(request: HttpRequest) -> dict[str, Any]:
    """Add `account_zone`: the user's zone and the device zones they have declined. No query; nothing for guests."""
    user = request.user
    if not isinstance(user, User) or user.is_guest:
        return {}
    return {"account_zone": {"name": get_time_zone(user).key, "kept": json.dumps(user.declined_time_zones)}}


def signup_rules(request: HttpRequest) -> dict[str, Any]:
    """Add `signup_rules`, and `may_invite`: whether the user may create invitations.

    Both are callables, evaluated on use. Anonymous visits cost no query.
    """
    rules, user = cache(get_shown_rules), request.user
    return {"signup_rules": rules, "may_invite": lambda: isinstance(user, User) and rules().may_invite(user)}

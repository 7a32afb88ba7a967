"""What notices listen to. Connected when the app is ready."""

from typing import Any

from allauth.account.signals import password_changed
from django.contrib.auth.signals import user_logged_out

from accounts import exporting, signals
from games.notices import looking, outbox, subscriptions
from games.tables import hooks


def connect() -> None:
    hooks.questions_changed.connect(outbox.questions_noted)
    hooks.opening_awaited.connect(outbox.openings_noted)
    hooks.match_ended.connect(outbox.end_noted)
    hooks.rows_dropped.connect(outbox.decided_forgotten)
    hooks.page_made.connect(looking.page_made)
    signals.login_renewed.connect(renewed, dispatch_uid="games.notices.renewed")
    password_changed.connect(changed, dispatch_uid="games.notices.changed")
    user_logged_out.connect(logged_out, dispatch_uid="games.notices.logged_out")
    exporting.register("notices", subscriptions.channels_exported)
    signals.person_anonymised.connect(anonymised, dispatch_uid="games.notices.anonymised")


def renewed(request: Any, person: Any, **_: Any) -> None:
    subscriptions.device_kept(person, request.session)


def changed(request: Any, user: Any, **_: Any) -> None:
    subscriptions.device_kept(user, request.session)


def logged_out(request: Any, **_: Any) -> None:
    subscriptions.device_forgotten(request.session)


def anonymised(person: Any, **_: Any) -> None:
    subscriptions.everything_forgotten(person)

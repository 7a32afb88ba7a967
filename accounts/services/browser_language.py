"""The language of pages at a person's last log-in, for messages to people who haven't chosen one."""

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.utils.translation import get_language

from accounts.models import User


def record_browser_language(user: User, **_: Any) -> None:
    """Store the current language on the user's row. 1 query if it has changed."""
    language = get_language() or ""
    if user.browser_language != language:
        user.browser_language = language
        User.objects.filter(pk=user.pk).update(browser_language=language)


user_logged_in.connect(record_browser_language, dispatch_uid="accounts.services.browser_language")

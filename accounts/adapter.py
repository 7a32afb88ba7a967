"""Where our people differ from allauth's."""

import logging
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.internal import ratelimit
from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import names, services
from accounts.models import User

log = logging.getLogger("tefuda.accounts")


class AccountAdapter(DefaultAccountAdapter):
    def clean_username(self, username: str, shallow: bool = False) -> str:
        username = super().clean_username(User.normalize_username(username), shallow)
        if not shallow and User.username_taken(username):
            raise self.validation_error("username_taken")
        return username

    def save_user(self, request: HttpRequest, user: User, form: Form, commit: bool = True) -> User:
        """A new person is first known by the username as it was typed, or the nearest that is free."""
        wanted = names.folded(form.data["username"])
        super().save_user(request, user, form, commit=False)
        services.person_save(user, lambda: User.free_name(wanted))
        return user

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Wrong passwords are counted per name and address, lest anybody lock the owner out from everywhere."""
        return f"{super()._get_login_attempts_cache_key(request, **credentials)} {ratelimit.get_ip(request)}"

    def is_safe_url(self, url: str) -> bool:
        """Where `?next=` may lead. Without a slash at its beginning, `redirect` would take it for a view's name."""
        return url.startswith("/") and super().is_safe_url(url)

    def send_mail(self, template_prefix: str, email: str, context: dict) -> None:
        """A mail server that is away is the operator's trouble, and says nothing about whose address this is."""
        try:
            super().send_mail(template_prefix, email, context)
        except OSError:
            log.exception("A mail could not be sent")
            messages.error(self.request, _("The mail could not be sent. Try again later or ask an admin."))

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("accounts:profile")

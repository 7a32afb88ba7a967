"""Where our people differ from allauth's."""

import logging

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import names
from accounts.models import User

log = logging.getLogger("tefuda.accounts")


class AccountAdapter(DefaultAccountAdapter):
    def clean_username(self, username: str, shallow: bool = False) -> str:
        return super().clean_username(User.normalize_username(username), shallow)

    def save_user(self, request: HttpRequest, user: User, form: Form, commit: bool = True) -> User:
        """A new person is first known by the username as it was typed, or the nearest that is free."""
        user.name = User.free_name(names.visible(form.data["username"].strip()))
        return super().save_user(request, user, form, commit)

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

"""The forms of the account pages: allauth's with our rules, and our own."""

from typing import Any, Protocol

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator
from django.db import IntegrityError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import mailing, names, services
from accounts.models import User

ADDRESS_LENGTH = 254  # the longest there is
WHY_EMAIL = _(
    "May be left empty. We mail it a link to confirm it by; once confirmed it resets your password and logs you in. "
    "Nothing else is sent there unless you choose so."
)
WHY_EMAIL_LATER = _("May be left empty: this site sends no mail at present, so an address does nothing yet.")


def why_email() -> str:
    """What an address is good for, where it is asked for."""
    return str(WHY_EMAIL if services.mail_works() else WHY_EMAIL_LATER)


def check_address(email: str) -> None:
    """Raises ValidationError for what Django's own check lets through: too long for its column once it is in small
    letters, or a "ſ" or "İ" before the "@", which to a regular expression are an s and an i."""
    if len(email.lower()) > ADDRESS_LENGTH or not email.rpartition("@")[0].isascii():
        raise ValidationError(EmailValidator.message, code="invalid")


class Saving(Protocol):
    """A form, bound or not, that writes what it holds."""

    def is_valid(self) -> bool: ...
    def full_clean(self) -> None: ...
    def save(self) -> object: ...


def saved(form: Saving) -> bool:
    """Whether a valid form could be saved. If somebody else has taken a name meanwhile, it now says so."""
    try:
        form.save()
    except IntegrityError:
        form.full_clean()
        if form.is_valid():
            raise
        return False
    return True


class Labelled:
    """Labels say what a field is; placeholders that repeat them only hide it once one types."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class LoginForm(Labelled, allauth_forms.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Username or confirmed email")
        self.fields["login"].widget.attrs |= {"autocomplete": "username", "autocapitalize": "none"}
        self.fields["remember"].initial = True

    def clean_login(self) -> str:
        return User.normalize_username(super().clean_login())

    def user_credentials(self) -> dict[str, Any]:
        """A mail address is no username: looking it up as both would take longer when somebody has it."""
        credentials = super().user_credentials()
        if "email" in credentials:
            del credentials["username"]
        return credentials


class SignupForm(Labelled, allauth_forms.SignupForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = _("For logging in only. Up to 40 letters, digits and . + - _")
        self.fields["email"].label = _("Email")
        self.fields["email"].validators.append(check_address)
        self.fields["email"].help_text = why_email()


class ChangePasswordForm(Labelled, allauth_forms.ChangePasswordForm):
    pass


class ResetPasswordKeyForm(Labelled, allauth_forms.ResetPasswordKeyForm):
    pass


class ResetPasswordForm(Labelled, allauth_forms.ResetPasswordForm):
    @property
    def mail_works(self) -> bool:
        return services.mail_works()

    def clean_email(self) -> str:
        """Never allauth's, which looks for the accounts here: the time that takes would tell of them."""
        return self.cleaned_data["email"].lower()

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        mailing.reset_ask(request, self.cleaned_data["email"])
        return self.cleaned_data["email"]

    def clean(self) -> dict[str, Any] | None:
        if not self.mail_works:
            raise ValidationError(_("This server sends no mail. Ask an admin for a link."))
        return super().clean()


class NameField(forms.CharField):
    """A display name. `person`, set by the form with `_let_keep`, may keep the name it has."""

    person: User | None = None

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(label=_("Display name"), max_length=None, **kwargs)
        self.help_text = _("Shown at the tables. Up to 24 characters.")
        self.widget.attrs |= {"autocomplete": "nickname", "maxlength": names.LENGTH}

    def clean(self, value: Any) -> str:
        name = names.tidy(super().clean(value))
        if User.name_taken(name, but=self.person):
            raise ValidationError(_("Somebody else already has this name."), code="taken")
        return name


def _let_keep(field: forms.Field, person: User) -> None:
    assert isinstance(field, NameField)
    field.person = person


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]  # generic for the type checker only
    class Meta:
        model = User
        fields = ("name", "language", "mail_turns")

    name = NameField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _let_keep(self.fields["name"], self.instance)
        self._offer_turns()

    def _offer_turns(self) -> None:
        """Mails about turns can be chosen by whoever would get them."""
        if "mail_turns" in self.fields and mailing.turns_offered() and mailing.is_confirmed(self.instance):
            self.fields["mail_turns"].label = _("Mail me when it is my turn and when a match has ended")
            self.fields["mail_turns"].help_text = _("Every such mail has a link that ends them.")
        else:
            self.fields.pop("mail_turns", None)

    def save(self, commit: bool = True) -> User:
        """What was changed here, and nothing else. Raises PermissionDenied for whoever is suspended meanwhile."""
        person: User = self.instance
        services.person_change(person=person, fields=self.changed_data)
        return person


class UpgradeForm(SignupForm):
    """Sign-up for somebody who is here already, as a guest."""

    name = NameField()
    field_order = ("username", "name", "email", "password1", "password2")

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, initial={"name": user.name}, **kwargs)
        _let_keep(self.fields["name"], user)

    def save(self) -> None:
        """Never allauth's: that would make another row."""
        data = self.cleaned_data
        services.guest_upgrade(self.user, data["username"], data["password1"], data["email"], data["name"])


class EmailForm(Labelled, forms.Form):
    """Whoever holds the address can reset the password, so changing it takes the password too."""

    email = allauth_forms.EmailField(required=False)
    password = allauth_forms.PasswordField(label=_("Current password"), autocomplete="current-password")

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, initial={"email": user.email}, **kwargs)
        self.fields["email"].validators.append(check_address)
        self.fields["email"].help_text = why_email()

    def clean_password(self) -> str:
        password = self.cleaned_data["password"]
        if not get_adapter().reauthenticate(self.user, password):
            raise get_adapter().validation_error("incorrect_password")
        return password

    def save(self) -> bool:
        """Whether it is another address now. The same one again stays confirmed."""
        email = self.cleaned_data["email"].lower()
        changed = email != self.user.email
        if changed:
            services.email_change(self.user, email)
        return changed

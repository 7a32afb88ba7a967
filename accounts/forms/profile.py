"""Forms for a person's own data: profile, privacy, mail address, and guests who sign up."""

from typing import Any, Protocol

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from django import forms
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.addresses import normalize_address
from accounts.forms.auth import NoPlaceholderMixin, SignupForm, get_email_help, validate_email_address
from accounts.models import User
from accounts.names import display_names
from accounts.names.avatars import list_avatar_choices
from accounts.names.display_names import IMPERSONATION_ERROR
from accounts.services import users


class SavableForm(Protocol):
    """A form that can save its data."""

    def is_valid(self) -> bool: ...
    def full_clean(self) -> None: ...
    def save(self) -> object: ...
    def add_error(self, field: str | None, error: ValidationError) -> None: ...


def try_save(form: SavableForm) -> bool:
    """Save a valid form. Return whether that worked.

    If someone else has taken a name or an invitation's last place in the meantime, the form has the error.
    """
    try:
        form.save()
    except ValidationError as refusal:
        form.add_error(None, refusal)
        return False
    except IntegrityError:
        form.full_clean()
        if form.is_valid():
            raise
        return False
    return True


class NameField(forms.CharField):
    """A display name. A `person` set with `_allow_current_name` may keep their current name."""

    person: User | None = None

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(label=_("Display name"), max_length=None, **kwargs)
        self.help_text = _("Shown at the tables. Up to 24 characters.")
        self.widget.attrs |= {"autocomplete": "nickname", "maxlength": display_names.MAX_LENGTH}

    def clean(self, value: Any) -> str:
        name = display_names.clean_display_name(super().clean(value))
        if User.is_name_taken(name, but=self.person):
            raise ValidationError(_("Someone else already has this name."), code="taken")
        if not (self.person or User()).can_be_called(name):
            raise ValidationError(IMPERSONATION_ERROR, code="pretends")
        return name


def _allow_current_name(field: forms.Field, person: User) -> None:
    assert isinstance(field, NameField)
    field.person = person


class PersonForm(forms.ModelForm):  # type: ignore[type-arg]  # generic for the type checker only
    """Fields of the user's own row."""

    def save(self, commit: bool = True) -> User:
        """Save the changed fields only. Raises PermissionDenied if the person was suspended in the meantime."""
        person: User = self.instance
        users.update_user(person=person, fields=self.changed_data)
        return person


class ProfileForm(PersonForm):
    class Meta:
        model = User
        fields = ("name", "avatar", "language", "goes_to_next_table")

    name = NameField()
    avatar = forms.ChoiceField(label=_("Picture"), required=False, widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _allow_current_name(self.fields["name"], self.instance)
        self.fields["avatar"].choices = list_avatar_choices(get_language() or "")  # type: ignore[attr-defined]
        self.initial["avatar"] = self.instance.shown_avatar
        self.fields["goes_to_next_table"].label = _("After my move, go to the next table where it’s my turn")

    def clean_avatar(self) -> str:
        """Keep the current avatar if none was chosen."""
        return self.cleaned_data["avatar"] or self.instance.avatar


class PrivacyForm(PersonForm):
    class Meta:
        model = User
        fields = ("is_public",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["is_public"].label = _("Others may see my page")
        self.fields["is_public"].help_text = _("Results and statistics of public tables; never private ones.")


class GuestUpgradeForm(SignupForm):
    """Sign-up for a guest who wants to keep the account."""

    name = NameField()
    field_order = ("username", "name", "email", "password1", "password2", "invitation")

    def __init__(self, *args: Any, user: User, invitation: str = "", **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, initial={"name": user.name, "invitation": invitation}, **kwargs)
        _allow_current_name(self.fields["name"], user)

    def save(self) -> None:  # type: ignore[override]  # it is given no request
        """Upgrade the guest. Skips allauth's save, which would create another row."""
        data = self.cleaned_data
        users.upgrade_guest(
            self.user,
            data["username"],
            data["password1"],
            data["email"],
            data["name"],
            data.get("invitation", ""),
            time_zone=data["time_zone"],
        )


class ShortUpgradeForm(GuestUpgradeForm):
    """The short form: one name for logging in and at tables, and a password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("name", "email", "password2"):
            del self.fields[name]
        self.fields["username"].label = _("Name")
        self.fields["username"].help_text = _("For logging in and at the tables. Letters, digits and . + - _")

    def clean_username(self) -> str:
        name: str = super().clean_username()
        display_name = NameField()
        _allow_current_name(display_name, self.user)
        self.cleaned_data["name"] = display_name.clean(self.data["username"])  # as typed
        return name

    def save(self) -> None:  # type: ignore[override]  # as the other's
        data = self.cleaned_data
        users.upgrade_guest(
            self.user,
            data["username"],
            data["password1"],
            name=data["name"],
            invitation=data.get("invitation", ""),
            time_zone=data["time_zone"],
        )


class EmailForm(NoPlaceholderMixin, forms.Form):
    """A change of the mail address. It asks for the password, because the address can be used to reset it."""

    email = allauth_forms.EmailField(required=False)
    password = allauth_forms.PasswordField(label=_("Current password"), autocomplete="current-password")

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, initial={"email": user.email}, **kwargs)
        self.fields["email"].validators.append(validate_email_address)
        self.fields["email"].help_text = get_email_help()

    def clean_password(self) -> str:
        password = self.cleaned_data["password"]
        if not get_adapter().reauthenticate(self.user, password):
            raise get_adapter().validation_error("incorrect_password")
        return password

    def save(self) -> bool:
        """Return whether the address has changed. The same address stays confirmed."""
        email = normalize_address(self.cleaned_data["email"])
        changed = email != self.user.email
        if changed:
            users.change_email(self.user, email)
        return changed

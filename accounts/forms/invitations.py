"""The form that creates an invitation to the site."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import NOTE_LENGTH, Invitation, User
from accounts.services import signup

MEMBER_USES, OPERATOR_USES = (1, 2, 5), (1, 2, 5, 10, 50, 200)
MEMBER_DAYS, OPERATOR_DAYS = (1, 7, 30), (1, 7, 30, 90, 365)


class InvitationForm(forms.Form):
    max_uses = forms.TypedChoiceField(label=_("For how many people"), coerce=int, initial=1)
    days = forms.TypedChoiceField(label=_("Valid for"), coerce=int, initial=7)
    note = forms.CharField(
        label=_("Note"),
        max_length=NOTE_LENGTH,
        required=False,
        help_text=_("Optional, for example the person’s name. Only you and the operators can see it."),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        is_operator = signup.can_invite_as_operator(user)
        uses = OPERATOR_USES if is_operator else MEMBER_USES
        days = OPERATOR_DAYS if is_operator else MEMBER_DAYS
        self.fields["max_uses"].choices = [(n, str(n)) for n in uses]  # type: ignore[attr-defined]
        self.fields["days"].choices = [(n, ngettext("%d day", "%d days", n) % n) for n in days]  # type: ignore[attr-defined]

    def save(self) -> Invitation:
        """Create the invitation. Raises ValidationError if the member has too many open invitations."""
        return signup.create_invitation(by=self.user, **self.cleaned_data)

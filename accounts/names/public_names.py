"""Rules for names that others see: circles, tables, the seats of an imported match.

Display names follow the same rules and are also unique (`User.is_name_taken`).
"""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.names.display_names import clean_display_name
from accounts.names.reserved_names import is_impersonation

IMPERSONATION_ERROR = _("This name sounds like the site, its staff or a bot. Please choose another one.")


def clean_public_name(text: str, max_length: int) -> str:
    """Return `text` as it is stored. Raise ValidationError if it breaks the rules for display names."""
    name = clean_display_name(text, max_length)
    if is_impersonation(name):
        raise ValidationError(IMPERSONATION_ERROR, code="pretends")
    return name


def is_public_name(text: str, max_length: int) -> bool:
    """Return whether `clean_public_name` accepts the name."""
    try:
        clean_public_name(text, max_length)
    except ValidationError:
        return False
    return True

"""Quick messages: polite phrases that reveal no card. Stored by key and translated for each reader."""

from django.utils.translation import gettext_lazy as _

QUICK_MESSAGES = {
    "hello": _("Hello!"),
    "luck": _("Good luck, everyone!"),
    "nice": _("Nice move!"),
    "wow": _("Wow!"),
    "thanks": _("Thank you!"),
    "welcome": _("You're welcome."),
    "sorry": _("Sorry to keep you waiting."),
    "no-hurry": _("Take your time."),
    "back-soon": _("I'll be back later."),
    "well-played": _("Well played!"),
    "good-game": _("Thank you for the game!"),
    "again": _("Shall we play again?"),
}

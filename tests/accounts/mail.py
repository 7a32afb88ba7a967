"""Reading mails as their recipients do."""

import re

from django.core.mail import EmailMessage


def links(mail: EmailMessage) -> list[str]:
    """The paths of the links in a mail, in order."""
    return re.findall(r"^http://testserver(\S+)$", mail.body, re.MULTILINE)


def confirming(mail: EmailMessage) -> str:
    """The link that asks for confirmation."""
    (link,) = (link for link in links(mail) if "/confirm/" in link)
    return link


def blocking(mail: EmailMessage) -> str:
    """The link that makes it the last mail."""
    (link,) = (link for link in links(mail) if "/email/suppress/" in link)
    return link

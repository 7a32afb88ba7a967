"""Faults that a run must find: `python -m tests.chaos --plant LosesMoves`."""

import random
from collections.abc import Callable

from django.db import transaction
from django.http import HttpRequest, HttpResponse

HOW_OFTEN = 0.1


class LosesMoves:
    """Acknowledges a move now and then, and keeps nothing of it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.endswith("/move/") or random.random() > HOW_OFTEN:
            return self.get_response(request)
        with transaction.atomic():
            response = self.get_response(request)
            transaction.set_rollback(True)
        return response


class SendsTwice:
    """Send a mail that no one should get."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path.endswith("/move/") and random.random() < HOW_OFTEN:
            from django.core.mail import send_mail

            send_mail("hello", "hello", None, ["player0@example.org"])
        return self.get_response(request)

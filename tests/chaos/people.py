"""People who play over HTTP and never give up: unanswered moves are resent with their key."""

import http.client
import json
import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.db import close_old_connections, connection

from accounts.models import User
from games.catalog import registry
from games.engine.chance import Rng
from games.engine.serialization.canonical_json import parse_json, to_json
from games.tables.models import Seat, Table
from tests.chaos.diary import Diary, Filed
from tests.chaos.patience import patiently
from tests.conftest import session_of
from tests.contract.checks.moves import as_form

CSRF = "x" * 32
DEFINITE = (200, 204, 302, 400, 403, 404, 409, 422, 429)
DONE = (200, 204, 302)  # with or without a page to go on to
TWO_BROWSERS, TWO_CLICKS, ONCE_MORE = 0.15, 0.1, 0.2  # how often a move is sent so
AS_IF_ABSENT = 0.7  # how often one leaves to a plan what it is about to answer; else it is a race
LOOK_SECONDS, PATIENCE_SECONDS = 0.3, 5.0


@dataclass
class Book:
    """What people have sent, and the site's answers."""

    sent: int = 0  # requests, repeated ones included
    repeated: int = 0  # on purpose, after an answer
    unanswered: int = 0  # requests that were cut off
    keys: set[str] = field(default_factory=set)
    receipts: dict[str, tuple[str, int, str]] = field(default_factory=dict)  # by key: table, seq, digest
    refused: dict[str, int] = field(default_factory=dict)  # by key: the status
    races: list[tuple[str, str]] = field(default_factory=list)  # keys of one move, sent by two browsers concurrently
    clicked: int = 0  # moves sent twice concurrently with one key
    wrong: list[str] = field(default_factory=list)
    diary: Diary = field(default_factory=Diary)


class Player(threading.Thread):
    """Play as one person at all their tables, until stopped."""

    def __init__(self, user: User, port: int, book: Book, number: int) -> None:
        super().__init__(daemon=True)
        self.user, self.port, self.book = user, port, book
        self.rng, self.count = random.Random(number), 0
        self.stopping = threading.Event()
        self.cookies = f"{settings.SESSION_COOKIE_NAME}={session_of(user)}; csrftoken={CSRF}"

    def run(self) -> None:
        while not self.stopping.is_set():
            with suppress(Exception):  # the database may be locked by a process that was just killed
                close_old_connections()
                for question in self.questions():
                    self.answer(*question)
                for seat in self.seats():
                    self.beside(seat)
            self.stopping.wait(LOOK_SECONDS * self.rng.random() * 2)
        connection.close()

    def questions(self) -> list[tuple[str, int, dict[str, list[str]]]]:
        """The tables that wait for this person: id, question, a move."""
        open_questions = []
        for seat in self.seats():
            if seat.question_seq is None or not seat.is_person or not seat.table.is_in_play:
                continue
            if seat.has_due_premove and self.rng.random() < AS_IF_ABSENT:
                continue
            title = registry.get_game(seat.table.game_slug)
            legal = title.rules.legal(title.read_state(parse_json(seat.table.position.frame)), seat.number)
            if legal:
                move = legal.sample(Rng(b"chaos", str(self.rng.random())))
                open_questions.append((seat.table.public_id, seat.question_seq, as_form(to_json(move))))
        return open_questions

    def seats(self) -> list[Seat]:
        """Of this person at matches that run or are paused."""
        running = Seat.objects.filter(user=self.user, table__status="running", table__frozen_at=None)
        return list(running.select_related("table__position"))

    def answer(self, table: str, question: int, move: dict[str, list[str]]) -> None:
        """Send a move: once, or twice concurrently from one browser or two, or again after the answer."""
        chance, address = self.rng.random(), f"/tables/{table}/move/"
        (key, form), (other, form2) = self.filled(question, move), self.filled(question, move)
        if chance < TWO_BROWSERS:
            self.book.races.append((key, other))
            answers = self.at_once(address, form, form2)
            self.note(key, table, answers[0])
            self.note(other, table, answers[1])
            return
        if chance < TWO_BROWSERS + TWO_CLICKS:
            self.book.clicked += 1
            answers = self.at_once(address, form, form)
        else:
            answers = [self.sent(address, form)]
            if chance > 1 - ONCE_MORE and answers[0][0] == 200:  # as after a lost answer
                self.book.repeated += 1
                answers.append(self.sent(address, form))
        self.note(key, table, answers[0])
        if answers[0] != answers[-1] and 200 in (answers[0][0], answers[-1][0]):
            self.book.wrong.append(f"{key}: {answers[0]} and {answers[-1]}")

    def filled(self, question: int, move: dict[str, list[str]]) -> tuple[str, str]:
        """A new key, and the form that sends the move under it."""
        self.count += 1
        key = f"{self.user.pk}-{self.count}"
        form = [("asked", str(question)), ("key", key), ("csrfmiddlewaretoken", CSRF)]
        return key, urlencode(form + [(name, value) for name, values in move.items() for value in values])

    def at_once(self, address: str, *bodies: str) -> list[tuple[int, Any]]:
        with ThreadPoolExecutor(len(bodies)) as both:
            return list(both.map(lambda body: self.sent(address, body), bodies))

    def note(self, key: str, table: str, answer: tuple[int, Any]) -> None:
        status, receipt = answer
        self.book.keys.add(key)
        if status == 200:
            self.book.receipts[key] = (table, receipt["seq"], receipt["digest"])
        else:
            self.book.refused[key] = status

    def beside(self, seat: Seat) -> None:
        """All that isn't a move: come back, agree, pause, plan, think better of it."""
        table, chance, address = seat.table, self.rng.random(), f"/tables/{seat.table.public_id}/"
        if seat.is_away:
            self.sent(f"{address}reclaim/", self.form())
        elif not seat.is_person:
            return
        elif table.paused_at is not None:
            if chance < 0.1:
                self.sent(f"{address}proposal/end/", self.form(kind="pause"))
        elif table.proposed_agreement and seat.number not in table.agreed_seats:
            self.sent(
                f"{address}proposal/",
                self.form(kind=table.proposed_agreement, do="agree" if chance < 0.8 else "refuse"),
            )
        elif chance < 0.02:
            self.sent(f"{address}proposal/", self.form(kind="pause", do="propose"))
        elif chance < 0.3 and seat.question_seq is None:
            self.plan(seat)
        elif chance < 0.4:
            self.withdraw(seat)

    def plan(self, seat: Seat) -> None:
        title = registry.get_game(seat.table.game_slug)
        view = title.view(title.read_state(parse_json(seat.table.position.frame)), seat.number)
        offers = title.premoves.list_offers(view) if title.premoves else ()
        if not offers:
            return
        offer = self.rng.choice(offers)
        plan = offer.sample(Rng(b"plan", str(self.rng.random())))
        place, diary = (seat.table.public_id, seat.number), self.book.diary
        body = self.form(about=offer.about, **as_form(to_json(plan)))
        tries = list[Filed]()

        def noted() -> None:
            tries.append(Filed(plan, self.seq(seat)))

        status, _ = self.sent(f"/tables/{place[0]}/premoves/", body, before=noted)
        diary.told(status)
        if status in DONE:  # what stood in its slot has been replaced
            diary.over(place, self.seq(seat), plan.slot)
        else:
            tries.pop()
        diary.filed[place] += tries

    def withdraw(self, seat: Seat) -> None:
        """Everything."""
        place, diary = (seat.table.public_id, seat.number), self.book.diary
        standing = [entry for entry in diary.filed[place] if entry.until > seat.table.last_seq]
        kinds = (
            sorted({kind.type for kind in registry.get_game(seat.table.game_slug).premoves.PREMOVE_TYPES})
            if standing
            else []
        )
        answers = [self.sent(f"/tables/{place[0]}/premoves/cancel/", self.form(type=kind))[0] for kind in kinds]
        if answers and set(answers) <= {*DONE}:
            diary.over(place, self.seq(seat))
            diary.withdrawn += 1

    def seq(self, seat: Seat) -> int:
        """Return the current length of that table's log."""
        return patiently(lambda: int(Table.objects.values_list("last_seq", flat=True).get(pk=seat.table_id)))

    def form(self, **fields: Any) -> str:
        return urlencode({"csrfmiddlewaretoken": CSRF, **fields}, doseq=True)

    def sent(self, path: str, body: str, before: Callable[[], None] | None = None) -> tuple[int, Any]:
        """Until there is an answer. `before` is called before each try."""
        while True:
            self.book.sent += 1
            if before:
                before()
            try:
                status, text = self.post(path, body)
                if status in DEFINITE:
                    return status, json.loads(text) if status == 200 else text
            except (OSError, http.client.HTTPException, ValueError):
                pass
            self.book.unanswered += 1
            time.sleep(0.2)

    def post(self, path: str, body: str) -> tuple[int, str]:
        house = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
        headers = {"Cookie": self.cookies, "Accept": "application/json", "Origin": f"http://127.0.0.1:{self.port}"}
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            house.request("POST", path, body, headers)
            answer = house.getresponse()
            return answer.status, answer.read().decode()
        finally:
            house.close()

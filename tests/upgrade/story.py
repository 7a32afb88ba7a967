"""What happens on a small site: of every game a match that goes on and one that is over, and one of everything else.

Through the services of the day alone, so that each row is such as a real site of that release has it.
"""

import json
import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

from django.urls import reverse

from accounts.models import User
from accounts.services.availability import get_local_date, take_vacation
from accounts.services.users import create_guest
from accounts.sessions import SessionStore
from accounts.staff.sanctions import impose_sanction, submit_appeal
from games.catalog import registry
from games.engine.chance import hash_client_seed
from games.engine.serialization.canonical_json import dump_canonical, parse_json, to_json
from games.moderation.reports.resolve import add_case_note, claim_case, decide_report
from games.notifications.services import send_test, subscribe_push
from games.replays import transparency_log
from games.replays.archive.export import get_record_text
from games.replays.archive.services import archive_table, prune_events
from games.replays.forks.services import BOTS, create_fork_table, get_fork_origin
from games.replays.imports.services import import_record, verify_import
from games.replays.models import ImportedMatch
from games.replays.sharing.services import set_sharing
from games.replays.verification.services import run_verification
from games.social.chat.services import post_comment
from games.social.comments import save_note
from games.social.friends.blocks import block
from games.social.friends.invitations import invite_person
from games.social.friends.services import accept_friend, send_friend_request
from games.tables.models import ENDED_STATUSES, Table
from games.tables.services.lesson_progress import save_progress
from games.tables.services.premoves import set_premove
from games.tables.services.proposals import answer_proposal, make_proposal
from games.tables.services.rematch import join_rematch
from games.tables.services.seats import leave_seat
from games.tables.services.seed_reveal import reveal_client_seed, submit_client_seed_hash
from games.tables.services.vacations import sync_availability
from tests.contract.checks.moves import as_form
from tests.matches import bodies, filled, fresh, opened, play_on, seat, state, waiting
from tests.moderation.actions import table_freeze, void_ordered
from tests.moderation.reports.reports import at_table
from tests.replays.records import files
from tests.social.chats import say, seen
from tests.upgrade.facts import read_facts
from tests.upgrade.playing import decide, play_until_asked

PASSWORD = "seven-quiet-herons"
DECISIONS, TRIES = 4, 5  # of Alice, at a match that goes on; for one that does
# In addition to a game's own preselection, which every game has.
VARIANTS: dict[str, list[dict[str, Any]]] = {
    "crown": [{"mode": "adjusted", "reveal_princes_any_time": True}, {"mode": "solo"}],
    "dilemma": [
        {"bonus_table": "100,100,200,200,300,400,400,600,1000", "penalty": "BB", "heads_up_blinds": "casino",
         "fold_win_bonus": 50, "one_is_also_high": True, "flush_beats_full_house": True,
         "reopen_after_short_all_in": True},
    ],
    "doudizhu": [{"kitty_to_landlord": False, "low_two_sequences": False}],
    "get9": [{"bet_limit": 0, "check_locks_out": False, "free_call": False, "final_round_betting": False}],
    "lombard": [{"last_player_acts": True, "track_debt": False}],
    "sdc": [{"max_bid": 10, "max_exchange": 3, "first_opener": "seat1"}],
}  # fmt: skip
SHORT: dict[str, dict[str, Any]] = {
    "crown": {"target_points": 5},
    "dilemma": {"max_hands": 12},
    "doudizhu": {"deals": 1},
    "get9": {"matches": 3, "start_chips": 10},
    "sdc": {"start_coins": 5, "stage_limit": 20},
}
LONG: dict[str, dict[str, Any]] = {"lombard": {"target_coins": 32}, "sdc": {"start_coins": 20}}
Pages = dict[str, dict[str, list[str]]]  # username → address → text found there


class Story:
    """Lived once, by `tell`. `pages`: the addresses that people have kept, and what they read there."""

    def __init__(self) -> None:
        self.pages: Pages = defaultdict(dict)
        self.alice = _person("alice", "Alice")
        self.bob = _person("bob", "ボブ")
        self.carol = _person("carol", "Carol")
        self.dave = _person("dave", "Dave")
        self.moderator = User.objects.create_superuser("mod", password=PASSWORD, name="Mod")

    def tell(self) -> Pages:
        self._get_to_know_each_other()
        ended = [self._play_to_the_end(slug, options) for slug, options in list_variants()]
        for slug, options in list_variants():
            self._begin(slug, options)
        self._play_strictly()
        self._stand_still()
        self._wait_for_players()
        self._call_the_moderators()
        _archive_ended()
        self._look_back(ended[0])
        prune_events(len(ended) - len(registry.list_metadata()) // 2)  # the others still have their rows
        while transparency_log.extend_log(500):
            pass
        return dict(self.pages)

    def _get_to_know_each_other(self) -> None:
        send_friend_request(user_id=self.alice.pk, other=self.bob)
        accept_friend(user_id=self.bob.pk, other_id=self.alice.pk)
        send_friend_request(user_id=self.carol.pk, other=self.alice)
        block(user_id=self.bob.pk, other_id=self.dave.pk)
        for person in (self.alice, self.bob):
            endpoint = f"https://push.example/{person.username}"
            subscribe_push(person, SessionStore(), endpoint=endpoint, p256dh="B" * 87, auth="A" * 22)
            send_test(person, "push")
        self._keep(self.alice, "social:friends", read=[self.bob.name, self.carol.name])
        self._keep(self.alice, "notifications:settings")

    def _begin(self, slug: str, options: dict[str, Any]) -> None:
        """A match that goes on: Alice is asked, and Bob, where he sits there, has planned ahead."""
        for _ in range(TRIES):
            table = self._start(slug, LONG.get(slug, {}) | options, self._company(slug, options))
            for _ in range(DECISIONS):
                if seat(table := play_until_asked(table, 0), 0) in waiting(table):
                    decide(table, seat(table, 0))
            if seat(table := play_until_asked(table, 0), 0) in waiting(table):
                break
        else:
            raise AssertionError(f"{slug} {options} is always soon over for Alice")
        say(table, self.alice, f"Good luck at {table.public_id}!")
        _plan_ahead(table)
        self._keep(self.alice, "tables:detail", table.public_id, read=[self.alice.name])
        self._keep(self.alice, "social:chat", table.public_id, read=[f"Good luck at {table.public_id}!"])

    def _play_to_the_end(self, slug: str, options: dict[str, Any]) -> Table:
        table = play_on(self._start(slug, options | SHORT.get(slug, {}), self._company(slug, options)))
        assert table.status == Table.Status.FINISHED, f"{slug} {options} has not ended"
        say(table, self.alice, "Well played.")
        self._keep(self.alice, "tables:detail", table.public_id, read=[self.alice.name])
        self._keep(self.alice, "replays:position", table.public_id, len(bodies(table)) // 2, read=[self.alice.name])
        for name in () if options else ("detail", "text", "verify", "record_txt"):
            self._keep(self.alice, f"replays:{name}", table.public_id)
        return table

    def _company(self, slug: str, options: dict[str, Any]) -> list[User]:
        """Alice and Bob; Alice alone against bots where only one can play, and at variants for two."""
        low, high = _seat_range(slug, options)
        return [self.alice] if high == 1 or (low == high == 2 and options) else [self.alice, self.bob]

    def _start(self, slug: str, options: dict[str, Any], people: list[User]) -> Table:
        """With bots in the free seats, one at least where there is room; the people add client seeds."""
        low, high = _seat_range(slug, options)
        table = opened(slug, *people, seats_=min(high, max(low, len(people) + 1)), options=options)
        for number, person in enumerate(people):
            _give_client_seed(table, number, person)
        filled(table, people[0])
        return fresh(table)

    def _play_strictly(self) -> None:
        """One table that deals, one that waits for Bob's part, one that he has broken off."""
        for bob in ("reveals", "waits", "leaves"):
            table = opened("lombard", self.alice, self.bob, seats_=2, strict=True)
            for number, person in enumerate((self.alice, self.bob)):
                _give_client_seed(table, number, person)
            reveal_client_seed(public_id=table.public_id, user_id=self.alice.pk, client_seed=_phrase(self.alice))
            if bob == "reveals":
                reveal_client_seed(public_id=table.public_id, user_id=self.bob.pk, client_seed=_phrase(self.bob))
            elif bob == "leaves":
                leave_seat(public_id=table.public_id, user_id=self.bob.pk, break_off=True)
            self._keep(self.alice, "tables:detail", table.public_id, read=[self.bob.name])

    def _stand_still(self) -> None:
        """Create matches that are paused, frozen and declared void; and one where a player has a vacation."""
        paused, frozen, void = (self._start("lombard", {}, [self.bob, self.carol]) for _ in range(3))
        make_proposal(public_id=paused.public_id, user_id=self.bob.pk, kind="pause")
        answer_proposal(public_id=paused.public_id, user_id=self.carol.pk, kind="pause", agrees=True)
        table_freeze(public_id=frozen.public_id, moderator_id=self.moderator.pk, reason="Two accounts?")
        void_ordered(public_id=void.public_id, moderator_id=self.moderator.pk, reason="Two accounts.")
        for table in (paused, frozen, void):
            self._keep(self.bob, "tables:detail", table.public_id, read=[self.carol.name])
        resting = self._start("lombard", {}, [self.carol, self.dave])
        today = get_local_date(self.dave)
        take_vacation(person=self.dave, first=today, last=today + timedelta(days=3))
        sync_availability(resting.pk)
        self._keep(self.dave, "accounts:availability")

    def _wait_for_players(self) -> None:
        """Tables that are open, with an invitation, a guest's; one that all have left, one that is void by now."""
        waits, deserted, void = (opened("dilemma", self.carol) for _ in range(3))
        invite_person(seen(waits, self.carol), self.carol.pk, self.alice)
        leave_seat(public_id=deserted.public_id, user_id=self.carol.pk)
        void_ordered(public_id=void.public_id, moderator_id=self.moderator.pk, reason="A bad name.")
        opened("sdc", create_guest(language="ja"))
        self._keep(self.alice, "tables:lobby", read=[self.carol.name])

    def _call_the_moderators(self) -> None:
        table = self._start("lombard", {}, [self.dave, self.alice])
        say(table, self.dave, "You play like a bot.")
        first = at_table(table, by=self.alice, about=self.dave, text="He insults me.")
        at_table(table, by=self.dave, about=self.alice, category="stalling")
        claim_case(person=self.dave, by=self.moderator)
        add_case_note(person=self.dave, by=self.moderator, text="The first time.")
        decide_report(report_pk=first.pk, by=self.moderator, outcome="upheld", answer="He was warned.")
        by = {"by": self.moderator, "category": "abuse", "reason": "You insulted somebody."}
        impose_sanction(person=self.dave, kind="warn", **by)
        mute = impose_sanction(person=self.dave, kind="mute", **by)
        submit_appeal(person=self.dave, public_id=mute.public_id, words="It was a joke.")
        self._keep(self.alice, "moderation:my_reports", read=["He was warned."])
        self._keep(self.dave, "accounts:status", read=["It was a joke."])

    def _look_back(self, table: Table) -> None:
        """A match that was shared, talked about and played on from; the same once more; and one from elsewhere."""
        access, middle = seen(table, self.alice), len(_record(table)["events"]) // 2
        set_sharing(public_id=table.public_id, user_id=self.alice.pk, sharing=Table.ReplayVisibility.LISTED)
        post_comment(access, self.alice.pk, middle, "Here I went wrong.")
        save_note(access, self.alice.pk, middle, "Fold next time.")
        save_progress(self.alice, {("lombard", "one-turn"): 2})
        self._keep(self.alice, "replays:position", table.public_id, middle, read=["went wrong", "Fold next time."])
        origin = get_fork_origin(access, middle, seat=0, against=BOTS, level="beginner")
        fork = create_fork_table(
            origin, user_id=self.alice.pk, seat=0, seats=len(access.seats), against=BOTS, level="beginner", start=True
        )  # fmt: skip
        self._keep(self.alice, "tables:detail", fork.public_id, read=[self.alice.name])
        self._keep(self.alice, "tables:detail", join_rematch(public_id=table.public_id, user_id=self.alice.pk))
        sent = dump_canonical(files.read(files.FOLDER / "dilemma-1.json.z")).encode()
        imported = import_record(user_id=self.bob.pk, sent=sent, names="Ann, Ben")
        verify_import(ImportedMatch.objects.get(public_id=imported).pk)
        self._keep(self.bob, "replays:detail", imported, read=["Ann"])
        self._keep(self.bob, "replays:imports", read=[imported])
        for name in ("tables:home", "tables:history", "replays:library", "replays:transparency_log", "accounts:export"):
            self._keep(self.alice, name)

    def _keep(self, person: User, name: str, *args: object, read: Sequence[str] = ()) -> None:
        self.pages[person.username][reverse(name, args=args)] = list(read)


def list_variants() -> Iterator[tuple[str, dict[str, Any]]]:
    """Each game with its own preselection ({}), then with the options of each of its variants."""
    for slug in registry.list_metadata():
        yield from ((slug, options) for options in ({}, *VARIANTS.get(slug, ())))


def _person(username: str, name: str) -> User:
    return User.objects.create_user(username, f"{username}@example.org", PASSWORD, name=name)


def _seat_range(slug: str, options: dict[str, Any]) -> tuple[int, int]:
    meta = registry.list_metadata()[slug]
    return meta.get_seat_range(meta.clean_options(options))


def _phrase(person: User) -> bytes:
    return f"{person.username}'s own words".encode()


def _give_client_seed(table: Table, number: int, person: User) -> None:
    seed_hash = hash_client_seed(table.public_id, number, _phrase(person))
    submit_client_seed_hash(public_id=table.public_id, user_id=person.pk, client_seed_hash=seed_hash)


def _plan_ahead(table: Table) -> None:
    """The other player files the first plan that the page offers."""
    game, numbers = registry.get_game(table.game_slug), [at.number for at in waiting(table)]
    for at in table.seats.filter(user__isnull=False).exclude(number__in=numbers):
        view = game.view(state(table), at.number)
        for offer in (game.premoves.list_offers(view) if game.premoves else ())[:1]:
            form = as_form(to_json(offer.default())) | {"about": [offer.about]}
            set_premove(public_id=table.public_id, user_id=at.user_id, form=form)


def _archive_ended() -> None:
    for table in Table.objects.filter(status__in=ENDED_STATUSES).order_by("pk"):
        assert archive_table(table.pk)
        assert run_verification(table.pk)


def _record(table: Table) -> dict[str, Any]:
    return dict(parse_json(get_record_text(fresh(table))))


def main() -> None:
    """Called with the version: the same one deals the same cards. Prints the facts."""
    random._urandom = random.Random(sys.argv[1]).randbytes
    pages = Story().tell()
    sys.stdout.write(json.dumps(read_facts() | {"pages": pages}))

"""A practice match: questions and refusals as at a table, complete storage, and no hidden cards shown."""

import json
import re
from importlib import import_module
from typing import Any

import pytest

from games.catalog import registry
from games.engine.chance import Rng
from games.engine.errors import InvalidOptionsError
from games.engine.serialization.canonical_json import to_json
from games.practice import worker_api
from games.practice.match import ME, Match, new_setup
from games.practice.rendering import MatchRenderer, RulesAddresses
from games.practice.worker_api import WorkerApi
from tests.every_game import every_game

SEED = bytes(range(32))
RULES = RulesAddresses(book="/games/{slug}/rules/", section="/games/{slug}/rules/{key}/")


def address(name: str) -> str:
    return f"/static/{name}"


def a_match(slug: str, seats: int | None = None) -> Match:
    return Match(new_setup(slug, seats or registry.list_metadata()[slug].seats_default, "beginner", SEED))


def on_to_me(match: Match) -> bool:
    """Bots decide until the person is asked. Whether that came before the end."""
    while ME not in match.questions and match.play_bot_move():
        pass
    return ME in match.questions


def any_move(match: Match, rng: Rng) -> None:
    match.submit_move(ME, match.game.rules.legal(match.state, ME).sample(rng))


@pytest.fixture
def opened(slug: str) -> WorkerApi:
    sprites = (meta.deck.sprite for meta in registry.list_metadata().values())
    pictures = {name: address(name) for name in ("site/back.svg", "site/avatars.svg", *filter(None, sprites))}
    worker_api.open_api("en", json.dumps(pictures), json.dumps({"book": RULES.book, "section": RULES.section}))
    return worker_api._API[0]


def ask(name: str, **about: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(worker_api.handle_request(json.dumps({"ask": name, **about})))
    return answer


@every_game
def test_what_others_hold_makes_no_difference_to_what_is_drawn(slug: str) -> None:
    """Two worlds that the person's seat can't tell apart look the same; with all hands open they would not."""
    match, rng, differed = a_match(slug), Rng(SEED, slug), 0
    reshuffle = import_module(f"tests.catalog.{slug}.hidden").reshuffle
    for _ in range(8):
        if not on_to_me(match):
            break
        worlds = [match.events[-1]]
        worlds.append(type(worlds[0])(*(getattr(worlds[0], name) for name in ("kind", "seat", "cause", "happenings")),
                                      reshuffle(match.state, ME, rng)))  # fmt: skip
        screens, opened = [], []
        for world in worlds:
            match.events[-1] = world
            screen = MatchRenderer(match, "en", address, RULES)
            screens.append((screen.render_board(0), screen.render_hand(), screen.render_log()))
            opened.append(screen.render_position(len(match.events), everything=True))
        assert screens[0] == screens[1]
        differed += opened[0] != opened[1]
        match.events[-1] = worlds[0]
        any_move(match, rng)
    assert differed


@every_game
def test_a_record_is_the_whole_match(slug: str) -> None:
    match, rng = a_match(slug), Rng(SEED, slug)
    for _ in range(12):
        if not on_to_me(match):
            break
        any_move(match, rng)
    replay = Match(match.setup)
    replay.replay(json.loads(json.dumps(match.decisions)))
    assert [event.state for event in replay.events] == [event.state for event in match.events]
    assert replay.questions == match.questions


def test_a_question_stays_while_others_decide() -> None:
    match = a_match("sdc")  # both draw simultaneously
    question = match.questions[ME]
    assert match.play_bot_move()
    assert match.questions[ME] == question


@pytest.mark.parametrize("slug", ["sdc"])
def test_a_refusal_is_a_sentence_and_changes_nothing(slug: str, opened: WorkerApi) -> None:
    start = ask("start", title=slug, seats=2, level="normal")
    state, about = opened.renderer.match.state, {"asked": start["asked"], "seen": start["seq"]}
    assert "draw comes first" in ask("submit_move", form=[["type", "bid"], ["coins", "3"]], **about)["refusal"]
    assert "read as a move" in ask("submit_move", form=[["type", "nonsense"]], **about)["refusal"]
    assert ask("submit_move", form=[["type", "draw"]], asked=start["asked"] + 1, seen=0) == {"refusal": ""}
    assert opened.renderer.match.state == state
    assert ask("submit_move", form=[["type", "draw"]], **about)["seq"] > start["seq"]


@pytest.mark.parametrize("slug", ["sdc"])
def test_a_record_by_other_rules_is_a_problem_and_no_crash(slug: str, opened: WorkerApi) -> None:
    record = ask("start", title=slug, seats=2, level="normal")["record"]
    for change in ({"title": "gone"}, {"options": {"rules": 99}}, {"decisions": [[0, {"type": "gone"}]]}):
        assert "problem" in ask("open_replay", record=record | change)
    assert ask("open_replay", record=record)["last"] >= 1


@every_game
def test_the_coach_leads_to_its_section_of_the_rules(slug: str) -> None:
    match = a_match(slug)
    assert on_to_me(match)
    hand = MatchRenderer(match, "en", address, RULES).render_hand()
    [(book, anchor, section)] = re.findall(r'class="coach" href="([^"#]*)#rules-([a-z-]+)"\s+data-rule="([^"]*)"', hand)
    assert (book, section) == (f"/games/{slug}/rules/", f"/games/{slug}/rules/{anchor}/")


def test_alone_against_the_house_takes_the_option_for_one() -> None:
    assert new_setup("crown", 1, "normal", SEED).options["mode"] == "solo"
    assert new_setup("crown", 2, "normal", SEED).options["mode"] != "solo"


@pytest.mark.parametrize(("slug", "seats", "level"), [("gone", 2, "normal"), ("sdc", 3, "normal"), ("sdc", 2, "other")])
def test_what_is_not_offered_is_refused(slug: str, seats: int, level: str) -> None:
    with pytest.raises(InvalidOptionsError):
        new_setup(slug, seats, level, SEED)


def test_bots_choose_as_at_a_real_table() -> None:
    """The door's only way to a bot's move is the match's own; its choice is legal and follows from the seed."""
    first, second = a_match("lombard"), a_match("lombard")
    for match in (first, second):
        on_to_me(match)
    assert first.decisions == second.decisions
    assert all(to_json(first.game.read_move(move)) == move for _, move in first.decisions)


@every_game
def test_the_last_decision_can_be_taken_back_once_a_chapter(slug: str, opened: WorkerApi) -> None:
    """The question is there again, the page has the button no longer, and the record plays the same."""
    about = ask("start", title=slug, seats=registry.list_metadata()[slug].seats_default, level="beginner")
    match, rng = opened.renderer.match, Rng(SEED, slug)
    assert 'data-action="practice-match#takeBack"' not in about["zone"]
    while match.undoable_move is None:
        assert on_to_me(match)
        before = match.state
        any_move(match, rng)
    event_count = len(match.events)
    answer = ask("take_back", asked=match.questions.get(ME), seen=event_count)
    assert (match.state, match.questions[ME], answer["seq"]) == (before, event_count + 1, event_count + 1)
    assert "The last decision is taken back" in answer["log"]
    assert 'data-action="practice-match#takeBack"' not in answer["zone"]
    assert ask("take_back", asked=answer["asked"], seen=event_count)["seq"] == event_count + 1
    data = json.loads(json.dumps(answer["record"]))
    assert [to_json(event.state) for event in worker_api.replay_record(data).events] == [
        to_json(event.state) for event in match.events
    ]
    any_move(match, rng)
    if match.game.get_chapter_number(match.state.public) == match.game.get_chapter_number(before.public):
        assert match.undoable_move is None


@every_game
def test_a_hint_says_what_the_strong_player_would_do(slug: str, opened: WorkerApi) -> None:
    about = ask("start", title=slug, seats=registry.list_metadata()[slug].seats_default, level="beginner")
    match = opened.renderer.match
    assert on_to_me(match)
    board, before = opened.renderer.render_board(0), len(match.events)
    offered = 'data-action="practice-match#hint"' in board
    assert offered is (match.game.adviser is not None)
    html = ask("hint")["html"]
    assert ("deals that fit what you know" in html) is offered
    assert ask("hint")["html"] == html
    assert len(match.events) == before >= about["seq"]

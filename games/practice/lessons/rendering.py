"""HTML of a lesson: its sentence, the game's board and hand with highlights, and the events so far."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import unescape
from typing import Any

from markupsafe import Markup, escape

from games.catalog import registry
from games.engine.chance import Rng
from games.engine.game import AnyGame, Legal, Move, Simulator
from games.engine.localized_text import Text
from games.engine.serialization.canonical_json import dump_canonical, to_json
from games.engine.serialization.form_parsing import move_from_form
from games.practice.lessons.lesson import Answer, Lesson, Pattern, matches
from games.practice.lessons.play import Scene, SceneEvent, open_step, play_answer
from games.practice.match import ME
from games.practice.match_log import NO_TIME
from games.rendering.advice import label_move, write_advice
from games.rendering.log_lines import LogContent, LogLine, get_last_actions
from games.rendering.paths import has_template
from games.rendering.renderer import BoardRenderer
from games.rendering.seats import READER, READER_AVATAR, SeatLine, bot_avatar, bot_name, name_in_sentence
from games.rendering.translations import load_game_translations

POINTED = "data-pointed"  # marks highlighted elements for the style sheet
_CODE = re.compile(r"`([^`]+)`([、。：,.;:]?)")  # keeps a card and the punctuation after it on one line
_CARD = re.compile(r'<span class="card [^"]*" data-card="([^"]+)"')
_MOVE_BUTTON = re.compile(r"""<button\b[^>]*\bname="move"\s[^>]*?\bvalue='([^']*)'""")
_TYPE_BUTTON = re.compile(r'<button\b[^>]*\bname="type" value="([^"]*)"')
LEVEL = "beginner"
LEARNER = Text("プレイヤー", "Player")  # the seat's name on the board; sentences say "you"


@dataclass(frozen=True, slots=True)
class LessonPage:
    """The rendered parts of one moment of a lesson."""

    sentence: Markup
    events: list[Markup]  # those so far in this step, or since the answer
    board: Markup
    hand: Markup
    can_answer: bool


class SceneRenderer:
    """Renderer of scenes of one game in one language, for the learner's seat."""

    def __init__(self, boards: BoardRenderer, game_slug: str, language: str) -> None:
        self._boards, self._slug, self._language = boards, game_slug, language
        self._words = load_game_translations(game_slug, language)

    def render_sentence(self, text: str) -> Markup:
        """Translate a sentence of the game's catalog, and draw its cards."""
        deck = registry.get_deck(registry.list_metadata()[self._slug].deck.name)
        card = self._boards.cards(self._language).card
        first, *parts = _CODE.split(self._words.gettext(text))
        pieces = [escape(first)]
        for codes, stop, words in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
            cards = Markup(" ").join(card(code, deck.name, "inline") for code in codes.split())
            pieces += [Markup('<span class="lesson__card">{}{}</span>').format(cards, stop), escape(words)]
        return Markup().join(pieces)

    def render_scene(
        self, scene: Scene, text: str, *, cards: Iterable[str] = (), moves: Iterable[Pattern] = (), asks: bool = True
    ) -> LessonPage:
        """Render a scene with a sentence and highlighted cards and moves; with `asks`, the learner can answer."""
        game, state = scene.game, scene.state
        legal: Legal[Move] = scene.legal if asks else Legal()
        view, standing = game.view(state, ME), game.rules.standing(state)
        lines = self._list_seats(scene)
        names = self._list_names(len(lines))
        board = self._draw(
            "table", view=view, names=names, seats=lines, seat=ME, standing=standing, open=None,
            result=standing if scene.over else None,
        )  # fmt: skip
        hand = self._draw("hand", view=view, legal=legal or None, names=names, seat=ME)
        held = {card for card in cards if f'data-card="{card}"' in hand}
        hand = _point(hand, game, held, moves)
        board = _point(board, game, set(cards) - held, ())
        event_lines = [self._render_event(event, names) for event in scene.events]
        return LessonPage(self.render_sentence(text), [line for line in event_lines if line], board, hand, bool(legal))

    # --- Parts

    def _render_event(self, event: SceneEvent, names: list[str]) -> Markup:
        content = LogContent(event.kind, event.seat, "", _list_visible(event))
        return self._boards.render_log_line(content, self._slug, self._language, names, ME)

    def _list_seats(self, scene: Scene) -> list[SeatLine]:
        waiting, seats = scene.game.rules.waiting_on(scene.state), len(scene.state.own)
        did = get_last_actions(
            [
                LogLine(n, NO_TIME, event.kind, event.seat, "", _list_visible(event))
                for n, event in enumerate(scene.events, 1)
            ],
            scene.game.metadata.chapter, self._render_action,
        )  # fmt: skip
        return [
            SeatLine(
                number=n, name=LEARNER[self._language] if n == ME else bot_name(n, self._language), is_bot=n != ME,
                level="" if n == ME else LEVEL, is_me=n == ME, is_to_act=n in waiting, deadline=None, vacant=False,
                last_action=did.get(n, ""), avatar=READER_AVATAR if n == ME else bot_avatar(n),
            )
            for n in range(seats)
        ]  # fmt: skip

    def _list_names(self, seats: int) -> list[str]:
        language = self._language
        return [
            READER[language] if n == ME else name_in_sentence(bot_name(n, language), language) for n in range(seats)
        ]

    def _render_action(self, happening: Any) -> Markup:
        return self._draw("last_action", h=happening).strip() if has_template(self._slug, "last_action") else Markup()

    def _draw(self, part: str, **values: Any) -> Markup:
        return self._boards.render(self._slug, part, self._language, **values)


class LessonRenderer(SceneRenderer):
    """Renderer of a lesson's steps."""

    def __init__(self, boards: BoardRenderer, lesson: Lesson, language: str) -> None:
        super().__init__(boards, lesson.slug, language)
        self._lesson = lesson

    @property
    def title(self) -> str:
        return self._words.gettext(self._lesson.title)

    def label(self, answer: Answer) -> str:
        """Return the label of the button for this answer."""
        return self._words.gettext(answer.label)

    def render_step(self, n: int) -> LessonPage:
        """Render step `n`, with its highlights."""
        step = self._lesson.step(n)
        return self.render_scene(open_step(self._lesson, n), step.text, cards=step.cards, moves=step.moves)

    def render_hint(self, n: int) -> Markup:
        """Render what the strong bot would do at step `n`, and why; empty if the game has no such bot."""
        scene = open_step(self._lesson, n)
        if scene.game.adviser is None or not scene.legal.is_choice:
            return Markup()
        view = scene.game.view(scene.state, ME)
        rng = Rng(b"lesson", f"{self._lesson.name}/{n}")
        advice = scene.game.adviser(view, scene.legal, rng, Simulator(scene.game, view), 1, ())
        label = label_move(self._boards, self._slug, self._language, view)
        text = write_advice(advice, label, scene.game.metadata.unit[self._language])
        return self._boards.render_shared("hint", "shown", self._language, text, dump_canonical(to_json(advice.best)))

    def render_answer(self, n: int, name: str) -> LessonPage:
        """Render the response to an answer: what follows from the right one, or the question again."""
        answer = next(candidate for candidate in self._lesson.step(n).answers if candidate.name == name)
        if answer.is_right:
            return self.render_scene(play_answer(self._lesson, n), answer.text, asks=False)
        return self.render_scene(open_step(self._lesson, n), answer.text)


def _list_visible(event: SceneEvent) -> tuple[Any, ...]:
    return tuple(addressed.happening for addressed in event.happenings if addressed.is_visible_to(ME))


def _point(html: Markup, game: AnyGame, cards: Iterable[str], moves: Iterable[Pattern]) -> Markup:
    """Mark cards and buttons for highlighting. Cards in the labels of buttons are not marked."""
    codes, patterns = set(cards), list(moves)

    def mark_card(match: re.Match[str]) -> str:
        return f"{match[0]} {POINTED}" if match[1] in codes else match[0]

    def mark(is_meant: Callable[[str], bool]) -> Callable[[re.Match[str]], str]:
        return lambda match: f"{match[0]} {POINTED}" if is_meant(unescape(match[1])) else match[0]

    def means(plain: str) -> bool:
        move = move_from_form(game.moves, {"move": [plain]})
        return any(matches(pattern, move) for pattern in patterns)

    text = _CARD.sub(mark_card, str(html)) if codes else str(html)
    if patterns:
        text = _MOVE_BUTTON.sub(mark(means), text)
        text = _TYPE_BUTTON.sub(mark(lambda kind: any(pattern.get("type") == kind for pattern in patterns)), text)
    return Markup(text)

"""The hint panel next to the hand: offered, being computed, or shown."""

from dataclasses import dataclass
from functools import cached_property

from games.catalog import registry
from games.engine.advice import Advice, read_advice
from games.engine.game import Legal, Move
from games.engine.serialization.canonical_json import dump_canonical, parse_json, to_json
from games.tables.access import TableAccess
from games.tables.models import Hint


@dataclass
class HintPanel:
    """The panel for the reader's open question. `hint` is None until they ask for one."""

    slug: str
    hint: Hint | None

    @property
    def is_thinking(self) -> bool:
        return self.hint is not None and not self.hint.advice

    @cached_property
    def advice(self) -> Advice[Move] | None:
        if self.hint is None or not self.hint.advice:
            return None
        return read_advice(registry.get_game(self.slug).read_move, parse_json(self.hint.advice))

    @property
    def best_json(self) -> str:
        """The best move as plain JSON, for the script that marks it in the form."""
        return dump_canonical(to_json(self.advice.best)) if self.advice else ""


def get_hint_panel(access: TableAccess, legal: Legal[Move]) -> HintPanel | None:
    """Return the panel for a person alone with bots, if there is a choice to make. 1 query in that case."""
    seat, slug = access.own_seat, access.table.game_slug
    if seat is None or not seat.question_seq or not access.is_solo or not legal.is_choice:
        return None
    if registry.get_game(slug).adviser is None:
        return None
    return HintPanel(slug, Hint.objects.filter(seat=seat, question_seq=seat.question_seq).first())

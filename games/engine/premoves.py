"""Premoves: answers that a seat gives in advance. A game defines which exist, what they answer and how long they last.

>>> class CallUpTo(Premove):
...     chips: int
>>> offer = PremoveOffer(CallUpTo, (IntegerParameter("chips", 10, 50, 10),), "hand 3")
>>> offer.contains(CallUpTo(40)), offer.contains(CallUpTo(45))
(True, False)
"""

from typing import Any, ClassVar, Generic, Protocol, TypeVar

from games.engine.chance import Rng
from games.engine.legal_moves import Legal
from games.engine.serialization.values import Move, TaggedValue, frozen_dataclass

M = TypeVar("M", bound=Move)
M_co = TypeVar("M_co", bound=Move, covariant=True)
V_contra = TypeVar("V_contra", contravariant=True)
ParameterValue = int | str | bool | tuple[str, ...]


class Premove(TaggedValue):
    """An answer set in advance. Each game has its own base class; a premove replaces another with the same `slot`.

    A value of integers, texts, booleans and tuples of texts. Only its own seat ever sees it.
    """

    slot: ClassVar[str] = ""


@frozen_dataclass
class IntegerParameter:
    """An integer field of a premove: `min`, `min + step`, … up to `max`; the form starts near `proposed`."""

    name: str
    min: int
    max: int
    step: int = 1
    proposed: int = 0

    @property
    def default(self) -> int:
        """Return the form's initial value."""
        within = max(self.min, min(self.proposed, self.max))
        return within - (within - self.min) % self.step

    def allows(self, wish: object) -> bool:
        return type(wish) is int and self.min <= wish <= self.max and (wish - self.min) % self.step == 0

    def sample(self, rng: Rng) -> ParameterValue:
        return self.min + self.step * rng.randbelow((self.max - self.min) // self.step + 1)


@frozen_dataclass
class ChoiceParameter:
    """A field of a premove with a list of values; its form starts with `proposed`, or with the first value."""

    name: str
    values: tuple[ParameterValue, ...]
    proposed: ParameterValue | None = None

    @property
    def default(self) -> ParameterValue:
        """Return the form's initial value."""
        return self.values[0] if self.proposed is None else self.proposed

    def allows(self, wish: object) -> bool:
        return any(type(value) is type(wish) and value == wish for value in self.values)

    def sample(self, rng: Rng) -> ParameterValue:
        return rng.choice(self.values)


@frozen_dataclass
class PremoveOffer:
    """A kind of premove that may be set now; its fields are independent.

    `about` names the round it is for, so that a form made for one round isn't accepted in the next.
    """

    make: type[Premove]
    parameters: tuple[IntegerParameter | ChoiceParameter, ...] = ()
    about: str = ""

    @property
    def kind(self) -> str:
        """The `type` of these premoves."""
        return self.make.type

    def contains(self, plan: Premove) -> bool:
        """Return whether that premove may be set."""
        return type(plan) is self.make and all(part.allows(getattr(plan, part.name)) for part in self.parameters)

    def sample(self, rng: Rng) -> Premove:
        """Return a random premove that may be set."""
        return self.make(**{part.name: part.sample(rng) for part in self.parameters})

    def default(self) -> Premove:
        """Return the premove of an unchanged form. It never gives up more than the timeout's safe move would."""
        return self.make(**{part.name: part.default for part in self.parameters})

    def parameter(self, name: str) -> IntegerParameter | ChoiceParameter:
        """Return the parameter of that name."""
        return next(part for part in self.parameters if part.name == name)


@frozen_dataclass
class PremoveAnswer(Generic[M_co]):
    """A premove's answer to the current question, and what remains of it afterwards: None once it is used up."""

    move: M_co
    remaining: Premove | None = None


class PremoveRules(Protocol[V_contra, M]):
    """The functions of a game's `premoves.py`. Pure functions of views and legal moves, never of states, like a bot's.

    A premove folds or drops only if its label says so. If part of it can't be played any more, there is no answer and
    the person is asked.
    """

    @property
    def PREMOVE_TYPES(self) -> tuple[type[Premove], ...]:
        """Every kind of premove, for the decoder."""

    def list_offers(self, view: V_contra) -> tuple[PremoveOffer, ...]:
        """List what the view's seat may set now, with or without an open question; empty if there is nothing."""

    def list_usual(self, view: V_contra) -> tuple[Premove, ...]:
        """List up to four common premoves that can be set with one tap, each from one of the offers."""

    def scope(self, plan: Any, view: V_contra) -> str:
        """Return a name for what the premove now applies to. The premove expires when it changes or is empty."""

    def answer(self, plan: Any, view: V_contra, legal: Legal[M]) -> PremoveAnswer[M] | None:
        """Return the premove's answer to the seat's current question, or None if it doesn't cover that question."""


def no_forced_move(public: object, seat: int) -> None:
    """Return None: the server never decides for a seat in this game."""

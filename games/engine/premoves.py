"""Plans: answers that a seat gives before it is asked. A game says which there are, what they say, how long they hold.

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
    """What a seat answers when it is asked. A game has a base of its own; plans with the same `slot` replace another.

    A value of whole numbers, texts, booleans and tuples of texts. Nobody but the seat ever knows it.
    """

    slot: ClassVar[str] = ""


@frozen_dataclass
class IntegerParameter:
    """A field of a plan: `min`, `min + step`, … up to `max`; the form begins near `proposed`."""

    name: str
    min: int
    max: int
    step: int = 1
    proposed: int = 0

    @property
    def default(self) -> int:
        """What the form begins with."""
        within = max(self.min, min(self.proposed, self.max))
        return within - (within - self.min) % self.step

    def allows(self, wish: object) -> bool:
        return type(wish) is int and self.min <= wish <= self.max and (wish - self.min) % self.step == 0

    def sample(self, rng: Rng) -> ParameterValue:
        return self.min + self.step * rng.randbelow((self.max - self.min) // self.step + 1)


@frozen_dataclass
class ChoiceParameter:
    """A field of a plan: one of these; its form begins with `proposed`, or with the first."""

    name: str
    values: tuple[ParameterValue, ...]
    proposed: ParameterValue | None = None

    @property
    def default(self) -> ParameterValue:
        """What the form begins with."""
        return self.values[0] if self.proposed is None else self.proposed

    def allows(self, wish: object) -> bool:
        return any(type(one) is type(wish) and one == wish for one in self.values)

    def sample(self, rng: Rng) -> ParameterValue:
        return rng.choice(self.values)


@frozen_dataclass
class PremoveOffer:
    """A kind of plan that may be filed now, its fields chosen independently. `about` names what it would be for: a form
    made for one round is not taken for the next."""

    make: type[Premove]
    parameters: tuple[IntegerParameter | ChoiceParameter, ...] = ()
    about: str = ""

    @property
    def kind(self) -> str:
        """The plans' `type`."""
        return self.make.type

    def contains(self, plan: Premove) -> bool:
        """Whether that plan may be filed."""
        return type(plan) is self.make and all(part.allows(getattr(plan, part.name)) for part in self.parameters)

    def sample(self, rng: Rng) -> Premove:
        """Some plan that may be filed."""
        return self.make(**{part.name: part.sample(rng) for part in self.parameters})

    def default(self) -> Premove:
        """What is filed by who changes nothing in the form. It never gives up more than the clock's safe move would."""
        return self.make(**{part.name: part.default for part in self.parameters})

    def parameter(self, name: str) -> IntegerParameter | ChoiceParameter:
        """Its field of that name."""
        return next(part for part in self.parameters if part.name == name)


@frozen_dataclass
class PremoveAnswer(Generic[M_co]):
    """What a plan answers now, and what is left of it afterwards: None when it is used up."""

    move: M_co
    remaining: Premove | None = None


class PremoveRules(Protocol[V_contra, M]):
    """The functions of a game's `premoves.py`. Pure, like a bot's: of views and legal moves, never of states.

    A plan gives up (folds, drops) only where its sentence says so; where a part of it can no longer be
    played, there is no answer and the person is asked.
    """

    @property
    def PREMOVE_TYPES(self) -> tuple[type[Premove], ...]:
        """Every kind of plan, for the codec."""

    def list_offers(self, view: V_contra) -> tuple[PremoveOffer, ...]:
        """What the seat of the view may file now, asked or not; empty where there is nothing to plan."""

    def list_usual(self, view: V_contra) -> tuple[Premove, ...]:
        """What people file most there, ready to be filed with one tap; each of one of the offers, four at most."""

    def scope(self, plan: Any, view: V_contra) -> str:
        """A name for what the plan is for now: it is over as soon as that is another, or empty."""

    def answer(self, plan: Any, view: V_contra, legal: Legal[M]) -> PremoveAnswer[M] | None:
        """The plan's answer to the question that the seat is asked, or None: it doesn't cover that question."""


def no_forced_move(public: object, seat: int) -> None:
    """The answer of games in which the house never decides for a seat."""

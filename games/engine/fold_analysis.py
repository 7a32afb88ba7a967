"""Hands that are given up, where a game has such a move: told apart by whether they would have won.

Asked of ended matches alone, for it looks at hands and at cards that were never turned.
"""

from collections.abc import Mapping
from typing import Protocol, TypeVar

from games.engine.serialization.values import Move

S_contra = TypeVar("S_contra", contravariant=True)


class FoldAnalysis(Protocol[S_contra]):
    """What a game's `fold_analysis.py` has."""

    @property
    def FOLD(self) -> type[Move]:
        """The move that gives a hand up."""

    def evaluate_fold(self, state: S_contra, seat: int) -> Mapping[int, bool]:
        """For the state in which `seat` folds: to whom, and whether its hand would have won against theirs. Empty
        where nobody had bet, or what would have won isn't settled by the cards yet."""

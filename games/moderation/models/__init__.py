"""What moderators do and propose, what people report, and what is found about tables."""

from games.moderation.models.action import ModAction, Proposal
from games.moderation.models.collusion_hint import Hint
from games.moderation.models.replay_check import Rebuild
from games.moderation.models.report import (
    ANSWER_LENGTH,
    NOTE_LENGTH,
    REF_LENGTH,
    TEXT_LENGTH,
    WORDS_LENGTH,
    Excerpt,
    Inquiry,
    Report,
    StaffNote,
)

__all__ = [
    "ANSWER_LENGTH",
    "NOTE_LENGTH",
    "REF_LENGTH",
    "TEXT_LENGTH",
    "WORDS_LENGTH",
    "Excerpt",
    "Hint",
    "Inquiry",
    "ModAction",
    "Proposal",
    "Rebuild",
    "Report",
    "StaffNote",
]

"""What moderators do and propose, what people report, and what is found about tables."""

from games.moderation.models.action import ModerationAction, ProposedAction
from games.moderation.models.collusion_flag import CollusionFlag
from games.moderation.models.replay_check import ReplayCheck
from games.moderation.models.report import (
    ANSWER_LENGTH,
    NOTE_LENGTH,
    REF_LENGTH,
    TEXT_LENGTH,
    WORDS_LENGTH,
    CaseNote,
    ModerationCase,
    Report,
    ReportEvidence,
)

__all__ = [
    "ANSWER_LENGTH",
    "NOTE_LENGTH",
    "REF_LENGTH",
    "TEXT_LENGTH",
    "WORDS_LENGTH",
    "CaseNote",
    "CollusionFlag",
    "ModerationAction",
    "ModerationCase",
    "ProposedAction",
    "ReplayCheck",
    "Report",
    "ReportEvidence",
]

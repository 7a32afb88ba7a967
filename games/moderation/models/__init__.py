"""Moderation actions and proposals, reports, replay checks and collusion flags."""

from games.moderation.models.action import LoneActionNotice, ModerationAction, ProposedAction
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
    "LoneActionNotice",
    "ModerationAction",
    "ModerationCase",
    "ProposedAction",
    "ReplayCheck",
    "Report",
    "ReportEvidence",
]

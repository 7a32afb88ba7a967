"""Lombard Hold'em: two hole cards, five community cards, one decision per round, first to sixteen coins."""

"""Lombard Hold'em: two hole cards, five community cards, one decision a round, first to sixteen coins."""

"""Dilemma Hold'em: no-limit hold'em with forty commodity cards, and a bank that pays the winners of showdowns."""

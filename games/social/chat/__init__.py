"""A table's chat: permissions, messages, quick messages."""

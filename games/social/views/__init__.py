"""The pages of chat and friends."""

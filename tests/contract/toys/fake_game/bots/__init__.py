"""The toy's bots."""

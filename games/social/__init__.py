"""The app for chat, friends, blocks, invitations and comments. It writes no rows of a match."""

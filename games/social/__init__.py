"""The app of chat, friends, blocks, invitations and comments. It touches no row of a match."""

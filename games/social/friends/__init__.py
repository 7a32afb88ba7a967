"""Friends, blocks and invitations."""

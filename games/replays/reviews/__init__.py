"""Reviews: a replay watched together. Everyone follows the leader's position, each with their permitted view."""

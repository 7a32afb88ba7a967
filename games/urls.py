"""The addresses of the game side, of all rooms under one name."""

from games.moderation import urls as moderation
from games.replays import urls as replays
from games.tables import urls as tables

app_name = "games"
urlpatterns = [*tables.urlpatterns, *replays.urlpatterns, *moderation.urlpatterns]

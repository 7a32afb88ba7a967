"""The addresses of the game side, of all rooms under one name."""

from games.inspector import urls as inspector
from games.moderation import urls as moderation
from games.notices import urls as notices
from games.offline import urls as offline
from games.practice import urls as practice
from games.replays import urls as replays
from games.reports import urls as reports
from games.tables import urls as tables
from games.talk import urls as talk

app_name = "games"
urlpatterns = [
    *tables.urlpatterns,
    *inspector.urlpatterns,
    *talk.urlpatterns,  # before the replays, whose positions take any word behind them for a key
    *replays.urlpatterns,
    *moderation.urlpatterns,
    *notices.urlpatterns,
    *offline.urlpatterns,
    *practice.urlpatterns,
    *reports.urlpatterns,
]

"""The addresses of ended tables."""

from django.urls import path

from games.replays import brought_views, library_views, sharing_views, views, watching

urlpatterns = [
    path("replay/<slug:public_id>/", watching.replay, name="replay"),
    path("replay/<slug:public_id>/verify/", views.verify, name="verify"),
    path("replay/<slug:public_id>/record.json", views.record, name="record"),
    path("replay/<slug:public_id>/record.txt", views.record_plain, name="record_plain"),
    path("replay/<slug:public_id>/text/", watching.replay_text, name="replay_text"),
    path("replay/<slug:public_id>/log/<int:number>/<slug:key>/", watching.replay_log, name="replay_log"),
    path("replay/<slug:public_id>/share/", sharing_views.share, name="replay_share"),
    path("replay/<slug:public_id>/preview.png", sharing_views.preview, name="replay_preview"),
    path("replay/<slug:public_id>/<int:n>/around/", sharing_views.beside, name="replay_around"),
    path("replay/<slug:public_id>/<int:n>/fork/", sharing_views.fork, name="replay_fork"),
    path("library/", library_views.library, name="library"),
    path("brought/", brought_views.brought, name="brought"),
    path("brought/<slug:public_id>/", brought_views.brought_changed, name="brought_changed"),
    path("verify_record.py", views.checker, name="checker"),
    path("verify_match.pyz", views.verifier, name="verifier"),
    path("t/<slug:public_id>/chain.txt", views.table_chain, name="table_chain"),
    path("chain.txt", views.chain, name="chain"),
    path("record.md", views.record_format, name="record_format"),
    path("replay/<slug:public_id>/<int:n>/", watching.replay_at, name="replay_at"),
    path("replay/<slug:public_id>/<int:n>/<slug:key>/", watching.replay_step, name="replay_step"),
]

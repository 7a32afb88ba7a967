"""The addresses of ended tables."""

from django.urls import path

from games.replays.views import imports, library, sharing, verification, viewer

app_name = "replays"
urlpatterns = [
    path("replay/<slug:public_id>/", viewer.replay, name="replay"),
    path("replay/<slug:public_id>/verify/", verification.verify, name="verify"),
    path("replay/<slug:public_id>/record.json", verification.record, name="record"),
    path("replay/<slug:public_id>/record.txt", verification.record_plain, name="record_plain"),
    path("replay/<slug:public_id>/text/", viewer.replay_text, name="replay_text"),
    path("replay/<slug:public_id>/log/<int:number>/<slug:key>/", viewer.replay_log, name="replay_log"),
    path("replay/<slug:public_id>/share/", sharing.share, name="replay_share"),
    path("replay/<slug:public_id>/preview.png", sharing.preview, name="replay_preview"),
    path("replay/<slug:public_id>/<int:n>/around/", sharing.sidebar, name="replay_around"),
    path("replay/<slug:public_id>/<int:n>/fork/", sharing.fork, name="replay_fork"),
    path("library/", library.library, name="library"),
    path("brought/", imports.import_list, name="brought"),
    path("brought/<slug:public_id>/", imports.import_update, name="brought_changed"),
    path("verify_record.py", verification.verify_record_file, name="checker"),
    path("verify_match.pyz", verification.verify_match_file, name="verifier"),
    path("t/<slug:public_id>/chain.txt", verification.table_log_lines, name="table_chain"),
    path("chain.txt", verification.transparency_log, name="chain"),
    path("record.md", verification.record_format, name="record_format"),
    path("replay/<slug:public_id>/<int:n>/", viewer.replay_at, name="replay_at"),
    path("replay/<slug:public_id>/<int:n>/<slug:key>/", viewer.replay_step, name="replay_step"),
]

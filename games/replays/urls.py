"""The addresses of ended tables."""

from django.urls import path

from games.replays.views import imports, library, sharing, verification, viewer

app_name = "replays"
urlpatterns = [
    path("replay/<slug:public_id>/", viewer.replay, name="detail"),
    path("replay/<slug:public_id>/verify/", verification.verify, name="verify"),
    path("replay/<slug:public_id>/record.json", verification.record, name="record_json"),
    path("replay/<slug:public_id>/record.txt", verification.record_plain, name="record_txt"),
    path("replay/<slug:public_id>/text/", viewer.replay_text, name="text"),
    path("replay/<slug:public_id>/log/<int:number>/<slug:key>/", viewer.replay_log, name="log_rendered"),
    path("replay/<slug:public_id>/share/", sharing.share, name="share"),
    path("replay/<slug:public_id>/preview.png", sharing.preview, name="preview"),
    path("replay/<slug:public_id>/<int:n>/around/", sharing.sidebar, name="sidebar"),
    path("replay/<slug:public_id>/<int:n>/fork/", sharing.fork, name="fork"),
    path("library/", library.library, name="library"),
    path("brought/", imports.import_list, name="imports"),
    path("brought/<slug:public_id>/", imports.import_update, name="import_update"),
    path("verify_record.py", verification.verify_record_file, name="verify_record"),
    path("verify_match.pyz", verification.verify_match_file, name="verify_match"),
    path("t/<slug:public_id>/chain.txt", verification.table_log_lines, name="table_transparency_log"),
    path("chain.txt", verification.transparency_log, name="transparency_log"),
    path("record.md", verification.record_format, name="record_format"),
    path("replay/<slug:public_id>/<int:n>/", viewer.replay_at, name="position"),
    path("replay/<slug:public_id>/<int:n>/<slug:key>/", viewer.replay_step, name="position_rendered"),
]

"""Ended matches: replays, the library, imports; records and what one needs to check them."""

from django.urls import URLPattern, URLResolver, include, path

from games.replays.views import imports, library, sharing, verification, viewer

app_name = "replays"
position = [
    path("", viewer.replay_at, name="position"),
    path("sidebar/", sharing.sidebar, name="sidebar"),
    path("fork/", sharing.fork, name="fork"),
    path("rendered/<slug:key>/", viewer.replay_step, name="position_rendered"),
]
replay: list[URLPattern | URLResolver] = [
    path("", viewer.replay, name="detail"),
    path("positions/<int:n>/", include(position)),
    path("log/<int:number>/rendered/<slug:key>/", viewer.replay_log, name="log_rendered"),
    path("text/", viewer.replay_text, name="text"),
    path("verify/", verification.verify, name="verify"),
    path("record.json", verification.record, name="record_json"),
    path("record.txt", verification.record_plain, name="record_txt"),
    path("share/", sharing.share, name="share"),
    path("preview.png", sharing.preview, name="preview"),
]
urlpatterns = [
    path("replays/<public_id:public_id>/", include(replay)),
    path("library/", library.library, name="library"),
    path("library/imports/", imports.import_list, name="imports"),
    path("library/imports/<public_id:public_id>/", imports.import_update, name="import_update"),
    path("transparency-log.txt", verification.transparency_log, name="transparency_log"),
    path(
        "tables/<public_id:public_id>/transparency-log.txt",
        verification.table_log_lines,
        name="table_transparency_log",
    ),
    path("verify_record.py", verification.verify_record_file, name="verify_record"),
    path("verify_match.pyz", verification.verify_match_file, name="verify_match"),
    path("record.md", verification.record_format, name="record_format"),
]

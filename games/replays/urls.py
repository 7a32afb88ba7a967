"""Ended matches: replays, the library, imports; records and what one needs to check them."""

from django.urls import URLPattern, URLResolver, include, path

from games.replays.views import analysis, guess, imports, library, reviews, sharing, verification, viewer

app_name = "replays"
position = [
    path("", viewer.replay_at, name="position"),
    path("sidebar/", sharing.sidebar, name="sidebar"),
    path("moment.png", sharing.moment_picture, name="position_moment"),
    path("fork/", sharing.fork, name="fork"),
    path("rendered/<slug:key>/", viewer.replay_step, name="position_rendered"),
]
guessing = [
    path("", guess.guess, name="guess"),
    path("positions/<int:n>/", guess.guess_at, name="guess_at"),
    path("positions/<int:n>/answer/", guess.guess_answer, name="guess_answer"),
]
review = [
    path("", reviews.review, name="review"),
    path("state/", reviews.state, name="review_state"),
    path("step/", reviews.step, name="review_step"),
    path("lead/", reviews.lead, name="review_lead"),
]
analysing = [
    path("", analysis.analysis, name="analysis"),
    path("positions/<int:n>/", analysis.position, name="analysis_position"),
]
replay: list[URLPattern | URLResolver] = [
    path("", viewer.replay, name="detail"),
    path("positions/<int:n>/", include(position)),
    path("guess/<int:seat>/", include(guessing)),
    path("analysis/", analysis.choose, name="analyses"),
    path("analysis/<int:seat>/", include(analysing)),
    path("reviews/", reviews.start, name="review_start"),
    path("reviews/<public_id:code>/", include(review)),
    path("log/<int:number>/rendered/<slug:key>/", viewer.replay_log, name="log_rendered"),
    path("text/", viewer.replay_text, name="text"),
    path("verify/", verification.verify, name="verify"),
    path("record.json", verification.record, name="record_json"),
    path("record.txt", verification.record_plain, name="record_txt"),
    path("share/", sharing.share, name="share"),
    path("moment/", sharing.moment, name="moment"),
    path("moment.png", sharing.moment_picture, name="moment_picture"),
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

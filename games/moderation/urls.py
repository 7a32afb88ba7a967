"""Reports by people, and what moderators propose at a table."""

from django.urls import path

from games.moderation.views import approvals, reports

app_name = "moderation"
urlpatterns = [
    path("t/<slug:public_id>/proposal/", approvals.approval, name="table_approval"),
    path("report/<slug:kind>/<str:ref>/", reports.report, name="report"),
    path("reports/", reports.my_reports, name="my_reports"),
]

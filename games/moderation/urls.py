"""Reports, and players' answers to a moderator's proposal."""

from django.urls import path

from games.moderation.views import approvals, reports

app_name = "moderation"
urlpatterns = [
    path("reports/", reports.my_reports, name="my_reports"),
    path("reports/new/<slug:kind>/<str:ref>/", reports.report, name="report"),
    path("tables/<public_id:public_id>/moderation-approval/", approvals.approval, name="table_approval"),
]

"""The addresses of reports."""

from django.urls import path

from games.reports import views

urlpatterns = [
    path("report/<slug:kind>/<str:ref>/", views.report, name="report"),
    path("reports/", views.my_reports, name="my_reports"),
]

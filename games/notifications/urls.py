"""The addresses of what people are told, and of their calendars."""

from django.urls import path

from games.notifications import views

app_name = "notifications"
urlpatterns = [
    path("told/", views.notification_settings, name="told"),
    path("told/test/<slug:channel>/", views.send_test_message, name="told_test"),
    path("told/device/", views.subscribe, name="told_device"),
    path("calendar/<slug:token>.ics", views.calendar, name="calendar"),
]

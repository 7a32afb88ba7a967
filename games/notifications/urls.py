"""The addresses of what people are told, and of their calendars."""

from django.urls import path

from games.notifications import views

app_name = "notifications"
urlpatterns = [
    path("told/", views.notification_settings, name="settings"),
    path("told/test/<slug:channel>/", views.send_test_message, name="send_test"),
    path("told/device/", views.subscribe, name="push_subscription"),
    path("calendar/<slug:token>.ics", views.calendar, name="calendar"),
]

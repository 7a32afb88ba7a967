"""How one is notified, and the calendar of one's deadlines."""

from django.urls import path

from games.notifications import views

app_name = "notifications"
urlpatterns = [
    path("settings/notifications/", views.notification_settings, name="settings"),
    path("settings/notifications/test/<slug:channel>/", views.send_test_message, name="send_test"),
    path("settings/notifications/push-subscription/", views.subscribe, name="push_subscription"),
    path("calendar/<slug:token>.ics", views.calendar, name="calendar"),
]

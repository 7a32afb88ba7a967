"""Notifications, their settings, and the calendar of deadlines."""

from django.urls import path

from games.notifications import views

app_name = "notifications"
urlpatterns = [
    path("notifications/", views.notification_list, name="list"),
    path("notifications/read/", views.read_all, name="read_all"),
    path("notifications/<int:pk>/", views.open_entry, name="open"),
    path("notifications/problems/<int:pk>/dismiss/", views.dismiss, name="dismiss_problem"),
    path("settings/notifications/", views.notification_settings, name="settings"),
    path("settings/notifications/offer/<public_id:public_id>/", views.turn_offer, name="offer"),
    path("settings/notifications/test/<slug:channel>/", views.send_test_message, name="send_test"),
    path("settings/notifications/push-subscription/", views.subscribe, name="push_subscription"),
    path("calendar/<slug:token>.ics", views.calendar, name="calendar"),
]

"""The addresses of what works without a connection."""

from django.urls import path

from games.offline import views

urlpatterns = [
    path("sw.js", views.worker, name="worker"),
    path("manifest.<str:language>.webmanifest", views.manifest, name="manifest"),
    path("offline/", views.kept, name="kept"),
    path("offline/hello/", views.hello, name="hello"),
]

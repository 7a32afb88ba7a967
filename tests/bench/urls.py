from django.urls import include, path

from tests.bench.minimal import views

urlpatterns = [path("minimal/", views.move), path("", include("config.urls"))]

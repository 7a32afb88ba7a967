"""URLs of offline support: service worker, manifest, saved pages and practice.

Files under practice/assets/ never change, because their URL contains a digest.
"""

from django.urls import path

from games.pwa import views
from games.pwa.practice import views as practice

app_name = "pwa"
urlpatterns = [
    path("sw.js", views.service_worker, name="service_worker"),
    path("manifest.<str:language>.webmanifest", views.manifest, name="manifest"),
    path("offline/", views.saved_pages, name="saved"),
    path("offline/session/", views.session_info, name="session"),
    path("practice/", practice.practice, name="practice"),
    path("practice/assets/<slug:digest>/worker.js", practice.worker, name="practice_worker"),
    path("practice/assets/<slug:digest>/verify_worker.js", practice.verify_worker, name="practice_verify_worker"),
    path("practice/assets/<slug:digest>/tefuda.zip", practice.bundle_zip, name="practice_bundle"),
]

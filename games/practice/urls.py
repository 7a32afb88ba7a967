"""The addresses of practice. What lies under run/ never changes: the digest stands in the address."""

from django.urls import path

from games.practice import views

urlpatterns = [
    path("practice/", views.practice, name="practice"),
    path("practice/run/<slug:digest>/worker.js", views.worker, name="practice_worker"),
    path("practice/run/<slug:digest>/verify_worker.js", views.verify_worker, name="practice_verify_worker"),
    path("practice/run/<slug:digest>/tefuda.zip", views.zipped, name="practice_zip"),
]

"""Every address of the service."""

from django.urls import include, path

from deploy.health import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("api/v1/", include("api.urls")),
    path("", include("web.urls")),
]

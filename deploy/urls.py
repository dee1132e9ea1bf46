"""Every address of the service."""

from django.urls import include, path

from deploy.observing.views import healthz, metrics, readyz

handler400, handler403 = "deploy.problems.bad", "web.views.forbidden"
handler404, handler500 = "deploy.problems.missing", "deploy.problems.broken"

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("api/v1/", include("api.urls")),
    path("", include("web.urls")),
]

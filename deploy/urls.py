"""Every address of the service."""

from django.urls import include, path

from deploy.observability.health import healthz, metrics, readyz

handler400, handler403 = "deploy.error_handlers.bad", "web.page.forbidden"
handler404, handler500 = "deploy.error_handlers.missing", "deploy.error_handlers.broken"

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("api/v1/", include("api.urls")),
    path("", include("web.urls")),
]

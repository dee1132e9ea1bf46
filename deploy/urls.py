"""Every address of the service."""

from django.urls import include, path

from deploy.health import healthz

handler400, handler403 = "web.views.bad", "web.views.forbidden"
handler404, handler500 = "web.views.missing", "web.views.broken"

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("api/v1/", include("api.urls")),
    path("", include("web.urls")),
]

"""Signing in by a page: as often as by the API, and no more."""

from typing import Any

from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from rest_framework.throttling import ScopedRateThrottle

from web.views import problem


class SignIn(LoginView):
    template_name = "web/sign_in.html"
    next_page = "web:home"
    throttle_scope = "sign_in"  # counted together with sign-ins by the API

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        throttle = ScopedRateThrottle()
        if throttle.allow_request(request, self):
            return super().post(request, *args, **kwargs)
        answer = problem(request, 429, gettext("Too many sign-ins from your address; wait a minute."))
        answer["Retry-After"] = str(int(throttle.wait() or 60) + 1)
        return answer

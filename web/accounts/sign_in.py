"""Signing in by a page: as often as by the API, and no more."""

from typing import Any

from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse

from web.throttling import throttle_sign_in


class SignIn(LoginView):
    template_name = "web/sign_in.html"
    next_page = "web:home"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return throttle_sign_in(request) or super().post(request, *args, **kwargs)

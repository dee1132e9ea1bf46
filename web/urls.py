"""Addresses of the pages."""

from django.contrib.auth import views as auth
from django.urls import path
from django.views.i18n import set_language

from web import matches, views
from web.sign_in import SignIn

app_name = "web"

urlpatterns = [
    path("", views.home, name="home"),
    path("clubs/<uuid:club_id>/", views.club, name="club"),
    path("series/<uuid:series_id>/", views.series, name="series"),
    path("matches/<uuid:match_id>/", matches.match, name="match"),
    path("matches/<uuid:match_id>/do/<slug:act>/", matches.do, name="do"),
    path("matches/<uuid:match_id>/replay/", views.replay, name="replay"),
    path("language/", set_language, name="language"),
    path("sign-in/", SignIn.as_view(), name="sign-in"),
    path("sign-out/", auth.LogoutView.as_view(next_page="web:home"), name="sign-out"),
]

"""The pages themselves."""

from django.views.generic import TemplateView


class Home(TemplateView):
    template_name = "web/home.html"

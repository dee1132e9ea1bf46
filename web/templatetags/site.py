"""What every page says of the service itself."""

from django import template

from league import __version__

register = template.Library()


@register.simple_tag
def version() -> str:
    return __version__

"""The schema, and the page that shows it."""

from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from api.endpoint import Endpoint


class SchemaDocument(SpectacularAPIView):
    """The schema as a document."""

    options = Endpoint.options


class DocsPage(SpectacularSwaggerSplitView):
    """The page, which can say nothing but itself: it has no form for an answer about its methods."""

    options = Endpoint.options

"""Settings of the API that no operator changes: its schema, and the headers that pages of other origins use."""

from league import __version__

SENT_HEADERS = (
    "accept",
    "accept-language",
    "authorization",
    "content-type",
    "idempotency-key",
    "if-match",
    "if-none-match",
    "last-event-id",
)
ANSWERED_HEADERS = (
    "Content-Disposition",
    "ETag",
    "Idempotency-Replayed",
    "Link",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
)
SCHEMA_SETTINGS = {
    "TITLE": "Ludex",
    "VERSION": __version__,
    "DESCRIPTION": "",  # in api.docs.document
    "OAS_VERSION": "3.1.0",
    "SORT_OPERATION_PARAMETERS": False,
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": ["drf_spectacular.hooks.postprocess_schema_enums", "api.docs.document.finish_document"],
    "ENUM_NAME_OVERRIDES": {
        "AppealStateEnum": "league.appeals.queries.STATES",
        "AuthorRoleEnum": "league.history.authors.ROLES",
        "DeckStatusEnum": "api.decks.views.STATUSES",
        "EventSideEnum": "api.appeals.serializers.SIDES",
        "RulingKindEnum": "api.appeals.serializers.KINDS",
        "CorrectionDecisionEnum": "league.matches.queries.corrections.DECISIONS",
        "DecisionEnum": "api.impact.serializers.TRIED",
        "ByeChoiceEnum": "api.tournaments.entries.CHOICES",
        "WorthAsEnum": "league.standings.scoring_rules.WORTHS_AS",
        "WorthEnum": "league.standings.types.WORTHS",
        "NewsKindEnum": "league.notices.queries.KINDS",
        "OutcomeEnum": "league.matches.queries.list.OUTCOMES",
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

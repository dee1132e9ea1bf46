"""The signature of a message, by which its receiver knows that it comes from this Ludex."""

from datetime import datetime

from standardwebhooks import Webhook

from league.webhooks.deliveries import Message


def signed_headers(message: Message, now: datetime) -> dict[str, str]:
    """The headers by which Standard Webhooks identifies, dates and signs a message that is sent at *now*.

    With several secrets there are several signatures, and a receiver who knows one of them is content.
    """
    signatures = [Webhook(secret).sign(message.id, now, message.body) for secret in message.secrets]
    return {
        "webhook-id": message.id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(signatures),
    }

"""The signature of a message, by which its receiver knows that it comes from this Ludex."""

from datetime import datetime

from standardwebhooks import Webhook

from league.webhooks.deliveries import Message


def signed_headers(message: Message, now: datetime) -> dict[str, str]:
    """The headers by which Standard Webhooks identifies, dates and signs a message that is sent at *now*."""
    return {
        "webhook-id": message.id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(message.secret).sign(message.id, now, message.body),
    }

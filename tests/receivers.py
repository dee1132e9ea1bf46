"""Servers that receive webhooks well, badly, slowly, or not at all."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from standardwebhooks import Webhook


class Receiver:
    """A server on loopback that answers with *status* and keeps the headers and bodies it receives."""

    def __init__(self, status=204, headers=None, body=b"", port=0):
        self.got, self.asked = [], []  # the second: method and path of each request
        self.status, self.headers, self.body = status, headers or {}, body
        self.waits = threading.Event()
        self.waits.set()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                sent = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.got.append((dict(self.headers), sent))
                receiver.asked.append(f"{self.command} {self.path}")
                receiver.waits.wait()
                self.send_response(receiver.status)
                for name, value in receiver.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                try:
                    self.wfile.write(receiver.body)
                except ConnectionError:
                    return

            do_PUT = do_POST  # noqa: N815 - http.server asks for it

            def log_message(self, *args):
                """Quietly."""

        self.server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.port = self.server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}/hook"
        self._thread = threading.Thread(target=self.server.serve_forever, args=(0.05,))
        self._thread.start()

    def verified(self, secret):
        """The received messages, each verified with the secret, as id and content."""
        return [(headers["webhook-id"], Webhook(secret).verify(body, headers)) for headers, body in self.got]

    def close(self):
        """Stop it. May be called again."""
        if not self._thread.is_alive():
            return
        self.waits.set()
        self.server.shutdown()
        self.server.server_close()
        self._thread.join()

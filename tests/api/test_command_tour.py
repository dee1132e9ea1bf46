"""The last part of the tour in docs/api.md, word for word: an evening on the command line."""

import contextlib
import json
import socketserver
import sys
from io import BytesIO, TextIOWrapper
from threading import Thread

from django.core.management import CommandError, call_command
from django.db import connection

from tests.api.clients import signed_up
from tests.tour import FIELD, LOCAL, take_tour

LAUNCHER = """#!{python}
import json, socket, sys
with socket.create_connection(("127.0.0.1", {port})) as asked:
    asked.sendall(json.dumps(sys.argv[1:]).encode() + b"\\n")
    answered = json.loads(asked.makefile().read())
sys.stdout.write(answered["out"])
sys.exit(answered["error"])
"""


class Launched(socketserver.StreamRequestHandler):
    """Runs a command of `./ludex manage` in this process, which has started already."""

    def handle(self):
        _, command, *words = json.loads(self.rfile.readline())
        out, error = TextIOWrapper(BytesIO(), encoding="utf-8", write_through=True), None
        try:
            with contextlib.redirect_stdout(out):
                call_command(command, *words, stdout=out)
        except CommandError as refused:
            error = str(refused)
        finally:
            connection.close()
        self.wfile.write(json.dumps({"out": out.buffer.getvalue().decode(), "error": error}).encode())


def test_the_tour_of_the_command_line_works_word_for_word(committed_db, tmp_path, monkeypatch):
    signed_up("clara")
    monkeypatch.chdir(tmp_path)
    with socketserver.TCPServer(("127.0.0.1", 0), Launched) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        launcher = tmp_path / "ludex"
        launcher.write_text(LAUNCHER.format(python=sys.executable, port=server.server_address[1]))
        launcher.chmod(0o755)

        differences = take_tour(LOCAL, tmp_path, before=FIELD)
        server.shutdown()

    assert differences == []

"""A witness as a program of its own: an HTTP server, and its memory in a file."""

import json
import os
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from verify.signed_notes import PublicKey
from verify.witness.cosignatures import Cosigner
from verify.witness.protocol import LARGEST, Answer, cosign, origin_hash


@dataclass(slots=True)
class HeldInFile:
    note: str | None
    file: "FileMemory"
    origin: str

    def keep(self, note: str) -> None:
        self.file.write({**self.file.notes(), self.origin: note})


class FileMemory:
    """The notes of all logs in one JSON file, which is written whole or not at all."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()

    def notes(self) -> Mapping[str, str]:
        try:
            found: dict[str, str] = json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        return found

    @contextmanager
    def hold(self, origin: str) -> Iterator[HeldInFile]:
        with self._lock:
            yield HeldInFile(self.notes().get(origin), self, origin)

    def write(self, notes: Mapping[str, str]) -> None:
        draft = self._path.with_name(f"{self._path.name}.draft")
        with draft.open("w", encoding="utf-8") as file:
            json.dump(notes, file, ensure_ascii=False, indent=1)
            file.flush()
            os.fsync(file.fileno())
        draft.rename(self._path)


def serve(key: Cosigner, logs: Sequence[PublicKey], memory: FileMemory, host: str, port: int) -> ThreadingHTTPServer:
    """The server of a witness, which `serve_forever` starts."""

    class Handler(BaseHTTPRequestHandler):
        timeout = 10

        def do_POST(self) -> None:
            length = self.headers.get("Content-Length", "")
            if self.path != "/add-checkpoint" or not length.isdecimal() or int(length) > LARGEST:
                self._send(Answer(404 if self.path != "/add-checkpoint" else 400, "not a checkpoint\n"))
                return
            self._send(cosign(self.rfile.read(int(length)), logs, memory, key, int(time.time())))

        def do_GET(self) -> None:
            kept = {f"/{origin_hash(origin)}/checkpoint": note for origin, note in memory.notes().items()}
            note = kept.get(self.path)
            self._send(Answer(404, "no such checkpoint\n") if note is None else Answer(200, note))

        def _send(self, answer: Answer) -> None:
            body = answer.body.encode()
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    return ThreadingHTTPServer((host, port), Handler)

"""Static files under names that contain their hash, compressed, so that browsers may keep them for ever.

A deployment gathers them with `collectstatic` (docs/deploying.md). A web server without STATIC_ROOT gathers its own
into the data folder, once for each version of them.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

from deploy.data_folder import ROOT, data_folder

QUOTES = ('"', "'")
STRING = re.compile(r"""("[^"]*"|'[^']*')""")
IMPORT = re.compile(r'@import "([\w-]+\.css)";')
OWN = ROOT / "web" / "static"
FOREIGN = ("django", "djangorestframework", "drf-spectacular-sidecar", "whitenoise")  # with files, or a hand in them


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # it has no types
    """Modules import each other by hashed names, too. Our own style sheets are put together and made small."""

    support_js_module_import_aggregation = True

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        own = [name for name in paths if name.startswith("web/") and name.endswith(".css") and not dry_run]
        for name in own:
            Path(self.path(name)).write_text(put_together(OWN / name), encoding="utf-8")
        yield from super().post_process(paths | {name: (self, name) for name in own}, dry_run, **options)


def put_together(sheet: Path) -> str:
    """A style sheet with those that it imports, as it is sent."""
    text = sheet.read_text(encoding="utf-8")
    return IMPORT.sub(lambda found: put_together(sheet.with_name(found[1])), minify_styles(text))


def minify_styles(text: str) -> str:
    """A style sheet without comments, and without white space that means nothing. Strings stay as they are."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return "".join(part if part[:1] in QUOTES else _squeeze(part) for part in STRING.split(text)).strip()


def _squeeze(part: str) -> str:
    part = re.sub(r"\s+", " ", part)
    part = re.sub(r" ?([{};,>]) ?", r"\1", part)
    return re.sub(r"(?<=[\w-]): ", ":", part).replace(" !", "!").replace(";}", "}")


def gather_static_files() -> Path:
    """The folder with the files of this version, filled at the first call. Raises `CalledProcessError`."""
    folder = data_folder() / "static" / _fingerprint()
    if not folder.exists():
        draft = folder.with_name(f"{folder.name}-{os.getpid()}")
        shutil.rmtree(draft, ignore_errors=True)
        environment = {**os.environ, "STATIC_ROOT": str(draft)}
        command = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity=0"]
        subprocess.run(command, cwd=ROOT, env=environment, check=True)
        _put_in_place(draft, folder)
    return folder


def _put_in_place(draft: Path, folder: Path) -> None:
    """Give the folder its name, unless another server was faster, and remove those of other versions."""
    try:
        draft.rename(folder)
    except OSError:
        shutil.rmtree(draft)
    for other in folder.parent.iterdir():
        if other.name.partition("-")[0] != folder.name:
            shutil.rmtree(other, ignore_errors=True)


def _fingerprint() -> str:
    digest = hashlib.sha256(repr([version(name) for name in FOREIGN]).encode())
    for path in sorted(OWN.rglob("*.*")):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(OWN)} {len(content)} ".encode() + content)
    return digest.hexdigest()[:16]

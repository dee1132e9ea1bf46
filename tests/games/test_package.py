import subprocess
import sys


def test_games_load_without_django():
    loaded = subprocess.run(
        [sys.executable, "-c", "import games, sys; print('django' in sys.modules)"], capture_output=True, text=True
    )

    assert (loaded.stdout, loaded.stderr) == ("False\n", "")

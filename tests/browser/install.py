"""Find a Chromium for the browser tests, or install one: Debian's package where apt works, else Playwright's own."""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome")


def installed() -> str | None:
    """Path of a Chromium on this machine, or None."""
    return os.environ.get("POSITION_LAB_CHROMIUM") or next(
        (path for name in NAMES if (path := shutil.which(name))), None
    )


def install() -> int:
    """Install one and return the exit status; nothing is done where one is there."""
    if installed():
        return 0
    if shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "update"], check=False)
        if subprocess.run(["apt-get", "install", "-y", "chromium", "fonts-noto-cjk"], check=False).returncode == 0:
            return 0
    return subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False).returncode


if __name__ == "__main__":
    sys.exit(install())

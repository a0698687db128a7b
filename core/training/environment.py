"""What a run ran on: the facts that its footer records because a number may depend on them."""

import ctypes
import platform
import subprocess
from pathlib import Path

import numpy as np
import torch

from core.training.config import Precision

ROOT = Path(__file__).resolve().parents[2]
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3  # malloc.h; both in bytes


def environment() -> dict[str, object]:
    """Versions, threads, machine and commit, under the names of the run file's footer."""
    return {
        "versions": {"python": platform.python_version(), "torch": torch.__version__, "numpy": np.__version__},
        "threads": torch.get_num_threads(),
        "machine": _processor(),
        "commit": _git("rev-parse", "HEAD"),
        "dirty": bool(_git("status", "--porcelain", "--untracked-files=no")),
    }


def resolve_precision(precision: Precision) -> Precision:
    """ "auto" settled for this machine: bfloat16 where the processor multiplies bfloat16 tiles (AMX), else float32.

    Without AMX bfloat16 is slower here than float32; docs/log.md has the figures.
    """
    if precision != "auto":
        return precision
    return "bfloat16" if torch.cpu._is_amx_tile_supported() else "float32"


def keep_freed_memory() -> None:
    """Let glibc keep what is freed; it hands blocks of megabytes back, and the kernel clears them anew at each step.

    Does nothing where the C library has no mallopt. docs/speed.md has the gain.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if platform.system() == "Linux" else None
    if mallopt is not None:
        mallopt(M_MMAP_THRESHOLD, 1 << 30)
        mallopt(M_TRIM_THRESHOLD, (1 << 31) - 1)


def _git(*words: str) -> str:
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{names[0]}, {len(names)} cores" if names else platform.machine()

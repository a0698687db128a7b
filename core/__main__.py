"""The command line: `python -m core train | sweep | evaluate | summary | verdict | inspect | export`."""

import sys

from core.commands.main import main

if __name__ == "__main__":
    sys.exit(main())

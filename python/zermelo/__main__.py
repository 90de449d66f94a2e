"""`python -m zermelo` is the command `zermelo`."""

import sys

from zermelo.startup import leave_on_interrupt


def run() -> int:
    """Run the command; Ctrl-C before it and after it ends the process at once."""
    from zermelo.cli.main import main

    code = main()
    leave_on_interrupt()
    return code


if __name__ == "__main__":
    sys.exit(run())

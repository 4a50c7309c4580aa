"""The entry point of the command line: exit codes, and messages instead of tracebacks."""

import os
import sys
from collections.abc import Sequence

from cyclopts import CycloptsError, MissingArgumentError

from dicestats.cli import app
from dicestats.engines import ChunkError
from dicestats.errors import InputError

FAILED = 1
WRONG_INPUT = 2
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments; those of the process if not given.

    Returns
    -------
    int
        0 done; 1 ``verify`` found something wrong, or a worker died; 2 the input is wrong;
        130 interrupted.
    """
    tokens = list(sys.argv[1:] if argv is None else argv)
    try:
        code = app(
            tokens,
            exit_on_error=False,
            print_error=False,
            verbose=False,
            result_action="return_value",
        )
        sys.stdout.flush()
    except MissingArgumentError as error:
        print(f"dicestats: {_missing(error)}", file=sys.stderr)
        return WRONG_INPUT
    except (InputError, CycloptsError) as error:
        print(f"dicestats: {error}", file=sys.stderr)
        return WRONG_INPUT
    except KeyboardInterrupt as error:
        print("dicestats: interrupted" + (f": {error}" if error.args else ""), file=sys.stderr)
        # Interrupted inside exec("..."), as imports of libraries are, Python ends by the signal
        # and not with our code, though the exception was caught; another exec clears its mark.
        exec("")
        return INTERRUPTED
    except ChunkError as error:
        print(f"dicestats: {error}", file=sys.stderr)
        return FAILED
    except BrokenPipeError:
        # The reader has gone; what Python flushes at exit must not complain again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code or 0


def _missing(error: MissingArgumentError) -> str:
    name = error.argument.name if error.argument else "an argument"
    command = " ".join(("dicestats", *(error.command_chain or ())))
    return f"{name} is missing; see: {command} --help"


if __name__ == "__main__":
    sys.exit(main())

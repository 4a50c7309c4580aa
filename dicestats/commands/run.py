"""``dicestats run``: an experiment into its result folder."""

import sys
from pathlib import Path

from dicestats.commands.simulate import jobs_from
from dicestats.experiment import results_folder, run_experiment


def run(*, experiment: str, engine: str, scheduler: str | None, n_jobs: str | None) -> int:
    """Run an experiment, or continue one that was interrupted.

    Parameters
    ----------
    experiment, engine, n_jobs
        As typed.
    scheduler : str or None
        Belongs to the engine dask.

    Returns
    -------
    int
        Exit code 0.
    """
    path = Path(experiment)
    fresh = run_experiment(path, engine=engine, n_jobs=jobs_from(n_jobs))
    state = "done" if fresh else "is complete already; nothing to do"
    print(f"{results_folder(path)}: {state}", file=sys.stderr)
    return 0

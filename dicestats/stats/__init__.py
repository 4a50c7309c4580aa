"""Counts in, estimates with intervals out; heavy libraries are imported by the functions."""

from dicestats.stats.intervals import (
    chunk_means_interval,
    mean_interval,
    moments,
    score_interval,
    wilson,
)
from dicestats.stats.paired import paired_difference
from dicestats.stats.seats import (
    decisiveness,
    first_seat_advantage,
    seat_points,
    seat_shares_goodman,
    win_rates,
)
from dicestats.stats.sizes import games_needed

__all__ = [
    "chunk_means_interval",
    "decisiveness",
    "first_seat_advantage",
    "games_needed",
    "mean_interval",
    "moments",
    "paired_difference",
    "score_interval",
    "seat_points",
    "seat_shares_goodman",
    "wilson",
    "win_rates",
]

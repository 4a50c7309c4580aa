"""Counts in, estimates with intervals out; heavy libraries are imported by the functions."""

from dicestats.stats.balance import (
    category_wins,
    count_mean,
    pivotal,
    settled_shares,
    share_rows,
    winners_share,
)
from dicestats.stats.cells import cell_rates
from dicestats.stats.comparisons import (
    holm,
    paired_pvalue,
    score_pvalue,
    seat_balanced,
    tost_paired,
    two_proportions,
)
from dicestats.stats.intervals import (
    chunk_means_interval,
    mean_interval,
    moments,
    score_interval,
    wilson,
)
from dicestats.stats.matches import larger_margins, match_table, square
from dicestats.stats.paired import paired_difference, paired_table
from dicestats.stats.power import detectable, half_width
from dicestats.stats.rates import add_rates, scatter, sum_groups
from dicestats.stats.seats import (
    decisiveness,
    first_seat_advantage,
    seat_points,
    seat_shares_goodman,
    win_rates,
)
from dicestats.stats.sequential import confidence_sequence
from dicestats.stats.sizes import games_needed
from dicestats.stats.strength import alpha_rank, bradley_terry, nash_mixture, ratings

__all__ = [
    "add_rates",
    "alpha_rank",
    "bradley_terry",
    "category_wins",
    "cell_rates",
    "chunk_means_interval",
    "confidence_sequence",
    "count_mean",
    "decisiveness",
    "detectable",
    "first_seat_advantage",
    "games_needed",
    "half_width",
    "holm",
    "larger_margins",
    "match_table",
    "mean_interval",
    "moments",
    "nash_mixture",
    "paired_difference",
    "paired_pvalue",
    "paired_table",
    "pivotal",
    "ratings",
    "scatter",
    "score_interval",
    "score_pvalue",
    "seat_balanced",
    "seat_points",
    "seat_shares_goodman",
    "settled_shares",
    "share_rows",
    "square",
    "sum_groups",
    "tost_paired",
    "two_proportions",
    "wilson",
    "win_rates",
    "winners_share",
]

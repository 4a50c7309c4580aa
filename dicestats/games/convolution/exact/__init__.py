"""What is known of Convolution without chance: laws of one roll, mirrors, the last two pairs."""

from dicestats.games.convolution.exact.laws import (
    GreedyRanks,
    Law,
    Mirror,
    counts,
    fixed_order_mirror,
    law,
    percentile_rank,
)

__all__ = [
    "GreedyRanks",
    "Law",
    "Mirror",
    "counts",
    "fixed_order_mirror",
    "law",
    "percentile_rank",
]

"""What is known of Convolution without chance: laws of one roll, mirrors, the last two pairs."""

from dicestats.games.convolution.exact.endgame import last_two_pairs
from dicestats.games.convolution.exact.laws import (
    GreedyRanks,
    Law,
    Mirror,
    fixed_order_mirror,
    law,
    percentile_rank,
)
from dicestats.games.convolution.odds import counts

__all__ = [
    "GreedyRanks",
    "Law",
    "Mirror",
    "counts",
    "fixed_order_mirror",
    "last_two_pairs",
    "law",
    "percentile_rank",
]

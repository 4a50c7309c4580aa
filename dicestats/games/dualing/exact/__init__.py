"""What can be solved exactly: hands played alone, and from them what cards are worth."""

from dicestats.games.dualing.exact.hands import completion, hand_value

__all__ = ["completion", "hand_value"]

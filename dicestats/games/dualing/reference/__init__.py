"""The game as the rulebook tells it, in plain Python: slow, and the judge of the kernel."""

from dicestats.games.dualing.reference.games import play, score, tell

__all__ = ["play", "score", "tell"]

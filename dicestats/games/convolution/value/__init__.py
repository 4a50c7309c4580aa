"""Convolution's strong player: the chance to win from any position, learned in self-play.

``world`` lays the rules out as numbers for compiled code, ``state`` moves through a game, ``last``
knows the last pair exactly, ``network`` the pairs before it, ``choice`` plays, ``weights`` keeps
what was learned and ``training`` learns it.
"""

"""What can be known exactly about Tumblin' Dice: ways of sliding dice, ties, most points."""

from fractions import Fraction
from math import comb, sqrt

from dicestats.games.tumblin.rules import Rules


def sliding_distance(rules: Rules, speed: float) -> float:
    """Tell how far a die slides on one level until it stops.

    Parameters
    ----------
    rules : Rules
        Their throw model has friction and gravity.
    speed : float
        Metres a second.

    Returns
    -------
    float
        Metres: v^2 / (2 mu g).

    Examples
    --------
    >>> round(sliding_distance(Rules(), 0.5), 4)
    0.051
    """
    return speed**2 / (2 * deceleration(rules))


def deceleration(rules: Rules) -> float:
    """Tell how fast a die that has not dropped yet loses speed.

    Parameters
    ----------
    rules : Rules
        Their throw model has friction and gravity.

    Returns
    -------
    float
        Metres a second, each second.
    """
    throw = rules.throw
    return throw.friction_share[0] * throw.friction * throw.gravity


def speed_to_drop(rules: Rules, y: float) -> float:
    """Tell the speed beyond which a die that slides straight ahead leaves the landing disc.

    Parameters
    ----------
    rules : Rules
        Their board and throw model.
    y : float
        Where it is thrown, metres from the back edge.

    Returns
    -------
    float
        Metres a second: slower ones stop on the disc.

    Examples
    --------
    >>> round(speed_to_drop(Rules(), 0.08), 3)
    0.313
    """
    return sqrt(2 * deceleration(rules) * (rules.board.disc_length - y))


def stop_on_level_1(rules: Rules, y: float, speed: float) -> float:
    """Tell where a die stops that slides straight ahead and falls from the disc to level 1x.

    Parameters
    ----------
    rules : Rules
        Their board and throw model: the mean loss of a landing is taken.
    y : float
        Where it is thrown, metres from the back edge.
    speed : float
        Metres a second.

    Returns
    -------
    float
        Metres from the back edge, as if level 1x went on for ever.

    Notes
    -----
    The disc slows it to w, w^2 = v^2 - 2 mu g s; it glides c_f w sqrt(2 h / g), loses
    kappa sqrt(2 g h), and slides on.
    """
    board, throw = rules.board, rules.throw
    left = sqrt(speed**2 - speed_to_drop(rules, y) ** 2)
    glide = throw.glide_factor * left * sqrt(2 * board.disc_height / throw.gravity)
    landed = left - throw.drop_loss * sqrt(2 * throw.gravity * board.disc_height)
    share = throw.friction_share[1] / throw.friction_share[0]
    return board.disc_length + glide + sliding_distance(rules, landed) / share


def tie_chance(sides: int, faces: int) -> Fraction:
    """Give the chance that a first roll for the order leaves somebody tied.

    Parameters
    ----------
    sides : int
        How many players or teams roll.
    faces : int
        Sides of the die.

    Returns
    -------
    Fraction
        1 less the chance that all numbers differ.

    Examples
    --------
    >>> tie_chance(2, 6), tie_chance(3, 6)
    (Fraction(1, 6), Fraction(4, 9))
    """
    if sides > faces:
        return Fraction(1)
    different = 1
    for taken in range(sides):
        different *= faces - taken
    return 1 - Fraction(different, faces**sides)


def order_repetitions(sides: int, faces: int) -> Fraction:
    """Give how often two or three sides roll for the order, on average.

    Parameters
    ----------
    sides : int
        2 or 3: players or teams.
    faces : int
        Sides of the die.

    Returns
    -------
    Fraction
        Repetitions until nobody is tied.

    Raises
    ------
    ValueError
        For other numbers of sides.

    Notes
    -----
    Two: the ties are a geometric law, 1 / (1 - 1/n). Three: all equal with chance 1 / n^2 and
    exactly two with 3 (n - 1) / n^2; then those two roll on.

    Examples
    --------
    >>> order_repetitions(2, 6)
    Fraction(6, 5)
    """
    pair = 1 / (1 - Fraction(1, faces))
    if sides == 2:
        return pair
    if sides != 3:
        raise ValueError(f"{sides} sides: only 2 and 3 are worked out")
    all_equal, two_equal = Fraction(1, faces**2), Fraction(comb(3, 2) * (faces - 1), faces**2)
    return (1 + two_equal * pair) / (1 - all_equal)


def most_points(rules: Rules) -> int:
    """Tell the most points that a seat's dice can bring in a round, without any bonus.

    Parameters
    ----------
    rules : Rules
        The rules.

    Returns
    -------
    int
        Every die on its best level with its best face.

    Examples
    --------
    >>> most_points(Rules()), most_points(Rules(dice=5, bonus_dice=1))
    (96, 168)
    """
    return sum(
        (rules.bonus_factor if number >= rules.dice else 1) * best
        for number, sides in enumerate(rules.die_sides)
        for best in [
            max(0, *(rules.points(level, face) for level in range(5) for face in (1, sides)))
        ]
    )

"""The steps of a game, compiled: first order, a round's beginning, whose die, a throw, its end."""

from dicestats.games.tumblin.kernel.ending import begin, end_round
from dicestats.games.tumblin.kernel.numbers import ROUND as ROUNDS_PLAYED
from dicestats.games.tumblin.kernel.order import is_tied, rank, shooter, shots
from dicestats.games.tumblin.kernel.scoring import score_round, stays
from dicestats.games.tumblin.kernel.tables import BONUS_DICE, PLAIN
from dicestats.games.tumblin.luck import BONUS, SHOT, order_roll, start_face
from dicestats.games.tumblin.physics import OFF, clear, hand, level_of
from dicestats.games.tumblin.physics.shoot import FACE
from dicestats.games.tumblin.sights import GAME, IS_BONUS, NUMBER, ROUND, SEAT, SIDES, THROWN
from dicestats.lending import jit_bare, jit_inline


@jit_bare
def roll_order(numbers, key, game, places, rolled):  # type: ignore[no-untyped-def]
    """Roll for the first order until nobody is tied (ruling T4).

    Parameters
    ----------
    numbers : Numbers
        The rule values.
    key : array of uint64, shape (2,)
        The game's Philox key.
    game : int
        Index of the game.
    places, rolled : array of int64, shape (sides,)
        Filled: how many sides are ahead of each; what each rolled last.
    """
    places[:] = 0
    repetition, tied = 0, places.shape[0]
    while tied > 0:
        for side in range(places.shape[0]):
            if is_tied(places, side):
                rolled[side] = order_roll(key, game, repetition, side, numbers.die_sides[0])
        tied = rank(places, rolled)
        repetition += 1


@jit_inline
def begin_game(setting, desk, game):  # type: ignore[no-untyped-def]
    """Begin a game and its first round.

    Parameters
    ----------
    setting : Setting
        What is the same in all games.
    desk : Desk
        The game; changed.
    game : int
        Its index.
    """
    places = desk.match.places
    if setting.rolls:
        roll_order(setting.numbers, setting.key, game, places, desk.match.side_scores)
    else:
        for side in range(places.shape[0]):
            places[side] = side
    begin(desk.match)
    desk.turn[GAME] = game
    begin_round(setting, desk)


@jit_bare
def begin_round(setting, desk):  # type: ignore[no-untyped-def]
    """Take all dice in hand.

    Parameters
    ----------
    setting : Setting
        What is the same in all games.
    desk : Desk
        The game; changed.
    """
    numbers, match, lying = setting.numbers, desk.match, desk.lying
    clear(desk.dice)
    desk.turn[ROUND], desk.turn[THROWN] = match.facts[ROUNDS_PLAYED], 0
    desk.left[:] = 0
    desk.done[:] = 0
    throws = shots(numbers, match)
    for die in range(lying.owner.shape[0]):
        lying.owner[die], lying.bonus[die] = -1, 0
        if die < throws:
            seat = shooter(numbers, match, die)
            lying.owner[die] = seat
            desk.left[seat] += 1


@jit_inline
def next_question(setting, desk):  # type: ignore[no-untyped-def]
    """Say whose turn it is, and what that seat is asked (ruling T5).

    Parameters
    ----------
    setting : Setting
        What is the same in all games.
    desk : Desk
        The game, in a round; its turn is filled.

    Returns
    -------
    int
        BONUS where it may throw its bonus die before others; else SHOT: the die is settled.
    """
    numbers, turn = setting.numbers, desk.turn
    seat = desk.lying.owner[turn[THROWN]]
    turn[SEAT], turn[NUMBER], turn[IS_BONUS] = seat, desk.done[PLAIN, seat], 0
    if desk.done[BONUS_DICE, seat] < numbers.bonus_dice:
        if desk.done[PLAIN, seat] < numbers.dice:
            turn[IS_BONUS] = 1
            turn[SIDES] = numbers.die_sides[numbers.dice + desk.done[BONUS_DICE, seat]]
            return BONUS
        take_die(setting, desk, True)
    else:
        take_die(setting, desk, False)
    return SHOT


@jit_inline
def take_die(setting, desk, bonus):  # type: ignore[no-untyped-def]
    """Settle which of its dice a seat throws.

    Parameters
    ----------
    setting : Setting
        What is the same in all games.
    desk : Desk
        The game; its turn is changed.
    bonus : bool
        Whether it is the bonus die.
    """
    turn, seat = desk.turn, desk.turn[SEAT]
    turn[IS_BONUS] = 1 if bonus else 0
    turn[NUMBER] = desk.done[PLAIN, seat]
    if bonus:
        turn[NUMBER] = setting.numbers.dice + desk.done[BONUS_DICE, seat]
    turn[SIDES] = setting.numbers.die_sides[turn[NUMBER]]


@jit_inline
def throw(setting, desk, shoot):  # type: ignore[no-untyped-def]
    """Throw the die as it is meant, by the seat's hand; take away what the rules take.

    Parameters
    ----------
    setting : Setting
        What is the same in all games.
    desk : Desk
        The game; ``meant`` is the shot.
    shoot : compiled function
        Of the physics.
    """
    dice, turn, key = desk.dice, desk.turn, setting.key
    die, seat = turn[THROWN], turn[SEAT]
    address = (turn[GAME], turn[ROUND], seat, turn[NUMBER])
    dice.sides[die], desk.lying.bonus[die] = turn[SIDES], turn[IS_BONUS]
    if setting.rolled_start:
        desk.meant[FACE] = start_face(key, address, turn[SIDES])
    angle_sd, speed_sd = setting.hands[seat, 0], setting.hands[seat, 1]
    hand(setting.world, desk.meant, angle_sd, speed_sd, key, address, desk.shot)
    shoot(setting.world, dice, die, die, desk.shot, key, address)
    _look(setting, desk, die)
    desk.left[seat] -= 1
    desk.done[turn[IS_BONUS], seat] += 1
    turn[THROWN] += 1


@jit_inline
def _look(setting, desk, last):  # type: ignore[no-untyped-def]
    """Note how the dice lie now; what the rules remove is not there for the next shot (T7, T8)."""
    numbers, lying, dice = setting.numbers, desk.lying, desk.dice
    for die in range(last + 1):
        if die < last and not stays(numbers, lying.level[die]):
            continue  # gone before
        level = level_of(setting.world, dice, die)
        lying.level[die], lying.face[die], lying.fate[die] = level, dice.face[die], dice.fate[die]
        if not stays(numbers, level):
            dice.level[die] = OFF


@jit_bare
def close_round(setting, desk):  # type: ignore[no-untyped-def]
    """Score a round; begin the next one unless the game is over.

    Parameters
    ----------
    setting : Setting
        What is the same in all games.
    desk : Desk
        The game, all dice thrown.

    Returns
    -------
    bool
        Whether the game is over.
    """
    score_round(setting.numbers, desk.match, desk.lying, desk.turn[THROWN])
    over = end_round(setting.numbers, desk.match)
    if not over:
        begin_round(setting, desk)
    return over

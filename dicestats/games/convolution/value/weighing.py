"""Weighs the units of one layer for those of the next, eight of them at once.

A loop leaves vectors half empty where products of 16 bits are added up in 32: here they are
spelled out. Two inputs make one step, as processors add two such products at once; what has no
vectors does the same one by one.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from dicestats.games.convolution.value.world import SECOND, WIDTH

LANES = 8  # outputs in a vector of 256 bits

_SHORT, _LONG = ir.IntType(16), ir.IntType(32)
_PAIRS, _PRODUCTS = ir.VectorType(_SHORT, 2 * LANES), ir.VectorType(_LONG, 2 * LANES)
_SUMS = ir.VectorType(_LONG, LANES)


def interleaved(weights: NDArray[np.int16]) -> NDArray[np.int16]:
    """Put the weights of two inputs for one output side by side.

    Parameters
    ----------
    weights : array of int16, shape (networks, SECOND, WIDTH)
        By output and input.

    Returns
    -------
    array of int16, shape (networks, WIDTH / 2, SECOND, 2)
        For ``weigh``.

    Examples
    --------
    >>> interleaved(np.arange(6, dtype=np.int16).reshape(1, 1, 6)).tolist()
    [[[[0, 1]], [[2, 3]], [[4, 5]]]]
    """
    networks, outputs, inputs = weights.shape
    pairs = weights.reshape(networks, outputs, inputs // 2, 2)
    return np.ascontiguousarray(pairs.transpose(0, 2, 1, 3))


def _weigh(context: Any, units: Any, weights: Any, start: Any, sums: Any) -> Any:
    """Add the weighed inputs of a layer to what its outputs start from.

    Sums are of 32 bits and wrap around.

    Parameters
    ----------
    context
        Numba's.
    units : array of int16, shape (WIDTH,)
        Inputs.
    weights : array of int16, shape (WIDTH / 2, SECOND, 2)
        From ``interleaved``.
    start : array of int32, shape (SECOND,)
        Where the sums start.
    sums : array of int32, shape (SECOND,)
        Filled.
    """

    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        kinds = zip(signature.args, given, strict=True)
        data = [context.make_array(kind)(context, builder, value).data for kind, value in kinds]
        blocks = range(SECOND // LANES)
        totals = [_vector(builder, data[2], _SUMS, block) for block in blocks]
        for step in range(WIDTH // 2):
            both = _two_inputs(builder, data[0], step)
            for block in blocks:
                row = _vector(builder, data[1], _PAIRS, len(blocks) * step + block)
                products = builder.mul(both, builder.sext(row, _PRODUCTS))
                parts = [_every_second(builder, products, first) for first in (0, 1)]
                totals[block] = builder.add(totals[block], builder.add(*parts))
        for block in blocks:
            place = builder.gep(builder.bitcast(data[3], _SUMS.as_pointer()), [_LONG(block)])
            builder.store(totals[block], place, align=4)
        return context.get_dummy_value()

    return types.void(units, weights, start, sums), code


weigh: Any = intrinsic(_weigh)  # compiled code calls it without the context


def _vector(builder: Any, data: Any, kind: Any, number: int) -> Any:
    """Load a vector; arrays lie wherever the packed row put them."""
    place = builder.gep(builder.bitcast(data, kind.as_pointer()), [_LONG(number)])
    return builder.load(place, align=kind.element.width // 8)


def _two_inputs(builder: Any, data: Any, step: int) -> Any:
    """Load two inputs, once for each lane."""
    pair = builder.load(
        builder.gep(builder.bitcast(data, _LONG.as_pointer()), [_LONG(step)]), align=2
    )
    one = builder.insert_element(ir.Constant(_SUMS, ir.Undefined), pair, _LONG(0))
    lanes = builder.shuffle_vector(one, one, ir.Constant(_SUMS, [0] * LANES))
    return builder.sext(builder.bitcast(lanes, _PAIRS), _PRODUCTS)


def _every_second(builder: Any, products: Any, first: int) -> Any:
    mask = ir.Constant(_SUMS, [*range(first, 2 * LANES, 2)])
    return builder.shuffle_vector(products, products, mask)

"""Cases of binary arithmetic, comparison and logic, and of sums of arrays."""
import numpy as np

from tests.operators.harness import Case

CASES = [
    Case("broadcast_add", [(2, 3), (2, 1)], reference=np.add,
         dtypes=("float16", "float32", "float64")),
    Case("_plus_scalar", [(2, 3)], {"scalar": 1.5}, reference=lambda x, scalar: x + scalar),
    Case("elemwise_add", [(2, 3), (2, 2)], raises="Incompatible attr"),
]

"""Words about operators: docstrings, pages and stubs, all from the one declaration."""
from .registry import Op


def docstring(op: Op) -> str:
    """Give the docstring of the functions made from an operator."""
    lines = [(op.__doc__ or "").strip(), "", "Parameters", "----------"]
    lines += [f"{item.name} : NDArray or Symbol{', optional' if item.optional else ''}" for item in op.schema.inputs]
    if op.schema.variadic:
        lines.append(f"{op.schema.variadic} : NDArray or Symbol, any number")
    lines += [f"{param.name} : {param.describe()}" for param in op.schema.params.values()]
    return "\n".join(lines)

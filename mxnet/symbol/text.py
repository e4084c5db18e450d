"""Describes a graph as text, in MXNet's form, for `Symbol.debug_str`."""
from __future__ import annotations

from ..core.graph import Entry, Graph


def describe(outputs: list[Entry]) -> str:
    """List outputs, variables and operators with inputs and attributes."""
    head = outputs[0].node
    alone = all(entry.node is head for entry in outputs)
    if not head.inputs and head.op is not None and alone:
        return f"AtomicFunctor  Op:{head.op_name}\n"
    if head.op is None and len(outputs) == 1:
        return f"Variable:{head.name}\n"
    lines = ["Symbol Outputs:"]
    lines += [f"\toutput[{i}]={e.node.name}({e.index})" for i, e in enumerate(outputs)]
    for node in Graph(outputs).nodes:
        if node.is_variable:
            lines.append(f"Variable:{node.name}")
            continue
        lines += ["-" * 20, f"Op:{node.op_name}, Name={node.name}", "Inputs:"]
        for i, e in enumerate(node.inputs):
            version = f" version={e.version}" if e.node.is_variable else ""
            lines.append(f"\targ[{i}]={e.node.name}({e.index}){version}")
        if node.attrs:
            lines.append("Attrs:")
            lines += [f"\t{key}={value}" for key, value in sorted(node.attrs.items())]
    return "\n".join(lines) + "\n"

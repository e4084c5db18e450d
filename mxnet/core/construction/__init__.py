"""How graphs are made and changed before they are bound: calls and composition, partitions, fused layers."""

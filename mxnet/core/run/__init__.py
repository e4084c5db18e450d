"""What happens when something runs: modes, random generators, programs."""

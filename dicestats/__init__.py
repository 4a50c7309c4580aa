"""Fast simulators and honest statistics for three real dice games."""

"""The bodies of the commands: a module each, whose function ``run`` gives the exit code."""

"""The command line: a file for the commands of each room, and `main` over all of them."""

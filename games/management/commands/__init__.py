"""One module for each command about games."""

"""One module for each command about deals."""

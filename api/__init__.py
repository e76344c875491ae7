"""The edge: HTTP in, HTTP out."""

"""Version 1 of the REST API, one module for each resource."""

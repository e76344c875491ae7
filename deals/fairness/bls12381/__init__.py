"""BLS12-381 signatures on G1, verified only, in plain Python: what drand's quicknet signs with."""

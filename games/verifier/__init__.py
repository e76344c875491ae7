"""The offline verifier: standard library only, no network. Run it with python -m games.verifier."""

"""Writing leagues: each service is one transaction, under the lock of the league's row."""

"""Computer players. They see a SeatView and nothing else."""

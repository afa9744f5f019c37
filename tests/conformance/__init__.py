"""What every game promises, tested for all games, seat counts and (pairwise) options alike."""

"""The screens, one mode each, and what presses mean there."""

"""Attacks in numbers that no everyday test run has time for: ``make attack``.

Every ``check_*.py`` here is one attack; put yours beside them. Nothing may be lost, nothing may end
in a traceback or hang; how much is tried is fixed, and pytest ends what takes too long.
"""

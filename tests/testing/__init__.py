"""What the installed package gives to authors of games does what it says."""

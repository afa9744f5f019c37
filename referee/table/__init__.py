"""What a screen shows and what a press means: the program that runs on the panel."""

"""How an answer is put together from presses."""

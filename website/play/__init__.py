"""The referee inside a visitor's browser: Pyodide in a worker, the box's own pages before it."""

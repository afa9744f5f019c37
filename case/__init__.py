"""The case of the reference panel: measures, drilling template, parts for a 3D printer."""

"""Knight Rider's board: tableaus, roads and cars as plain data, and what may happen on them.

Pure functions that know no match. North is up: ``(x, y)`` counts east and north. Tableaus stand in
cells; fields stand on a finer raster on which neighbouring fields are one step apart (`roads`). All
that a match has to do with them goes through `port`, which stands over the others with `where` and
`reach`.
"""

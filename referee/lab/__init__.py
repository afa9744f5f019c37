"""The lab: studies of games by computer players, on one machine or many (extra ``lab``).

A `study` is a list of cells: a game, seats, options, players. `batch` plays some matches of a cell,
`work` has them played by any number of processes, `folder` keeps what is done, `figures` makes
numbers of the counts, `report` a page of the numbers. The same study gives the same results
whatever plays it: every match has its own seed, and a batch is counted by its number.
"""

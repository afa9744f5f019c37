"""Pages in a browser: the panel, the board for all, a seat on a phone (extra ``[web]``).

A `Hub` lives in the loop's thread, with the program and the match. The server is a process of its
own (`referee.web.process`), which has nothing but files and sockets; each page has a line from
there to the `Gate`, a thread beside the loop. Requests reach the hub as errands in the panel's
inbox; what pages get to see goes into each client's outbox. So a slow page delays no press.
"""

"""Pages in a browser: the panel, the board for all, a seat on a phone (extra ``[web]``).

Threads: a `Hub` lives in the loop's thread, with the program and the match. A server lives in a
thread of its own (`referee.web.server`). Requests reach the hub as errands in the panel's inbox;
what pages get to see goes into each client's outbox. So a slow page delays no press.
"""

"""Evenings: whole households with all doors open at once, in virtual time.

A seed gives a household (`household`) and what happens there (`events`), as data. `world` is the
real program with its panel on simulated electrics, the seat box's firmware, the store on a disk
and the hub with lines that break; `evening` lets the events happen and looks after each whether
what must always hold (`invariants`) still does. An evening that fails is shrunk to the events that
it takes, and printed as a file that can be kept: tests/evenings/kept.
"""

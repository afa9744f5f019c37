"""A flow as a Mermaid state diagram, drawn by `transitions` from the machine that it runs.

`transitions` draws states, triggers and guard names; the clauses and the end are added to it.
Slow to import, so nothing of the running program uses it.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from transitions.extensions import GraphMachine

from referee.kernel.flow import Flow, steps_of


def mermaid(flow: Flow[Any]) -> str:
    """The diagram's text, for a ``mermaid`` block of a Markdown page."""
    model = SimpleNamespace()
    machine = GraphMachine(
        model=model,
        states=list(flow.states),
        initial=flow.initial,
        title=f"title: {flow.name}",
        auto_transitions=False,
        show_conditions=True,
        graph_engine="mermaid",
    )
    steps = {step.act.row: step for step in steps_of(flow.machinery.machine)}
    for row in flow.rows:  # in the order of the table
        machine.add_transition(
            row.trigger,
            row.source,
            steps[row].dest,
            conditions=[*steps[row].guards],
            label=f"{row.trigger} ({', '.join(row.clauses)})",
        )
    ends = [f"  {name} --> [*]" for name, state in flow.states.items() if state.final]
    return "\n".join([str(model.get_graph().source), *ends, ""])

"""How others come to this table: the line to type, the whole invite, and the invite as a picture for a phone's camera."""

from __future__ import annotations

from rumpus.client.model.model import Model

QUIET = 2
"""Light modules around the picture, without which cameras do not find it."""


def invite_of(model: Model) -> str:
    """The invite that is good now; empty where this guest may not know it, or the table is on this machine alone."""
    return (model.state.invite if model.state is not None else "") or model.invite


def join_line(model: Model) -> str:
    """What others type, with the spoken code; empty where the table has none."""
    from rumpus.net.identity.invite import read_invite

    code = model.state.code if model.state is not None else ""
    invite = invite_of(model)
    if not code or not invite:
        return ""
    known = read_invite(invite)
    address = known.addresses[0]
    return f"rumpus join {f'[{address}]' if ':' in address else address}:{known.port} {code}"


def picture(invite: str) -> list[str]:
    """The invite as a QR code in half blocks, two rows of modules a line: to be painted dark on light."""
    import segno

    code = segno.make(invite.upper(), error="l", micro=False, boost_error=False)
    rows = [list(row) for row in code.matrix_iter(border=QUIET)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    halves = {(1, 1): "█", (1, 0): "▀", (0, 1): "▄", (0, 0): " "}
    return [
        "".join(halves[int(bool(upper)), int(bool(lower))] for upper, lower in zip(rows[k], rows[k + 1], strict=True))
        for k in range(0, len(rows), 2)
    ]


def lines(model: Model) -> list[str]:
    """Everything that lets others in, line by line."""
    invite = invite_of(model)
    if not invite:
        return ["This table lets nobody else in: open one with rumpus host."]
    spoken = join_line(model)
    told = ["Others on this network type:", f"  {spoken}"] if spoken else []
    return [*told, "Or paste the whole invite:" if told else "Others paste the invite:", f"  rumpus join {invite}"]

"""Turns the JSON lines of "edlrender explain --json" into docs/diagnostics.md."""

import json
import sys

HEAD = """# Diagnostics

Every finding has a stable code in brackets: `film.yaml:12:15: error[time.bare-number]: …`. Errors stop a render before
it starts; warnings do so under `--strict`; notes only tell. `edlrender explain CODE` prints what stands here.

This page is printed from the program's own catalog by `make docs`.
"""


def block(title, text):
    return f"{title}:\n\n```text\n{text}\n```\n"


lines = (json.loads(line) for line in sys.stdin)
entries = [entry for entry in lines if entry["event"] == "explanation"]
print(HEAD)
for entry in entries:
    parts = [f"## {entry['code']}\n", entry["explanation"] + "\n", block("Wrong", entry["wrong"]), block("Right", entry["right"])]
    print("\n".join(parts), end="" if entry is entries[-1] else "\n")

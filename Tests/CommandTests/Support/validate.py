"""Judges a YAML file by a JSON Schema: validate.py SCHEMA FILE prints "valid" or the faults."""

import json
import re
import sys

import jsonschema
import yaml


class CoreLoader(yaml.SafeLoader):
    """Types scalars as the core schema of YAML 1.2 does, not as YAML 1.1."""

    yaml_implicit_resolvers = {}


for tag, pattern, first in [
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+.0123456789"),
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("merge", r"<<", "<"),
]:
    CoreLoader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), list(first))

CoreLoader.add_constructor("tag:yaml.org,2002:int", lambda loader, node: int(node.value))


def with_names(value):
    """JSON has no keys but texts."""
    if isinstance(value, dict):
        return {str(key): with_names(item) for key, item in value.items()}
    return [with_names(item) for item in value] if isinstance(value, list) else value


with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
with open(sys.argv[2], encoding="utf-8") as file:
    document = with_names(yaml.load(file, CoreLoader))

jsonschema.Draft7Validator.check_schema(schema)
faults = [error.message for error in jsonschema.Draft7Validator(schema).iter_errors(document)]
print("\n".join(faults) if faults else "valid")

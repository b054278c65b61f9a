#!/usr/bin/env bash
# Writes what is printed from the program's own tables: docs.sh BINARY [FOLDER]
# docs/diagnostics.md and schema/edlrender.schema.json, under FOLDER, by default the project.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
binary=$1
folder=${2:-$root}

mkdir -p "$folder/docs" "$folder/schema"
"$binary" schema >"$folder/schema/edlrender.schema.json"
"$binary" explain --json | python3 "$root/Scripts/diagnostics.py" >"$folder/docs/diagnostics.md"

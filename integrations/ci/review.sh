#!/usr/bin/env bash
# Reviews a project in CI, on any CI: review.sh PROJECT [BASE [FOLDER]]
#
# Checks the layout and the project, says what differs from BASE (a git revision, origin/main by default; "none" leaves
# it out), renders, and compares with the golden file where there is one. The report goes to FOLDER, "review" by default:
# diff.txt, diff.html, check.txt, golden.txt. Everything is done even when something before it failed; the end is the
# worst of all: 0 good; 1 the golden file does not match or the layout is not canonical; more: see "edlrender --help".
# A difference from BASE is what a review is for, and no failure.
#
# EDLRENDER names the program, EDLRENDER_CACHE the folder that is kept between runs.
set -uo pipefail

project=${1:?"usage: review.sh PROJECT [BASE [FOLDER]]"}
base=${2:-origin/main}
folder=${3:-review}
edlrender=${EDLRENDER:-edlrender}
golden=${project%.*}.golden
worst=0

# Runs a step, shows and keeps what it says, and remembers the worst end.
step() {
  local name=$1 allowed=$2 status=0
  shift 2
  echo "== $name: $*"
  "$@" 2>&1 | tee "$folder/$name.txt" || status=$?
  if [ "$status" -gt "$allowed" ] && [ "$status" -gt "$worst" ]; then worst=$status; fi
}

mkdir -p "$folder"
step layout 0 "$edlrender" fmt --check "$project"
step check 0 "$edlrender" check --strict "$project"
if [ "$base" != none ]; then
  step diff 1 "$edlrender" diff --rev "$base" "$project" --html "$folder/diff.html"
fi
step render 0 "$edlrender" "$project" --progress plain
if [ -f "$golden" ]; then step golden 0 "$edlrender" golden check "$project" --progress none; fi
exit "$worst"

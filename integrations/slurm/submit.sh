#!/usr/bin/env bash
# submit.sh PROJECT PARTS [SBATCH OPTION...] [-- EDLRENDER OPTION...]
#
# Renders a project on a Slurm cluster: an array of PARTS jobs renders the shares of what is missing
# into one cache, and a job that depends on it writes the films. Prints the two jobs' numbers.
#
#   EDLRENDER_CACHE   the cache's folder; all nodes must see it under this path (required)
#   EDLRENDER         the program (edlrender)
#   SUBMIT_WAIT=1     waits until the films are written and ends with the last job's status
#
# The options for sbatch (--partition, --cpus-per-task, --time, ...) go to the jobs of the array and to
# the last one. Every part uses as many cores as Slurm gives it. A part that fails is no harm: the last
# job renders whatever is missing.
set -euo pipefail

usage() {
  sed -n '2,15s/^# \{0,1\}//p' "$0"
  exit 2
}
[ $# -ge 2 ] && [[ $2 =~ ^[1-9][0-9]*$ ]] || usage
[ -n "${EDLRENDER_CACHE:-}" ] || { echo "submit.sh: set EDLRENDER_CACHE to a folder that all nodes see" >&2; exit 2; }
[ -f "$1" ] || { echo "submit.sh: there is no $1" >&2; exit 2; }

project=$(realpath -- "$1")
parts=$2
shift 2
slurm=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  slurm+=("$1")
  shift
done
[ $# -eq 0 ] || shift

program=${EDLRENDER:-edlrender}
mkdir -p -- "$EDLRENDER_CACHE"
cache=$(realpath -- "$EDLRENDER_CACHE")
name=$(basename -- "$project")
command=$(printf '%q ' "$program" "$project" --cache "$cache" --progress plain "$@")
# $SLURM_... is for the node, not for this shell.
# shellcheck disable=SC2016
jobs='${SLURM_CPUS_PER_TASK:+--jobs $SLURM_CPUS_PER_TASK}'

# The project is checked here, before anything waits in a queue for its mistakes.
"$program" check "$project" -q

array=$(sbatch --parsable --job-name "$name parts" --array "1-$parts" --chdir "$(dirname -- "$project")" \
  ${slurm[@]+"${slurm[@]}"} --wrap "exec $command--part \$SLURM_ARRAY_TASK_ID/$parts $jobs")
last=(sbatch --parsable --job-name "$name" --dependency "afterany:${array%%;*}" --chdir "$(dirname -- "$project")"
  ${slurm[@]+"${slurm[@]}"} --wrap "exec $command $jobs")
echo "parts: job ${array%%;*}, $parts in all"
if [ -n "${SUBMIT_WAIT:-}" ]; then
  "${last[@]}" --wait >/dev/null || { status=$?; echo "the last job ended with status $status" >&2; exit "$status"; }
  echo "film: done"
else
  film=$("${last[@]}")
  echo "film: job ${film%%;*}"
fi

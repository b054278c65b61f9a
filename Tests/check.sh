#!/usr/bin/env bash
# Everything that can be checked without running the program: formatting, text hygiene, layering,
# size. Prints every fault, then fails if there was one.
set -euo pipefail
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
faults=0
fault() {
  echo "check: $*" >&2
  faults=$((faults + 1))
}

# Files of the project as git sees them, those not added yet too.
texts() {
  git ls-files --cached --others --exclude-standard -- "$@" | while read -r file; do
    if [ -f "$file" ]; then echo "$file"; fi
  done
}
git rev-parse --git-dir >/dev/null 2>&1 || {
  echo "check: this is no git checkout, so nothing says which files are the project's: not checked" >&2
  exit 0
}

check_format() {
  "$swift" format lint --strict --parallel --recursive Sources Tests Package.swift || fault "swift format: see above; \"swift format -i -r Sources Tests\" mends most"
}

check_text() {
  local file
  while read -r file; do
    # Fuzz seeds are wrong on purpose.
    case $file in *.png | *.jpg | *.mp4 | *.mkv | *.wav | Tests/Fuzz/Corpus/* | Tests/Fuzz/Regressions/*) continue ;; esac
    [ -s "$file" ] || { fault "$file: empty"; continue; }
    if grep -q $'\r' "$file"; then fault "$file: carriage return (lines end with LF alone)"; fi
    if grep -nE '[ 	]+$' "$file" | head -n 3 | grep .; then fault "$file: blanks at the end of a line"; fi
    if [ -n "$(tail -c 1 "$file")" ]; then fault "$file: no line end at the end"; fi
  done < <(texts)
}

check_size() {
  local file lines
  while read -r file; do
    case $file in *.png | *.jpg | *.mp4 | *.mkv | *.wav) continue ;; esac
    lines=$(wc -l <"$file")
    if [ "$lines" -gt 600 ]; then fault "$file: $lines lines; a file holds one idea, 600 lines at most"; fi
  done < <(texts Sources Tests Scripts examples '*.swift')
}

# One direction only. The system's own modules are no layer, but Foundation stays above EDL and AV.
allowed_imports() {
  local system="Glibc Musl Darwin Synchronization"
  case $1 in
    MediaTime) echo "" ;;
    EDL) echo "MediaTime CLibYAML $system" ;;
    AV) echo "MediaTime CFFmpeg CZimg CNettle $system" ;;
    Draw) echo "EDL MediaTime CDrawing $system" ;;
    Render) echo "EDL AV Draw MediaTime Foundation Dispatch $system" ;;
    edlrender) echo "Render EDL Foundation $system" ;;
    *) return 1 ;;
  esac
}

check_layers() {
  local target module file allowed
  for target in Sources/*/; do
    target=$(basename "$target")
    if [ -f "Sources/$target/module.modulemap" ]; then continue; fi
    allowed=$(allowed_imports "$target") || { fault "Sources/$target: say what it may import in Tests/check.sh"; continue; }
    while IFS=: read -r file _ module; do
      module=$(sed -E 's/.*import +((struct|class|enum|protocol|func|var|let|typealias) +)?([A-Za-z0-9_]+).*/\3/' <<<"$module")
      case " $allowed " in *" $module "*) ;; *) fault "$file: $target must not import $module" ;; esac
    done < <(grep -rnE '^ *((public|package|internal|fileprivate|private|@[A-Za-z_]+) +)*import ' "Sources/$target" --include='*.swift')
  done
}

check_scripts() {
  local file
  while read -r file; do
    bash -n "$file" || fault "$file: not valid bash"
    [ -x "$file" ] || fault "$file: not executable"
  done < <(texts '*.sh' .ci/run)
}

check_format
check_text
check_size
check_layers
check_scripts
if [ "$faults" -gt 0 ]; then
  echo "check: $faults fault(s)" >&2
  exit 1
fi
echo "check: formatting, text, size, layers and scripts are clean"

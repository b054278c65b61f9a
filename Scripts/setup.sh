#!/usr/bin/env bash
# Installs what a task needs and is not there yet: setup.sh build | demo | test
#
# Debian and Ubuntu: apt-get, through sudo when not root. macOS: Homebrew. Elsewhere, and for
# Swift itself, it says what is missing. When nothing is, no package manager is called.
set -euo pipefail

task=${1:-build}
wanted_swift=6.2

fail() {
  printf 'setup: %s\n' "$@" >&2
  exit 1
}

check_swift() {
  local swift=${SWIFT:-swift} version
  command -v "$swift" >/dev/null || fail "Swift is not installed (looked for \"$swift\")." \
    "edlrender needs Swift $wanted_swift or newer: https://www.swift.org/install/"
  version=$("$swift" --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
  [ -n "$version" ] || fail "\"$swift --version\" does not answer with a Swift version."
  if [ "$(printf '%s\n' "$wanted_swift" "$version" | sort -V | head -n 1)" != "$wanted_swift" ]; then
    fail "Swift $version is too old: edlrender needs $wanted_swift or newer." "https://www.swift.org/install/"
  fi
}

has_library() { pkg-config --exists "$1" 2>/dev/null; }
has_font() { has_command fc-list && [ -n "$(fc-list ":family=$1" family)" ]; }
has_command() { command -v "$1" >/dev/null; }

# Sets `missing` to the Debian packages, or Homebrew formulas, that the task lacks.
find_missing() {
  missing=()
  need() { missing+=("$([ "$system" = apt ] && echo "$1" || echo "$2")"); }
  has_command pkg-config || need pkg-config pkgconf
  has_library yaml-0.1 || need libyaml-dev libyaml
  has_library "libavformat >= 59" || need libavformat-dev ffmpeg
  has_library "libavcodec >= 59" || need libavcodec-dev ffmpeg
  has_library "libavfilter >= 8" || need libavfilter-dev ffmpeg
  has_library "libavutil >= 57" || need libavutil-dev ffmpeg
  has_library "libswscale >= 6" || need libswscale-dev ffmpeg
  has_library "libswresample >= 4" || need libswresample-dev ffmpeg
  has_library zimg || need libzimg-dev zimg
  has_library nettle || need nettle-dev nettle
  has_library pangocairo || need libpango1.0-dev pango
  has_library librsvg-2.0 || need librsvg2-dev librsvg
  [ "$task" = build ] && return
  has_command ffmpeg && has_command ffprobe || need ffmpeg ffmpeg
  [ "$task" = demo ] && return
  has_command python3 || need python3 python
  if [ "$system" = apt ]; then
    python3 -c 'import jsonschema' 2>/dev/null || missing+=(python3-jsonschema)
    python3 -c 'import yaml' 2>/dev/null || missing+=(python3-yaml)
    has_command mediainfo || missing+=(mediainfo)
    # Titles are tested in several scripts, and in colour.
    has_font "DejaVu Sans" || missing+=(fontconfig fonts-dejavu-core)
    has_font "Noto Naskh Arabic" || missing+=(fonts-noto-core)
    has_font "Noto Color Emoji" || missing+=(fonts-noto-color-emoji)
  fi
}

install_apt() {
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    has_command sudo || fail "these packages are missing, and there is no sudo to install them with:" \
      "  ${missing[*]}" "Ask an administrator for: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  echo "setup: installing ${missing[*]}"
  "${as_root[@]}" apt-get update -q
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
}

case $(uname -s) in
  Darwin) system=brew ;;
  *) system=apt ;;
esac
check_swift
find_missing
[ ${#missing[@]} -eq 0 ] && exit 0

if [ "$system" = brew ]; then
  has_command brew || fail "Homebrew is needed to install: ${missing[*]}" "https://brew.sh"
  echo "setup: installing $(printf '%s\n' "${missing[@]}" | sort -u | tr '\n' ' ')"
  printf '%s\n' "${missing[@]}" | sort -u | xargs brew install
elif has_command apt-get; then
  install_apt
else
  fail "missing, in the names of Debian's packages: ${missing[*]}" \
    "This system has no apt-get: install what corresponds to them, then run this again."
fi

find_missing
[ ${#missing[@]} -eq 0 ] || fail "still missing after installing: ${missing[*]}" \
  "FFmpeg 5.1 or newer with its development files is needed."

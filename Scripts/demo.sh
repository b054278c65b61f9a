#!/usr/bin/env bash
# Makes the examples' media, renders the showcase and says what came out: demo.sh BINARY
set -euo pipefail
cd "$(dirname "$0")/.."

binary=$1
film=demo/showcase.mp4

examples/make_media.sh
mkdir -p demo
echo "\$ edlrender examples/showcase/project.yaml -o $film"
"$binary" examples/showcase/project.yaml -o "$film"

facts() { ffprobe -v error "$@" -of default=nokey=1:noprint_wrappers=1 "$film" | paste -sd ' ' -; }
echo
echo "The film:  $PWD/$film"
echo "Picture:   $(facts -select_streams v:0 -count_packets -show_entries stream=codec_name,width,height,r_frame_rate,nb_read_packets)" \
  "(codec, size, frames a second, frames)"
echo "Sound:     $(facts -select_streams a:0 -show_entries stream=codec_name,sample_rate,channels) (codec, rate, channels)"
echo "Length:    $(facts -show_entries format=duration) s"
echo "Timeline:  examples/showcase/project.yaml"

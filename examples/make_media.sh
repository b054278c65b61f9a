#!/usr/bin/env bash
# Makes the media of the examples and of the documentation's snippets, into examples/media.
# Nothing is fetched: pictures and sound come out of FFmpeg's own generators. Files that are there
# already stay; EXAMPLES_MEDIA names another folder.
set -euo pipefail
cd "$(dirname "$0")"

media=${EXAMPLES_MEDIA:-media}
mkdir -p "$media/stills" "$media/frames"

# make NAME ARGUMENTS...: writes beside the name and renames, so that no half file stays.
make() {
  local name=$1
  [ -e "$media/$name" ] && return
  echo "media: $name"
  ffmpeg -v error -nostdin -y "${@:2}" -bitexact "$media/part-$(basename "$name")"
  mv "$media/part-$(basename "$name")" "$media/$name"
}

h264=(-c:v libx264 -preset veryfast -crf 20 -pix_fmt yuv420p
  -color_primaries bt709 -color_trc bt709 -colorspace bt709 -threads 1)
aac=(-c:a aac -b:a 160k)

# Soft lights: sines at a quarter of the size, scaled up.
lights="color=black:s=320x180:r=30,format=gbrp,geq=\
r='128+65*sin(X/61+T*0.9)+55*sin((X+Y)/83-T*0.6)':\
g='95+50*sin(Y/41-T*0.7)+40*sin(X/97+T*0.5)':\
b='140+60*sin((X-Y)/71+T*0.4)+45*sin(Y/37+T)',scale=1280:720:flags=bicubic"
dive="mandelbrot=s=1280x720:r=30:start_scale=0.6:end_scale=0.0006:end_pts=300\
:start_x=-0.743643887:start_y=-0.131825904:maxiter=300,hue=h=200:s=0.9"
cells="life=s=160x90:mold=12:r=15:ratio=0.12:seed=11:death_color=0x1b3a4b:life_color=0xf2c14e\
:mold_color=0x0b132b,scale=1280:720:flags=neighbor,fps=30"

# Four chords, two seconds each, with plucked notes above and a soft beat below.
music="aevalsrc=exprs='\
st(0,floor(mod(t/2,4)));\
st(1,220*pow(2,(-4*eq(ld(0),1)+3*eq(ld(0),2)-2*eq(ld(0),3))/12));\
st(2,if(eq(ld(0),0),1.1892,1.2599));\
st(3,min(1,mod(t,2)/0.06)*min(1,(2-mod(t,2))/0.06));\
st(4,2*pow(2,mod(floor(t*4),3)*5/12));\
0.09*ld(3)*(sin(2*PI*ld(1)*t)+sin(2*PI*ld(1)*ld(2)*t)+sin(2*PI*ld(1)*1.4983*t))\
+0.13*min(1,mod(t,0.25)/0.004)*exp(-9*mod(t,0.25))*sin(2*PI*ld(1)*ld(4)*mod(t,0.25))\
+0.35*exp(-24*mod(t,0.5))*sin(2*PI*52*mod(t,0.5))':s=48000,aformat=channel_layouts=mono,\
aecho=0.8:0.7:90|170:0.25|0.15,pan=stereo|c0=c0|c1=c0"

make lights.mp4 -f lavfi -i "$lights" -f lavfi -i "sine=f=196:r=48000,volume=0.35" -t 8 -ac 2 "${h264[@]}" "${aac[@]}"
make dive.mp4 -f lavfi -i "$dive" -t 6 "${h264[@]}"
make cells.mp4 -f lavfi -i "$cells" -t 6 "${h264[@]}"

# A numbered picture with a tick at every second, and a start timecode: for cutting by the clock.
make talk.mp4 -f lavfi -i "testsrc2=s=1280x720:r=30" \
  -f lavfi -i "aevalsrc='0.4*sin(2*PI*880*t)*lt(mod(t,1),0.05)+0.08*sin(2*PI*220*t)':s=48000" \
  -t 12 -ac 2 -timecode 01:00:00:00 -g 60 -bf 2 "${h264[@]}" "${aac[@]}"
# Film rate and CD sound.
make film.mov -f lavfi -i "testsrc2=s=1280x720:r=24000/1001" -f lavfi -i "sine=f=440:r=44100" \
  -t 8 -ac 1 -ar 44100 "${h264[@]}" -c:a pcm_s16le

make music.wav -f lavfi -i "$music" -t 16 -c:a pcm_s16le
make beat.wav -f lavfi -i "$music" -t 2 -c:a pcm_s16le
make voice.wav -f lavfi -i "aevalsrc='0.3*sin(2*PI*180*t+3*sin(2*PI*3*t))*(0.5+0.5*sin(2*PI*1.5*t))':s=48000" \
  -t 6 -c:a pcm_s16le

# Stills of unlike shapes: wide, tall, square, and one with transparency.
still() { make "stills/$1" -f lavfi -i "$2" -frames:v 1 -update 1 "${@:3}"; }
still 1-wide.png "$lights,trim=start=1"
still 2-dive.jpg "$dive,trim=start=3" -q:v 2
still 3-tall.png "mandelbrot=s=600x900:start_scale=0.02:start_x=-0.7436:start_y=0.1318:maxiter=300"
still 4-square.png "cellauto=s=180x180:rule=110:seed=3:ratio=0.4:scroll=0,trim=start_frame=20,scale=900:900:flags=neighbor"
still logo.png "color=white:s=320x120,format=rgba,geq=r=255:g=255:b=255:a='255*lt(hypot(X-60,Y-60),50)+170*between(X,130,300)*between(Y,45,75)'"

if [ ! -e "$media/frames/0001.png" ]; then
  echo "media: frames/"
  ffmpeg -v error -nostdin -y -f lavfi -i "testsrc2=s=640x360:r=24" -frames:v 24 -bitexact "$media/frames/%04d.png"
fi
# A second voice, higher; and a field recording of four channels: two of the place, a boom, a wireless.
make guest.wav -f lavfi -i "aevalsrc='0.2*sin(2*PI*260*t+2*sin(2*PI*4*t))*(0.5+0.5*sin(2*PI*1.1*t+1))':s=48000" \
  -t 6 -c:a pcm_s16le
make field.wav -f lavfi -i "aevalsrc='0.05*sin(2*PI*110*t)|0.05*sin(2*PI*165*t)|0.2*sin(2*PI*440*t)|0.2*sin(2*PI*660*t)':s=48000:c=4.0" \
  -t 6 -c:a pcm_s16le

# Subtitles of the talk, in two kinds.
if [ ! -e "$media/talk.srt" ]; then
  printf '1\n00:00:00,500 --> 00:00:02,000\nGood <i>evening</i>.\n\n2\n00:00:02,500 --> 00:00:04,000\nLet us begin.\n' \
    > "$media/talk.srt"
  ffmpeg -v error -nostdin -y -i "$media/talk.srt" -bitexact "$media/talk.ass"
fi

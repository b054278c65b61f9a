// Everything of FFmpeg that edlrender uses, 5.1 to 8, and the macros that Swift cannot import.
// Differences between versions are settled here and nowhere else.
#pragma once
#include <errno.h>
#ifdef __linux__
#include <malloc.h>
#endif
#include <string.h>
#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/base64.h>
#include <libavutil/channel_layout.h>
#include <libavutil/cpu.h>
#include <libavutil/dict.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/mathematics.h>
#include <libavutil/md5.h>
#include <libavutil/mem.h>
#include <libavutil/murmur3.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libavutil/rational.h>
#include <libavutil/samplefmt.h>
#include <libavutil/sha.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

// ---- Macros that Swift's importer does not see.
static const int SHIM_EOF = AVERROR_EOF;
static const int SHIM_EAGAIN = AVERROR(EAGAIN);
static const int SHIM_INVALIDDATA = AVERROR_INVALIDDATA;
static const int SHIM_OPTION_NOT_FOUND = AVERROR_OPTION_NOT_FOUND;
static const int SHIM_DECODER_NOT_FOUND = AVERROR_DECODER_NOT_FOUND;
static const int SHIM_EXIT = AVERROR_EXIT;
static const int64_t SHIM_NOPTS = AV_NOPTS_VALUE;
static inline int shim_averror(int code) { return AVERROR(code); }
static inline int shim_encoder_not_found(void) { return AVERROR_ENCODER_NOT_FOUND; }
static inline unsigned shim_version_avformat_built(void) { return LIBAVFORMAT_VERSION_INT; }
// Variadic in C.
static inline void shim_log(int level, const char *message) { av_log(NULL, level, "%s", message); }

// Gives freed memory back to the system, where the C library keeps it (glibc).
static inline void shim_give_back_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

// Left to itself, glibc keeps what it once gave out in large pieces, with pieces of other sizes between them.
static inline void shim_bound_memory(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  mallopt(M_TRIM_THRESHOLD, 16 << 20);
#endif
}

// ---- AVFrame: duration since lavu 57.30 (6.0), flags since lavu 58.7 (6.1).
static inline int64_t shim_frame_duration(const AVFrame *f) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  return f->duration;
#else
  return f->pkt_duration;
#endif
}
static inline void shim_frame_set_duration(AVFrame *f, int64_t duration) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  f->duration = duration;
#else
  f->pkt_duration = duration;
#endif
}
static inline int shim_frame_is_interlaced(const AVFrame *f) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  return !!(f->flags & AV_FRAME_FLAG_INTERLACED);
#else
  return f->interlaced_frame;
#endif
}
static inline int shim_frame_is_top_field_first(const AVFrame *f) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  return !!(f->flags & AV_FRAME_FLAG_TOP_FIELD_FIRST);
#else
  return f->top_field_first;
#endif
}
static inline void shim_frame_set_progressive(AVFrame *f) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  f->flags &= ~(AV_FRAME_FLAG_INTERLACED | AV_FRAME_FLAG_TOP_FIELD_FIRST);
#else
  f->interlaced_frame = 0;
  f->top_field_first = 0;
#endif
}

// ---- Stream side data: in codecpar since lavc 60.31 (6.1).
static inline const uint8_t *shim_stream_side_data(const AVStream *st, enum AVPacketSideDataType type, size_t *size) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 102)
  const AVPacketSideData *sd =
      av_packet_side_data_get(st->codecpar->coded_side_data, st->codecpar->nb_coded_side_data, type);
  *size = sd ? sd->size : 0;
  return sd ? sd->data : NULL;
#else
  *size = 0;
  return av_stream_get_side_data(st, type, size);
#endif
}
static inline const int32_t *shim_stream_display_matrix(const AVStream *st) {
  size_t size = 0;
  const uint8_t *data = shim_stream_side_data(st, AV_PKT_DATA_DISPLAYMATRIX, &size);
  return data && size >= 9 * sizeof(int32_t) ? (const int32_t *)data : NULL;
}

static inline int shim_stream_add_side_data(AVStream *st, enum AVPacketSideDataType type, const void *data, size_t size) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 102)
  AVPacketSideData *sd = av_packet_side_data_new(
      &st->codecpar->coded_side_data, &st->codecpar->nb_coded_side_data, type, size, 0);
  uint8_t *target = sd ? sd->data : NULL;
#else
  uint8_t *target = av_stream_new_side_data(st, type, size);
#endif
  if (!target) return AVERROR(ENOMEM);
  memcpy(target, data, size);
  return 0;
}
// xy: red, green, blue, white in 1/50000; luminance in 1/10000 cd/m2.
static inline int shim_stream_set_mastering(AVStream *st, const int *xy, int black, int white) {
  AVMasteringDisplayMetadata *display = av_mastering_display_metadata_alloc();
  if (!display) return AVERROR(ENOMEM);
  for (int i = 0; i < 6; i++) display->display_primaries[i / 2][i % 2] = av_make_q(xy[i], 50000);
  for (int i = 0; i < 2; i++) display->white_point[i] = av_make_q(xy[6 + i], 50000);
  display->min_luminance = av_make_q(black, 10000);
  display->max_luminance = av_make_q(white, 10000);
  display->has_primaries = display->has_luminance = 1;
  int result = shim_stream_add_side_data(st, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, display, sizeof *display);
  av_free(display);
  return result;
}
static inline int shim_stream_set_light_level(AVStream *st, unsigned pixel, unsigned frame) {
  size_t size = 0;
  AVContentLightMetadata *light = av_content_light_metadata_alloc(&size);
  if (!light) return AVERROR(ENOMEM);
  light->MaxCLL = pixel;
  light->MaxFALL = frame;
  int result = shim_stream_add_side_data(st, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, light, size);
  av_free(light);
  return result;
}

// ---- Demuxer index entries: bit fields, and an accessor that returns a pointer into the demuxer.
static inline int shim_index_entry(AVStream *st, int number, int64_t *timestamp, int64_t *position, int *size, int *key) {
  const AVIndexEntry *e = avformat_index_get_entry(st, number);
  if (!e) return 0;
  *timestamp = e->timestamp;
  *position = e->pos;
  *size = e->size;
  *key = !!(e->flags & AVINDEX_KEYFRAME);
  return 1;
}
static inline AVStream *shim_stream(const AVFormatContext *s, int number) { return s->streams[number]; }
static inline int64_t shim_io_size(const AVFormatContext *s) { return s->pb ? avio_size(s->pb) : -1; }

// ---- Refuses every file but the one that was opened: no playlist, reference or sequence leads elsewhere.
static inline int shim_open_only_itself(AVFormatContext *s, AVIOContext **pb, const char *url, int flags, AVDictionary **o) {
  if ((flags & AVIO_FLAG_WRITE) || !s->url || strcmp(url, s->url)) return AVERROR(EPERM);
  AVDictionary *only_files = NULL;
  av_dict_set(&only_files, "protocol_whitelist", "file", 0);
  int result = avio_open2(pb, url, flags, &s->interrupt_callback, &only_files);
  av_dict_free(&only_files);
  return result;
}
static inline void shim_refuse_other_files(AVFormatContext *s) { s->io_open = shim_open_only_itself; }

// ---- What an encoder takes: a query function since lavc 61.13 (7.1). Each list ends with -1 or 0.
static inline const enum AVPixelFormat *shim_codec_pixel_formats(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  const void *list = NULL;
  int count = 0;
  avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_PIX_FORMAT, 0, &list, &count);
  return (const enum AVPixelFormat *)list;
#else
  return codec->pix_fmts;
#endif
}
static inline const enum AVSampleFormat *shim_codec_sample_formats(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  const void *list = NULL;
  int count = 0;
  avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_SAMPLE_FORMAT, 0, &list, &count);
  return (const enum AVSampleFormat *)list;
#else
  return codec->sample_fmts;
#endif
}
static inline const int *shim_codec_sample_rates(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  const void *list = NULL;
  int count = 0;
  avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_SAMPLE_RATE, 0, &list, &count);
  return (const int *)list;
#else
  return codec->supported_samplerates;
#endif
}
static inline const AVChannelLayout *shim_codec_channel_layouts(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  const void *list = NULL;
  int count = 0;
  avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_CHANNEL_LAYOUT, 0, &list, &count);
  return (const AVChannelLayout *)list;
#else
  return codec->ch_layouts;
#endif
}
static inline const AVRational *shim_codec_frame_rates(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  const void *list = NULL;
  int count = 0;
  avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_FRAME_RATE, 0, &list, &count);
  return (const AVRational *)list;
#else
  return codec->supported_framerates;
#endif
}

// ---- Constness of swr_convert's input changed in 7.0.
static inline int shim_swr_convert(SwrContext *s, uint8_t **out, int out_count, uint8_t *const *in, int in_count) {
  return swr_convert(s, out, out_count, (const uint8_t **)in, in_count);
}

// ---- A chapter of a file to be written; libavformat's own way to add one is private.
static inline int shim_add_chapter(AVFormatContext *s, AVRational base, int64_t start, int64_t end, const char *title) {
  AVChapter *chapter = av_mallocz(sizeof(AVChapter));
  AVChapter **list = chapter ? av_realloc_array(s->chapters, s->nb_chapters + 1, sizeof(*list)) : NULL;
  if (!list) {
    av_free(chapter);
    return AVERROR(ENOMEM);
  }
  chapter->id = s->nb_chapters + 1;
  chapter->time_base = base;
  chapter->start = start;
  chapter->end = end;
  s->chapters = list;
  s->chapters[s->nb_chapters++] = chapter;
  return av_dict_set(&chapter->metadata, "title", title, 0);
}

// ---- One line of ASS through an encoder of subtitles; gives the size of the packet.
static inline int shim_encode_subtitle(AVCodecContext *c, uint8_t *buffer, int size, const char *line) {
  AVSubtitleRect rect = {.type = SUBTITLE_ASS, .ass = (char *)line};
  AVSubtitleRect *rects[] = {&rect};
  AVSubtitle subtitle = {.num_rects = 1, .rects = rects, .pts = 0};
  return avcodec_encode_subtitle(c, buffer, size, &subtitle);
}

// Unions and macros of option tables.
static inline int64_t shim_option_default_i64(const AVOption *o) { return o->default_val.i64; }
static inline double shim_option_default_double(const AVOption *o) { return o->default_val.dbl; }
static inline const char *shim_option_default_string(const AVOption *o) { return o->default_val.str; }
static inline const AVOption *shim_class_options(const AVClass *c) { return c ? c->option : NULL; }
static inline AVRational shim_rational(int num, int den) { return (AVRational){num, den}; }

// ---- The builds of the shared libraries in this process: the note that the linker gives each.
#ifdef __linux__
#include <link.h>
// As dl_iterate_phdr(3) has it. The header shows it under _GNU_SOURCE alone, which would also give
// this module another fd_set than Swift's own one of the C library has, and no build with both.
typedef struct {
  ElfW(Addr) dlpi_addr;
  const char *dlpi_name;
  const ElfW(Phdr) *dlpi_phdr;
  ElfW(Half) dlpi_phnum;
} ShimLoaded;
extern int shim_iterate_loaded(int (*visit)(ShimLoaded *, size_t, void *), void *data) __asm__("dl_iterate_phdr");
typedef void (*shim_build_visitor)(void *context, const char *name, const uint8_t *id, int size);
typedef struct {
  void *context;
  shim_build_visitor visit;
} ShimBuilds;
static inline int shim_visit_build(ShimLoaded *info, size_t size, void *data) {
  const ShimBuilds *builds = (const ShimBuilds *)data;
  const uint8_t *id = NULL;
  int id_size = 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type != PT_NOTE) continue;
    const uint8_t *note = (const uint8_t *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    const uint8_t *end = note + info->dlpi_phdr[i].p_memsz;
    while (end - note >= (long)sizeof(ElfW(Nhdr))) {
      const ElfW(Nhdr) *head = (const ElfW(Nhdr) *)note;
      const uint8_t *name = note + sizeof *head;
      const uint8_t *text = name + ((head->n_namesz + 3) & ~3u);
      if (head->n_type == 3 && head->n_namesz == 4 && memcmp(name, "GNU", 4) == 0) {
        id = text;
        id_size = (int)head->n_descsz;
      }
      note = text + ((head->n_descsz + 3) & ~3u);
    }
  }
  builds->visit(builds->context, info->dlpi_name, id, id_size);
  return 0;
}
static inline void shim_visit_builds(void *context, shim_build_visitor visit) {
  ShimBuilds builds = {context, visit};
  shim_iterate_loaded(shim_visit_build, &builds);
}
#endif

// zimg: resampling at sub-pixel positions, the same bits on every processor for integer samples.
#pragma once
#include <zimg.h>

// Macros that Swift's importer does not see.
static const unsigned SHIM_ZIMG_VERSION = ZIMG_API_VERSION;
static const unsigned SHIM_ZIMG_BUFFER_MAX = ZIMG_BUFFER_MAX;

// Arrays of structs in structs come to Swift as tuples of unnamed types: set one plane at a time.
static inline void shim_zimg_set_source(zimg_image_buffer_const *b, int plane, const void *data, ptrdiff_t stride) {
  b->plane[plane].data = data;
  b->plane[plane].stride = stride;
  b->plane[plane].mask = ZIMG_BUFFER_MAX;
}
static inline void shim_zimg_set_target(zimg_image_buffer *b, int plane, void *data, ptrdiff_t stride) {
  b->plane[plane].data = data;
  b->plane[plane].stride = stride;
  b->plane[plane].mask = ZIMG_BUFFER_MAX;
}

// Nettle: SHA-256 by the processor's own instructions where it has them, four times libavutil's speed.
#pragma once
#include <nettle/sha2.h>
#include <nettle/version.h>

// Its names are macros, which Swift's importer does not see.
static inline void shim_sha256_init(struct sha256_ctx *ctx) { sha256_init(ctx); }
static inline void shim_sha256_update(struct sha256_ctx *ctx, size_t length, const uint8_t *bytes) {
  sha256_update(ctx, length, bytes);
}
static inline void shim_sha256_digest(struct sha256_ctx *ctx, uint8_t *digest) {
#if NETTLE_VERSION_MAJOR >= 4
  sha256_digest(ctx, digest);
#else
  sha256_digest(ctx, SHA256_DIGEST_SIZE, digest);
#endif
}

// Pango, Cairo and librsvg: text layout, vector drawing, SVG.
#pragma once
#include <fontconfig/fontconfig.h>
#include <hb-ot.h>
#include <librsvg/rsvg.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-font.h>
#include <pango/pangofc-fontmap.h>

// Macros that Swift's importer does not see.
static const int SHIM_PANGO_SCALE = PANGO_SCALE;
static const unsigned SHIM_GLYPH_EMPTY = PANGO_GLYPH_EMPTY;
static const unsigned SHIM_GLYPH_UNKNOWN = PANGO_GLYPH_UNKNOWN_FLAG;

// GObject's casts are macros.
static inline void shim_unref(void *object) { if (object) g_object_unref(object); }
static inline void shim_set_config(PangoFontMap *map, FcConfig *config) {
  pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map), config);
}

// What a font was loaded from; owned by the font.
static inline FcPattern *shim_font_pattern(PangoFont *font) {
  return PANGO_IS_FC_FONT(font) ? pango_fc_font_get_pattern(PANGO_FC_FONT(font)) : NULL;
}

// FcChar8 is an unsigned char, which Swift does not take for text.
static inline const char *shim_pattern_text(FcPattern *pattern, const char *key, int index) {
  FcChar8 *text = NULL;
  if (!pattern || FcPatternGetString(pattern, key, index, &text) != FcResultMatch) return NULL;
  return (const char *)text;
}

// Adds a font file and gives its faces a family name of their own, so that no installed font of
// the same name is taken for it. Returns the number of faces.
static inline int shim_add_font_file(FcConfig *config, const char *path, const char *family) {
  if (!FcConfigAppFontAddFile(config, (const FcChar8 *)path)) return 0;
  FcFontSet *set = FcConfigGetFonts(config, FcSetApplication);
  if (!set) return 0;
  for (int i = 0; i < set->nfont; i++) {
    FcPatternDel(set->fonts[i], FC_FAMILY);
    FcPatternDel(set->fonts[i], FC_FAMILYLANG);
    FcPatternAddString(set->fonts[i], FC_FAMILY, (const FcChar8 *)family);
  }
  return set->nfont;
}

// Whether glyphs of a font may have colours of their own.
static inline int shim_font_has_color(PangoFont *font) {
  hb_font_t *hb = pango_font_get_hb_font(font);
  hb_face_t *face = hb ? hb_font_get_face(hb) : NULL;
  return face && (hb_ot_color_has_png(face) || hb_ot_color_has_layers(face) || hb_ot_color_has_svg(face));
}

// One glyph as a string of glyphs at the origin.
static inline PangoGlyphString *shim_single_glyph(PangoGlyph glyph, PangoGlyphUnit width) {
  PangoGlyphString *string = pango_glyph_string_new();
  pango_glyph_string_set_size(string, 1);
  string->glyphs[0].glyph = glyph;
  string->glyphs[0].geometry.width = width;
  string->glyphs[0].geometry.x_offset = 0;
  string->glyphs[0].geometry.y_offset = 0;
  string->glyphs[0].attr.is_cluster_start = 1;
  string->log_clusters[0] = 0;
  return string;
}

// Attributes are a C union by convention: the kind says which struct it is.
static inline int shim_attribute_kind(const PangoAttribute *attribute) { return (int)attribute->klass->type; }
static inline PangoColor shim_attribute_color(const PangoAttribute *attribute) {
  return ((const PangoAttrColor *)attribute)->color;
}
static inline int shim_attribute_integer(const PangoAttribute *attribute) {
  return ((const PangoAttrInt *)attribute)->value;
}

// Kept apart from the system's: a document without a base address refuses what it refers to.
static inline RsvgHandle *shim_svg_open(const guint8 *bytes, gsize count, GError **error) {
  return rsvg_handle_new_from_data(bytes, count, error);
}

/* draw_xml.c: numbers and text of an SVG picture: no locale, and nothing that XML forbids. */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

#include "graph/draw_svg.h"

void svg_put(FILE *stream, const char *format, ...) {
  va_list numbers;
  va_start(numbers, format);
  for (const char *c = format; *c != '\0'; c++) {
    if (*c != '@') {
      fputc(*c, stream);
      continue;
    }
    const long tenths = lround(va_arg(numbers, double) * 10), size = labs(tenths);
    fprintf(stream, "%s%ld", tenths < 0 ? "-" : "", size / 10);
    if (size % 10 != 0) fprintf(stream, ".%ld", size % 10);
  }
  va_end(numbers);
}

size_t svg_character_length(const char *text) {
  const unsigned char *const bytes = (const unsigned char *)text;
  if (bytes[0] < 0x80) return bytes[0] >= 0x20 && bytes[0] != 0x7f;
  if (bytes[0] < 0xc2 || bytes[0] > 0xf4) return 0;
  const size_t length = bytes[0] < 0xe0 ? 2 : bytes[0] < 0xf0 ? 3 : 4;
  uint32_t code = bytes[0] & (0x7fu >> length);
  for (size_t i = 1; i < length; i++) {
    if ((bytes[i] & 0xc0) != 0x80) return 0;
    code = code << 6 | (bytes[i] & 0x3f);
  }
  const uint32_t least = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
  const bool surrogate = code >= 0xd800 && code <= 0xdfff, reserved = code == 0xfffe || code == 0xffff;
  return code < least || code > 0x10ffff || surrogate || reserved ? 0 : length;
}

size_t svg_count_characters(const char *text) {
  size_t count = 0;
  for (size_t i = 0; text[i] != '\0'; count++) {
    const size_t length = svg_character_length(text + i);
    i += length == 0 ? 1 : length;
  }
  return count;
}

static void put_character(FILE *stream, const char *text, size_t length) {
  switch (length == 0 ? '?' : *text) {
    case '&':
      fputs("&amp;", stream);
      break;
    case '<':
      fputs("&lt;", stream);
      break;
    case '>':
      fputs("&gt;", stream);
      break;
    case '"':
      fputs("&quot;", stream);
      break;
    default:
      if (length == 0) fputc('?', stream);
      fwrite(text, 1, length, stream);
  }
}

void svg_put_bytes(FILE *stream, const char *text, size_t bytes) {
  for (size_t used = 0; used < bytes;) {
    const size_t length = svg_character_length(text + used);
    put_character(stream, text + used, length);
    used += length == 0 ? 1 : length;
  }
}

void svg_put_text(FILE *stream, const char *text, size_t limit) {
  const bool cut = svg_count_characters(text) > limit;
  size_t used = 0;
  for (size_t count = 0; text[used] != '\0' && count + (cut ? 1 : 0) < limit; count++) {
    const size_t length = svg_character_length(text + used);
    used += length == 0 ? 1 : length;
  }
  svg_put_bytes(stream, text, used);
  if (cut) fputs("\xe2\x80\xa6", stream);
}

/* frame.h: files that are whole or refused: a header with a version, lines, and a checksum of everything above it.
 *
 *   twotrees WHAT checkpoint 1
 *   ...
 *   checksum 0123456789abcdef          FNV-1a
 *
 * They are written beside their place and renamed onto it, so that a crash leaves the one before. */
#ifndef TT_FRAME_H
#define TT_FRAME_H

#include "graph/graph.h"

#define FRAME_HEADER(what) "twotrees " what " checkpoint 1\n"

/* Writes the text (header included) and its checksum. TT_NO_RESOURCE with the reason; the file before is then kept. */
enum tt_status frame_write(const char *path, const char *text, size_t size, struct tt_error *error);

/* Reads the file of a `what` ("census"). *lines is what stands between header and checksum, in *text, which is the
 * caller's to free. TT_BAD_INPUT for what is cut off, damaged, foreign or of another version. */
enum tt_status frame_read(const char *path, const char *what, char **text, char **lines, struct tt_error *error);

#endif

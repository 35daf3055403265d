/* embedded.h: texts from data/ that the Makefile turns into C strings. */
#ifndef TT_EMBEDDED_H
#define TT_EMBEDDED_H

struct tt_embedded {
  const char *name; /* NULL after the last */
  const char *text;
};
extern const struct tt_embedded tt_embedded_bases[]; /* plain lists, in the order of the census */
extern const char tt_embedded_published[];           /* data/published.tsv */
extern const char *const tt_embedded_matches[];      /* rows of data/matches.tsv; NULL after the last */

#endif

/* alternation.h: numbers of positions shared by its two counts (private to them). */
#ifndef TT_PLAY_ALTERNATION_H
#define TT_PLAY_ALTERNATION_H

#include "play/play.h"

/* TT_BAD_INPUT for a graph that is too large or has decided edges. */
enum tt_status alternation_check(const struct tt_graph *graph, struct tt_error *error);

#endif

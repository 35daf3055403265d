/* pairing.h: what the files of the pairings share (private to them). */
#ifndef TT_PLAY_PAIRING_H
#define TT_PLAY_PAIRING_H

#include "play/play.h"

/* ---- pairing_board.c: in closed form ---- */

/* Sets *found, and fills in *pairing (its partner array is there, all SIZE_MAX) when the board's own pairing, or its
 * mirror image in either axis or both, can be begun or goes on from here. */
void pairing_on_board(struct tt_pairing *pairing, const struct tt_game *game, bool *found);

/* ---- pairing_search.c: by exact search ---- */

/* Looks for a pairing with which Short, moving second, wins the position; the partner array is there, all SIZE_MAX. At
 * most *budget steps, which are taken off it. Sets pairing->exists. */
enum tt_status pairing_search(struct tt_pairing *pairing, const struct tt_graph *position, uint64_t *budget,
                              struct tt_error *error);

#endif

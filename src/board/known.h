/* SPDX-License-Identifier: Apache-2.0
 *
 * board/known.h: a board that is known before a picture is looked at: its
 * dimensions and, if it was learnt from pictures, its pattern, the colour of
 * its hole's floor and the colours of its discs. Reads and writes its file.
 *
 * One picture measures the ratios of the lines to a few tenths of a millimetre,
 * and a dark floor looks like a dark disc in it. What several pictures of one
 * board have in common belongs to the board.
 *
 * Frames   mm: board frame of the first picture that it was learnt from.
 * Room     board: uses core.
 * Threads  values only; any thread.
 * Source   models/boards/README.md describes the file. */
#ifndef CROK_BOARD_KNOWN_H
#define CROK_BOARD_KNOWN_H

#include <stddef.h>

#include "board/bare.h"
#include "board/board.h"
#include "board/texture.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Colours are sRGB, 0..255 a channel, in the light of one picture. The light of
 * another picture multiplies each channel by a factor, which the surface shows:
 * so each colour is given with the surface's. */

/* The empty hole's floor. */
typedef struct crok_known_floor {
    double chance; /* that this is its floor and not a disc, 0..1; 0: it was not
                      seen */
    double rgb[3];
    double around_rgb[3]; /* of the surface around the hole */
} crok_known_floor;

/* The discs of one side. */
typedef struct crok_known_side {
    char name[24];
    double rgb[3]; /* mean of its discs' faces, in the light of surface_rgb */
} crok_known_side;

typedef struct crok_known_board {
    crok_board board;       /* board.model is its name */
    crok_scale scale;       /* what its millimetre comes from */
    double scale_rel_sigma; /* 1 sd of the length of a millimetre, relative */
    double line_sigma_mm[CROK_N_LINES]; /* 1 sd of each line's radius, given
                                           that of the outer line */
    double line_width_sigma_mm;         /* HUGE_VAL: the width is not known */
    bool is_learnt;                     /* the rest was learnt from pictures */
    bool is_bare; /* a person said that no disc was on the board: all of its
                     pattern is print, grain or a peg */
    double surface_rgb[3];
    crok_known_floor floor;
    int n_sides; /* 0: no discs were seen */
    crok_known_side side[CROK_MAX_SIDES];
    crok_texture texture;
    crok_bare bare;
} crok_known_board;

/* What one picture shows of its board; the fields mean the same as above, in
 * the board frame of that picture. */
typedef struct crok_board_view {
    const char *source; /* the picture's name; kept */
    crok_known_board seen;
    int turn;           /* quarter turns to the frame of the first picture */
    double correlation; /* with the pictures before it; 1 for the first */
} crok_board_view;

/* What two patterns and the ratios of two boards' lines say: are they one
 * board? */
typedef enum crok_same_board {
    CROK_BOARD_OTHER, /* no: the ratios differ, or the patterns do */
    CROK_BOARD_UNSURE,
    CROK_BOARD_SAME /* yes */
} crok_same_board;

crok_same_board crok_known_compare(const crok_board *a, const crok_board *b,
                                   const crok_texture_match *match);

/* Do two boards' ratios of lines differ by at most `most`, as a fraction of the
 * outer line's radius? */
bool crok_known_has_ratios(const crok_board *a, const crok_board *b,
                           double most);

/* The largest difference of such a ratio between two pictures of one board: 11
 * photos of three boards had at most 0.003. The rest allows for steep and small
 * pictures. */
#define CROK_SAME_BOARD_RATIO 0.012

/* Assign n sides of a picture to the known ones by their discs' colours.
 *
 *   surface_rgb  the surface's colour in that picture
 *   side         borrowed: n sides of that picture
 *   of           written only if true is returned: the known side of each
 *
 * Returns false if the known discs do not have these colours, or if another
 * assignment fits nearly as well. */
CROK_MUST_USE bool crok_known_assign_sides(const crok_known_board *known,
                                           const double surface_rgb[3],
                                           const crok_known_side *side, int n,
                                           int of[CROK_MAX_SIDES]);

/* Merge what n >= 1 pictures show of one board: the means of ratios, weighted
 * by their precision, the means of sizes, and the union of patterns. A
 * picture's scale counts by what it comes from (scale_rel_sigma).
 *
 *   view  in and out: turn and correlation are set
 *   n     number of pictures
 *   name  the board's name, cut to 31 bytes
 *   out   written only on CROK_OK
 *   err   may be NULL
 *
 * CROK_ENOBOARD  the pictures show different boards: err names two of them */
CROK_MUST_USE crok_status crok_known_merge(crok_board_view *view, int n,
                                           const char *name,
                                           crok_known_board *out,
                                           crok_err *err);

/* Read a board's file from JSON. A file of a model (models/boards) has only the
 * dimensions; its lines then have the standard deviation of a model's.
 *
 *   text   borrowed, len bytes
 *   where  borrowed; names the document in messages
 *   out    written only on CROK_OK
 *   err    may be NULL
 *
 * CROK_EFORMAT    a field is missing, mistyped or out of range: msg names it
 * CROK_ETOOLARGE  len is over CROK_JSON_MAX_BYTES */
CROK_MUST_USE crok_status crok_known_parse(const char *text, size_t len,
                                           const char *where,
                                           crok_known_board *out,
                                           crok_err *err);

/* Read the file at `path`. Fails as crok_known_parse, and with CROK_EIO if it
 * cannot be read, CROK_ENOMEM if memory runs out. */
CROK_MUST_USE crok_status crok_known_load(const char *path,
                                          crok_known_board *out, crok_err *err);

/* Write a board as a JSON document.
 *
 *   view, n  borrowed: the pictures that it was learnt from
 *
 * Returned: free with free(). NULL if memory runs out. */
char *crok_known_to_json(const crok_known_board *board,
                         const crok_board_view *view, int n);

#ifdef __cplusplus
}
#endif
#endif

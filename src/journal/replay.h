/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/replay.h: the replays of a record: of a shot its seconds, as a small
 * film of JPEG pictures, with the ways of its discs. They lie in a folder
 * beside the record, RECORD.replay, one file a shot: one line of JSON
 * (crokeye.replay/1 in docs/FORMATS.md), and behind it the pictures.
 *
 * A replay is a help and no part of the record: it may be missing, or be taken
 * away, and it need not survive a power cut. Files that are not this record's
 * are neither read nor replaced nor removed; the id of the record is in the
 * file and in its name, so that the replays of a record that had the same name
 * are in nobody's way.
 *
 * Frames   px: of the film's pictures; (0, 0) is the centre of the top left
 *          pixel.
 * Room     journal: uses core and rules.
 * Threads  as the record. An open film is its reader's. */
#ifndef CROK_JOURNAL_REPLAY_H
#define CROK_JOURNAL_REPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "journal/journal.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A film has at most these pictures: 12 s with 15 a second, and some that were
 * taken at rest. */
#define CROK_REPLAY_FRAMES 200
#define CROK_REPLAY_MOST_MS 12000
/* Its pictures have together at most these bytes: 12 s of a camera that sends
 * 1080p as JPEGs of 170 KB. Chosen by hand: what a table needs in memory. */
#define CROK_REPLAY_MOST_BYTES ((size_t)32 << 20)
/* A longer side is of no camera (capture/frame.h). */
#define CROK_REPLAY_MAX_SIDE_PX 16384

/* Ways and their places: what shots/sight.h has of a shot. */
#define CROK_REPLAY_WAYS 12
#define CROK_REPLAY_PLACES 40

/* The replays of one record, all together: two rounds of a camera that sends
 * JPEGs, or a whole match of any other, bytes. The oldest ones that nobody was
 * asked about go first. Chosen by hand. */
#define CROK_REPLAYS_MOST_BYTES ((size_t)1 << 30)
#define CROK_REPLAYS_MOST 512
/* No replay is written where a disk has less space left, bytes. Chosen by hand:
 * the record needs it. */
#define CROK_REPLAYS_SPARE_BYTES ((size_t)256 << 20)

/* The way of one disc, px. */
typedef struct crok_replay_way {
    bool is_shooter;
    int n; /* 1 to CROK_REPLAY_PLACES */
    float x_px[CROK_REPLAY_PLACES], y_px[CROK_REPLAY_PLACES];
} crok_replay_way;

/* A film without its pictures. */
typedef struct crok_replay {
    int w_px, h_px;                   /* of all pictures */
    int n;                            /* 1 to CROK_REPLAY_FRAMES */
    int64_t t_ms[CROK_REPLAY_FRAMES]; /* rising, the first is 0, the last at
                                       * most CROK_REPLAY_MOST_MS */
    size_t len[CROK_REPLAY_FRAMES];   /* bytes of each picture */
    int n_ways;
    crok_replay_way way[CROK_REPLAY_WAYS];
} crok_replay;

/* A replay that a person has asked to be shown on air. */
typedef struct crok_replay_air {
    long of;        /* seq of the shot; 0: none yet */
    bool with_ways; /* with the ways of its discs drawn over it */
    long number;    /* it rises with each request */
} crok_replay_air;

typedef struct crok_replays {
    char *folder; /* owned; NULL: the record is in memory only */
    char record[CROK_RECORD_ID];
    int n;
    long seq[CROK_REPLAYS_MOST]; /* of the shots that have one */
    size_t bytes[CROK_REPLAYS_MOST];
} crok_replays;

/* Find the replays of a record. There need be no folder; it is made with the
 * first film. A folder that cannot be read has none.
 *
 *   path    borrowed: the record's; NULL: it is in memory only
 *   record  its id
 *   out     written; close with crok_replays_close
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_replays_open(const char *path,
                                            const char *record,
                                            crok_replays *out, crok_err *err);
void crok_replays_close(crok_replays *r);

/* Does the shot have a replay? */
bool crok_replays_has(const crok_replays *r, long seq);

/* Write the replay of a shot.
 *
 *   log   borrowed: of the record; where there is no room, the oldest replays
 *         that it does not keep (crok_replays_tidy) are removed
 *   jpeg  borrowed: film->n pictures of film->len bytes
 *
 * CROK_EARG       there is a file of its name which is not this record's
 * CROK_EIO        it cannot be written, or the disk is nearly full
 * CROK_ETOOLARGE  the replays that are kept have no room for another one
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_replays_put(crok_replays *r, const crok_log *log,
                                           long seq, const crok_replay *film,
                                           const uint8_t *const *jpeg,
                                           crok_err *err);

/* Open the replay of a shot.
 *
 *   out   written only on CROK_OK
 *   file  written only on CROK_OK: at the first picture; returned: close with
 *         fclose
 *
 * CROK_ENODEV   the shot has none
 * CROK_EFORMAT  the file is damaged, or not this shot's
 * CROK_EIO, CROK_ENOMEM */
CROK_MUST_USE crok_status crok_replays_read(const crok_replays *r, long seq,
                                            crok_replay *out, FILE **file,
                                            crok_err *err);

/* Remove the replays that need not stay when the match is over. Those stay of
 * shots about which a question is open, on which anybody ruled, that were taken
 * back, or that a correction followed before the next shot; and all of them
 * until the match is over.
 *
 *   log  borrowed: of the record */
void crok_replays_tidy(crok_replays *r, const crok_log *log);

#ifdef __cplusplus
}
#endif
#endif

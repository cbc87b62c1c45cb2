/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/confined.h: decode a picture in a process of its own, with limits on
 * its CPU time and memory. The header of a HEIC or AVIF declares a size, but
 * the coded pictures in the file may be many, hidden and larger. What they cost
 * is known only by decoding them. A decoder that crashes or hangs does no harm
 * either.
 *
 * The process is a copy of this one (fork): it costs about 1 ms. Its result
 * comes back in memory that both share. The codec libraries must be loaded
 * before, so that it need not load anything.
 *
 * Room     capture, internal.
 * Threads  any. The copy has only the calling thread. If another one held a
 *          lock of a library just then, the copy hangs; it is ended after
 *          CROK_CONFINED_WAIT_S, and the picture is refused.
 * Source   setrlimit(2): RLIMIT_CPU, RLIMIT_DATA; pidfd_open(2). */
#ifndef CROK_CAPTURE_CONFINED_H
#define CROK_CAPTURE_CONFINED_H

#include "capture/photo_format.h"

/* What a picture may cost. Chosen by hand: a HEIC of 48 megapixels, the largest
 * of today's phones, takes 2 s and 190 MB. */
#define CROK_CONFINED_CPU_S 10
#define CROK_CONFINED_BYTES ((size_t)400 << 20)

/* Longest time for all of it, on a loaded machine. */
#define CROK_CONFINED_WAIT_S 120

typedef struct crok_confinement {
    crok_photo_head *head;      /* may be NULL: only decodes */
    crok_photo_decoder *decode; /* may be NULL: only reads the header */
    int cpu_s, wait_s;
    size_t bytes; /* of memory beyond what the program has. The sanitizers need
                   * much of their own; in their builds it is not limited */
} crok_confinement;

/* The limits CROK_CONFINED_... for these functions. */
crok_confinement crok_confinement_of(crok_photo_head *head,
                                     crok_photo_decoder *decode);

/* Read the header as c->head does, or decode as c->decode does; the parameters
 * are its own. All fields of *photo come back from the copy, so the function may
 * not allocate memory for one of them.
 *
 * CROK_ETOOLARGE  it takes more than a limit, or the reader crashed
 * CROK_ENOMEM     no memory or no process
 * Others as c->head, c->decode */
CROK_MUST_USE crok_status crok_confined_head(const crok_confinement *c,
                                             crok_photo *photo, crok_err *err);
CROK_MUST_USE crok_status crok_confined_decode(
    const crok_confinement *c, crok_photo *photo, int min_long_side_px,
    crok_image *image, crok_photo_scale *scale, crok_err *err);

#endif

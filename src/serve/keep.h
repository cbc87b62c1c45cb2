/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/keep.h: keep a picture that a phone sent, with what a person said of
 * it, for training. Neither is trusted: of the picture all is taken that is no
 * picture (serve/bare_jpeg.h), and the truth is made anew (serve/truth.h).
 *
 * Room     serve, internal: uses core.
 * Threads  any.
 * Source   "Keep pictures for training" in docs/PHOTOS.md. */
#ifndef CROK_SERVE_KEEP_H
#define CROK_SERVE_KEEP_H

#include <stddef.h>

#include "core/status.h"

/* Nothing is kept where a disk has less space left, bytes: pictures shall not
 * take the room of a match's record. Chosen by hand. */
#define CROK_KEEP_SPARE_BYTES ((unsigned long long)1 << 30)

/* Keep a picture.
 *
 *   dir    borrowed: the folder, which exists
 *   bytes  borrowed: a JPEG, and behind its end its truth (crokeye.truth/1)
 *   out    set to NULL on CROK_OK: there is no document (serve/photos.h)
 *
 * CROK_EFORMAT, CROK_ETOOLARGE  it is no such picture or no truth of it
 * CROK_EARG       a file of this name is not this program's
 * CROK_EIO        the disk is nearly full, or a file cannot be written
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_keep_run(const char *dir, const void *bytes,
                                        size_t len, char **out, crok_err *err);

#endif

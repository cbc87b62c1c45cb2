/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/scorer.h: score a picture that somebody sent, in a process of its own:
 * `crokeye score --json` with limits on its time and memory. What a hostile
 * picture does there harms no match. The picture is in memory only.
 *
 * Room     serve, internal: uses core.
 * Threads  any.
 * Source   core/child.h. */
#ifndef CROK_SERVE_SCORER_H
#define CROK_SERVE_SCORER_H

#include <stddef.h>

#include "core/status.h"

/* What a picture may cost. Chosen by hand: a photo of a phone takes 1 s and
 * 300 MB; the rest is for slow machines. */
#define CROK_SCORER_WAIT_MS 30000
#define CROK_SCORER_CPU_S 20
#define CROK_SCORER_BYTES ((size_t)2 << 30)
/* The longest document, bytes. */
#define CROK_SCORER_TEXT ((size_t)256 << 10)

/* Score a picture.
 *
 *   program  path of the program crokeye
 *   out      written only on CROK_OK: the crokeye.score/1 document, which may
 *            say why there is no score; returned: free with free()
 *
 * CROK_ETOOLARGE  it took too long, or gave no document
 * CROK_EIO        no process can be made
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_scorer_run(const char *program,
                                          const void *picture, size_t len,
                                          char **out, crok_err *err);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/upload.h: let a picture in that a phone sends.
 *
 * Room     serve, internal: uses libmicrohttpd.
 * Threads  that of libmicrohttpd. */
#ifndef CROK_SERVE_UPLOAD_H
#define CROK_SERVE_UPLOAD_H

#include "serve/answer.h"
#include "serve/serve_inner.h"

/* Check the headers of an upload, before its body comes, and take a place in
 * the queue `to`, s->photos or s->kept.
 *
 *   job  written only if the result has status 0: crok_photos_leave gives the
 *        place back
 *
 * Returns a problem with status 0, or why the picture is refused. */
crok_problem crok_upload_begin(const crok_serve *s, crok_photos *to,
                               struct MHD_Connection *c, crok_photo_job **job);

#endif

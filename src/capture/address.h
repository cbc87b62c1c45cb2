/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/address.h: the address of a source, whose password nobody but the
 * source itself sees. A SOURCE on the command line is seen by every user of the
 * machine; so it can be given in a file or in the environment instead, and the
 * argument is written over.
 *
 * Room     capture.
 * Threads  values only; crok_address_take changes the argument. */
#ifndef CROK_CAPTURE_ADDRESS_H
#define CROK_CAPTURE_ADDRESS_H

#include <stdbool.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Is the source a network address ("rtsp://...", but not "file://..."), and no
 * file, folder or camera? */
bool crok_address_is_remote(const char *spec);

/* Room for a source and its 0. */
#define CROK_ADDRESS_MAX 4096

/* May the source hold a password? It may if it is a network address, or looks
 * like one without its scheme ("name:password@camera/main") and no file has that
 * name. */
bool crok_address_is_secret(const char *spec);

/* Write the source as people may see it: of a network address the scheme, the
 * host and the port, as in "rtsp://camera:554/hidden". Cameras have their
 * password in the user's part, the query or the path, so none of them is shown;
 * where it is not certain which part is the host, only "hidden" is. Anything
 * else stays as it is, cut off where there is no room. */
void crok_address_show(const char *spec, char out[CROK_ADDRESS_MAX]);

/* Take a SOURCE as it was given:
 *
 *   @FILE     the first line of FILE is the source. Not every user may read
 *             FILE
 *   env:NAME  the environment variable NAME is the source
 *   other     the source itself. If it may hold a password, it is written over
 *             in `given`, which a list of processes shows
 *
 *   given  changed as said; else borrowed
 *   out    written only on CROK_OK
 *   err    may be NULL
 *
 * CROK_EARG    the variable is not set, or the source is empty or too long
 * CROK_EIO     the file cannot be read, or every user may read it
 * CROK_ENOMEM  no memory to read the file */
CROK_MUST_USE crok_status crok_address_take(char *given,
                                            char out[CROK_ADDRESS_MAX],
                                            crok_err *err);

#ifdef __cplusplus
}
#endif
#endif

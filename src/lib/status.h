/* SPDX-License-Identifier: Apache-2.0
 *
 * lib/status.h: what a call of the library returns.
 *
 * Room     lib.
 * Threads  values only; any thread. */
#ifndef CROK_LIB_STATUS_H
#define CROK_LIB_STATUS_H

#include "core/status.h"
#include "lib/crokeye.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The message of a handle that is NULL. */
#define CROK_LIB_NO_HANDLE "the handle is NULL: there is none"

/* End a call of a handle.
 *
 *   err  the handle's: has the message if st is a failure; emptied if not
 *
 * Returns st under the library's name. */
crokeye_status crok_lib_status(crok_err *err, crok_status st);

#ifdef __cplusplus
}
#endif
#endif

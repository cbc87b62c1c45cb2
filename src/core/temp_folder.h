/* SPDX-License-Identifier: Apache-2.0
 *
 * core/temp_folder.h: a private folder for a database that is needed for a
 * while: SQLite opens files by their names, and makes others beside them. It
 * lies where TMPDIR says, or in /tmp.
 *
 * A program that is killed leaves its folder behind. Whoever makes one first
 * removes those: a folder is locked as long as its program lives, and the
 * kernel drops the lock when that ends, however it does. Only folders of this
 * user, with a name of the form below and with nothing in them but the
 * database and its replays (journal/replay.h), are removed.
 *
 * Room     core: files.
 * Threads  any; one folder, one thread at a time.
 * Source   flock(2), mkdtemp(3). */
#ifndef CROK_CORE_TEMP_FOLDER_H
#define CROK_CORE_TEMP_FOLDER_H

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_TEMP_PATH_MAX 256 /* bytes of a path, with its end */

/* What the folders are called, with six letters or digits behind it. */
#define CROK_TEMP_PREFIX "crokeye-match-"

/* A folder; {0}: none. */
typedef struct crok_temp_folder {
    char path[CROK_TEMP_PATH_MAX];
    char file[CROK_TEMP_PATH_MAX]; /* in it, for the database; not made yet */
    int fd;                        /* owned: has the lock */
} crok_temp_folder;

/* Make a folder, and remove those of programs that were killed.
 *
 *   out  written only on CROK_OK; remove with crok_temp_folder_remove
 *
 * CROK_EIO  it cannot be made */
CROK_MUST_USE crok_status crok_temp_folder_make(crok_temp_folder *out,
                                                crok_err *err);

/* Remove the folder with the database, what SQLite made beside it and its
 * replays, if there is a folder, and make *f none. */
void crok_temp_folder_remove(crok_temp_folder *f);

#ifdef __cplusplus
}
#endif
#endif

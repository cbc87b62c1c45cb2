/* SPDX-License-Identifier: Apache-2.0
 *
 * core/naming.h: rename a complete new file to its final name. An old file of
 * that name is replaced only if it is still the one that the caller found; a
 * different one is kept.
 *
 * Room     core, internal: for core/save.c, and for records (journal/backup.c),
 *          which SQLite writes.
 * Threads  values only; any thread.
 * Source   renameat2(2). Some file systems, as those of networks and of sticks,
 *          have neither RENAME_NOREPLACE nor RENAME_EXCHANGE; there linkat and
 *          a look just before are used. */
#ifndef CROK_CORE_NAMING_H
#define CROK_CORE_NAMING_H

#include <stdbool.h>
#include <sys/stat.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_naming {
    int dir;                  /* the folder, or AT_FDCWD */
    const char *part, *name;  /* names in it: of the new file, and the one that
                               * it gets */
    const struct stat *found; /* the old file of that name; NULL: none */
    bool is_there;            /* true: a file has the name `part`. After
                               * CROK_NAMED it is the old file */
} crok_naming;

typedef enum crok_named {
    CROK_NAMED,
    CROK_NAME_CHANGED, /* the old file is no longer the one in `found` */
    CROK_NAME_REFUSED  /* by the file system: errno */
} crok_named;

/* Put the new file in place, once. p->is_there must be true, and is updated:
 * the caller then unlinks `part`, if it is still there. */
crok_named crok_naming_put(crok_naming *p);

/* Is this the errno of a call that the file system does not have? */
bool crok_naming_is_missing(int why);

#ifdef __cplusplus
}
#endif
#endif

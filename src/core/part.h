/* SPDX-License-Identifier: Apache-2.0
 *
 * core/part.h: where the parts of an installed crokeye are. Its programs and
 * its modules lie in lib/crokeye, and `crokeye` itself in bin beside lib. The
 * folder of a build has the same two folders.
 *
 * They are found from the program's own place, or from that of libcrokeye.so,
 * which another program may have loaded. No run path is built in: with one the
 * loader would look for every library there first, which takes longer than all
 * of /bin/true.
 *
 * Room     core.
 * Threads  any. */
#ifndef CROK_CORE_PART_H
#define CROK_CORE_PART_H

#include <limits.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Find a program or a module of crokeye.
 *
 *   name  its file's name
 *   out   its path; if it is not found, a path where it should be, or "" if
 *         the own place is not known
 *
 * Returns false if there is no such file. */
bool crok_part_path(const char *name, char out[PATH_MAX]);

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/archive/repath.h: give a crokeye.score/1 another photo's path: equal
 * photos have one result. Everything else stays byte for byte.
 *
 * Room     hall, wing archive.
 * Threads  values only; any thread. */
#ifndef CROK_HALL_ARCHIVE_REPATH_H
#define CROK_HALL_ARCHIVE_REPATH_H

/* Returns the line with `path` as its image, also where an error's message
 * begins with the photo's name. Free it with free(). NULL: no memory, or the
 * line is no crokeye.score/1. */
char *crok_repath(const char *line, const char *path);

#endif

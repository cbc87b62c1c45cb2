/* SPDX-License-Identifier: Apache-2.0
 *
 * core/path.h: the parts of a path. These functions look at the text only, not
 * at the file system.
 *
 * Room     core: uses the C library only.
 * Threads  values only; any thread. */
#ifndef CROK_CORE_PATH_H
#define CROK_CORE_PATH_H

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the name in a path: what stands behind its last '/', a part of
 * `path`. It is empty if the path ends with '/'. */
const char *crok_path_name(const char *path);

/* Returns the path of the folder of a file: the part of `path` up to its last
 * '/', which is included, or "." if it has none. Free it with free(). NULL if
 * there is no memory. */
char *crok_path_folder(const char *path);

/* Returns the path of a file that is named in another file: if `name` does not
 * begin with '/', it is seen from the folder of the file `from`. Free it with
 * free(). NULL if there is no memory. */
char *crok_path_beside(const char *from, const char *name);

#ifdef __cplusplus
}
#endif
#endif

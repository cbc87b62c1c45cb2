/* SPDX-License-Identifier: Apache-2.0 */
#include "core/naming.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

bool crok_naming_is_missing(int why)
{
    return why == EINVAL || why == ENOSYS || why == ENOTSUP;
}

/* Has the file that was found this name, with the same content? */
static bool is_found(const crok_naming *p, const char *name)
{
    const struct stat *was = p->found;
    struct stat now;
    return fstatat(p->dir, name, &now, AT_SYMLINK_NOFOLLOW) == 0 &&
           now.st_dev == was->st_dev && now.st_ino == was->st_ino &&
           now.st_size == was->st_size &&
           now.st_mtim.tv_sec == was->st_mtim.tv_sec &&
           now.st_mtim.tv_nsec == was->st_mtim.tv_nsec;
}

static crok_named rename_plainly(crok_naming *p)
{
    if (renameat(p->dir, p->part, p->dir, p->name) != 0)
        return CROK_NAME_REFUSED;
    p->is_there = false;
    return CROK_NAMED;
}

/* Put it where nothing was found. */
static crok_named place_new(crok_naming *p)
{
    struct stat now;
    if (renameat2(p->dir, p->part, p->dir, p->name, RENAME_NOREPLACE) == 0) {
        p->is_there = false;
        return CROK_NAMED;
    }
    if (errno == EEXIST)
        return CROK_NAME_CHANGED;
    if (!crok_naming_is_missing(errno))
        return CROK_NAME_REFUSED;
    if (linkat(p->dir, p->part, p->dir, p->name, 0) == 0)
        return CROK_NAMED; /* the other name is still there */
    if (errno == EEXIST ||
        fstatat(p->dir, p->name, &now, AT_SYMLINK_NOFOLLOW) == 0)
        return CROK_NAME_CHANGED;
    return rename_plainly(p);
}

/* Put it in the place of the file that was found. That file gets the name of
 * the new one, so it can be compared once more, and put back. */
static crok_named place_instead(crok_naming *p)
{
    if (!is_found(p, p->name))
        return CROK_NAME_CHANGED;
    if (renameat2(p->dir, p->part, p->dir, p->name, RENAME_EXCHANGE) != 0)
        return crok_naming_is_missing(errno) ? rename_plainly(p)
               : errno == ENOENT             ? CROK_NAME_CHANGED
                                             : CROK_NAME_REFUSED;
    if (is_found(p, p->part))
        return CROK_NAMED;
    if (renameat2(p->dir, p->part, p->dir, p->name, RENAME_EXCHANGE) == 0)
        return CROK_NAME_CHANGED;
    p->is_there = false; /* it is not ours: leave it under this name */
    return CROK_NAME_REFUSED;
}

crok_named crok_naming_put(crok_naming *p)
{
    return p->found == NULL ? place_new(p) : place_instead(p);
}

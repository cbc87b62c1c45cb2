/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/overlay_names.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/folder.h"
#include "core/path.h"

/* ---- the folder ---- */

/* Call stat on the folder that contains a path. False if it fails. */
static bool stat_parent(const char *path, struct stat *out)
{
    char *dir = crok_path_folder(path);
    bool ok = dir != NULL && stat(dir, out) == 0;
    free(dir);
    return ok;
}

static bool is_in(const char *path, const struct stat *folder)
{
    struct stat from;
    return stat_parent(path, &from) && from.st_dev == folder->st_dev &&
           from.st_ino == folder->st_ino;
}

/* Is the path a link to a photo in the folder? */
static bool leads_to(const char *path, const struct stat *folder)
{
    char *real = realpath(path, NULL);
    bool leads = real != NULL && is_in(real, folder);
    free(real);
    return leads;
}

crok_status crok_overlay_dir_make(const char *dir, const crok_inputs *in,
                                  crok_err *err)
{
    struct stat to;
    crok_status st = crok_folder_make(dir, err);
    if (st != CROK_OK)
        return st;
    if (stat(dir, &to) != 0)
        return crok_fail(err, CROK_EIO, "%s: %s", dir, strerror(errno));
    for (int i = 0; i < in->n; i++)
        if (in->item[i].kind == CROK_INPUT_FILE &&
            (is_in(in->item[i].path, &to) || leads_to(in->item[i].path, &to)))
            return crok_fail(err, CROK_EARG,
                             "%s: the photos lie in this folder and could be "
                             "overwritten; choose another one",
                             dir);
    return CROK_OK;
}

/* ---- the names ---- */

/* The set of names in use: a hash table with open addressing of which at most
 * half of the slots are used. */
typedef struct name_set {
    const char **name;
    size_t n_slots; /* a power of two */
} name_set;

static uint64_t fnv1a(const char *s)
{
    uint64_t h = UINT64_C(14695981039346656037);
    for (; *s != '\0'; s++)
        h = (h ^ (unsigned char)*s) * UINT64_C(1099511628211);
    return h;
}

/* Add a name to the set; the set keeps the pointer. False if the set has the
 * name already. */
static bool add_name(name_set *set, const char *name)
{
    size_t i = (size_t)fnv1a(name) & (set->n_slots - 1);
    while (set->name[i] != NULL) {
        if (strcmp(set->name[i], name) == 0)
            return false;
        i = (i + 1) & (set->n_slots - 1);
    }
    set->name[i] = name;
    return true;
}

static char *picture_path(const char *dir, const char *photo, int number)
{
    const char *name = crok_path_name(photo);
    const char *dot = strrchr(name, '.');
    int stem =
        dot == NULL || dot == name ? (int)strlen(name) : (int)(dot - name);
    size_t room = strlen(dir) + (size_t)stem + 32;
    char *path = malloc(room);
    if (path == NULL)
        return NULL;
    if (number < 2)
        (void)snprintf(path, room, "%s/%.*s.jpg", dir, stem, name);
    else
        (void)snprintf(path, room, "%s/%.*s-%d.jpg", dir, stem, name, number);
    return path;
}

static char *unique_path(name_set *set, const char *dir, const char *photo)
{
    for (int number = 1; number < INT_MAX; number++) {
        char *path = picture_path(dir, photo, number);
        if (path == NULL || add_name(set, path))
            return path;
        free(path);
    }
    return NULL;
}

/* Choose the paths of the annotated pictures. It is called twice: files that a
 * folder contains and that have no picture's extension come second. Most of
 * them are not pictures, and a picture should not get a longer name because of
 * them. */
static crok_status name_all(const char *dir, const crok_inputs *in,
                            bool of_others, name_set *set, char **path)
{
    for (int i = 0; i < in->n; i++) {
        const crok_input *item = &in->item[i];
        bool is_other =
            item->from_dir && !crok_inputs_is_picture_name(item->path);
        if (item->kind != CROK_INPUT_FILE || is_other != of_others)
            continue;
        path[i] = unique_path(set, dir, item->path);
        if (path[i] == NULL)
            return CROK_ENOMEM;
    }
    return CROK_OK;
}

crok_status crok_overlay_names(const char *dir, const crok_inputs *in,
                               char ***out, crok_err *err)
{
    name_set set = {.n_slots = 64};
    char **path = calloc((size_t)in->n + 1, sizeof *path);
    crok_status st = CROK_OK;
    while (set.n_slots < 2 * (size_t)in->n)
        set.n_slots *= 2;
    set.name = calloc(set.n_slots, sizeof *set.name);
    if (path == NULL || set.name == NULL)
        st = CROK_ENOMEM;
    if (st == CROK_OK)
        st = name_all(dir, in, false, &set, path);
    if (st == CROK_OK)
        st = name_all(dir, in, true, &set, path);
    free(set.name);
    if (st == CROK_OK) {
        *out = path;
        return CROK_OK;
    }
    crok_overlay_names_free(path, path == NULL ? 0 : in->n);
    return crok_fail(err, st, "no memory for the pictures' names");
}

void crok_overlay_names_free(char **names, int n)
{
    for (int i = 0; names != NULL && i < n; i++)
        free(names[i]);
    free(names);
}

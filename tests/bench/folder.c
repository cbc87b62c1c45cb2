/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Deep enough for a folder of suites. */
#define MAX_DEPTH 3

static crok_status add_file(truth_list *list, const char *path)
{
    truth *t = NULL;
    if (list->n == list->room) {
        int room = list->room == 0 ? 16 : list->room * 2;
        truth *more = realloc(list->item, (size_t)room * sizeof *more);
        if (more == NULL)
            return CROK_ENOMEM;
        list->item = more;
        list->room = room;
    }
    t = &list->item[list->n];
    if (truth_load(path, t, NULL) == CROK_OK)
        list->n++;
    return CROK_OK;
}

static crok_status walk(truth_list *list, const char *dir, int depth,
                        crok_err *err);

static crok_status add_entry(truth_list *list, const char *dir,
                             const char *name, int depth, crok_err *err)
{
    char path[1024];
    struct stat st;
    const char *dot = strrchr(name, '.');
    int n = snprintf(path, sizeof path, "%s/%s", dir, name);
    if (name[0] == '.' || n >= (int)sizeof path || stat(path, &st) != 0)
        return CROK_OK;
    if (S_ISDIR(st.st_mode))
        return depth < MAX_DEPTH ? walk(list, path, depth + 1, err) : CROK_OK;
    if (dot == NULL || strcmp(dot, ".json") != 0)
        return CROK_OK;
    return add_file(list, path);
}

static crok_status walk(truth_list *list, const char *dir, int depth,
                        crok_err *err)
{
    crok_status st = CROK_OK;
    const struct dirent *entry = NULL;
    DIR *d = opendir(dir);
    if (d == NULL)
        return crok_fail(err, CROK_EIO, "%s: %s", dir, strerror(errno));
    while (st == CROK_OK && (entry = readdir(d)) != NULL)
        st = add_entry(list, dir, entry->d_name, depth, err);
    (void)closedir(d);
    return st;
}

static int by_picture(const void *a, const void *b)
{
    return strcmp(((const truth *)a)->picture, ((const truth *)b)->picture);
}

crok_status truth_list_add(truth_list *list, const char *dir, crok_err *err)
{
    int first = list->n;
    crok_status st = walk(list, dir, 0, err);
    if (list->n > first)
        qsort(list->item + first, (size_t)(list->n - first), sizeof *list->item,
              by_picture);
    return st;
}

void truth_list_free(truth_list *list)
{
    free(list->item);
    *list = (truth_list){0};
}

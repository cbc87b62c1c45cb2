/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/inputs.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "score/answer_file.h"

static crok_status no_memory(crok_err *err)
{
    return crok_fail(err, CROK_ENOMEM, "no memory for the list of photos");
}

/* Append an input. The list takes ownership of item.path and item.err, and
 * frees them on failure. */
static crok_status append(crok_inputs *in, crok_input item, crok_err *err)
{
    if (in->n == in->room && item.path != NULL) {
        int room = in->room == 0 ? 64 : in->room * 2;
        crok_input *more = realloc(in->item, (size_t)room * sizeof *more);
        if (more != NULL) {
            in->item = more;
            in->room = room;
        }
    }
    if (item.path == NULL || in->n == in->room) {
        free(item.path);
        free(item.err);
        return no_memory(err);
    }
    in->item[in->n++] = item;
    return CROK_OK;
}

static int by_path(const void *a, const void *b)
{
    const crok_input *x = a;
    const crok_input *y = b;
    return strcmp(x->path, y->path);
}

static char *joined(const char *dir, const char *name)
{
    size_t n = strlen(dir) + strlen(name) + 2;
    char *path = malloc(n);
    bool slash = dir[0] != '\0' && dir[strlen(dir) - 1] == '/';
    if (path != NULL)
        (void)snprintf(path, n, "%s%s%s", dir, slash ? "" : "/", name);
    return path;
}

/* Append an entry of a folder; hidden files, subfolders and the file of answers
 * are left out. */
static crok_status add_entry(crok_inputs *in, const char *dir, const char *name,
                             crok_err *err)
{
    struct stat st;
    char *path = NULL;
    if (name[0] == '.' || strcmp(name, CROK_ANSWER_FILE_NAME) == 0)
        return CROK_OK;
    path = joined(dir, name);
    if (path != NULL && stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
        free(path);
        return CROK_OK;
    }
    return append(in, (crok_input){.path = path, .from_dir = true}, err);
}

/* Append a folder that cannot be listed as an input with an error. `why` is the
 * errno. */
static crok_status add_unlisted(crok_inputs *in, const char *name, int why,
                                crok_err *err)
{
    crok_input item = {.kind = CROK_INPUT_ERROR, .path = strdup(name)};
    item.err = calloc(1, sizeof *item.err);
    if (item.err == NULL) {
        free(item.path);
        return no_memory(err);
    }
    (void)crok_fail(item.err, CROK_EIO, "the folder cannot be listed: %s",
                    strerror(why));
    return append(in, item, err);
}

static crok_status add_dir(crok_inputs *in, const char *name, crok_err *err)
{
    int first = in->n;
    crok_status st = CROK_OK;
    const struct dirent *entry = NULL;
    DIR *dir = opendir(name);
    if (dir == NULL)
        return add_unlisted(in, name, errno, err);
    while (st == CROK_OK && (entry = readdir(dir)) != NULL)
        st = add_entry(in, name, entry->d_name, err);
    (void)closedir(dir);
    if (st != CROK_OK)
        return st;
    if (in->n > first)
        qsort(in->item + first, (size_t)(in->n - first), sizeof *in->item,
              by_path);
    return append(
        in, (crok_input){.kind = CROK_INPUT_DIR_END, .path = strdup(name)},
        err);
}

crok_status crok_inputs_add(crok_inputs *in, const char *name, crok_err *err)
{
    struct stat st;
    if (stat(name, &st) == 0 && S_ISDIR(st.st_mode))
        return add_dir(in, name, err);
    return append(in, (crok_input){.path = strdup(name)}, err);
}

/* Remove a CR at the end of a line, because lists made on Windows end their
 * lines with CR LF. The CR stays if a file exists whose name ends with it. */
static void cut_carriage_return(char *line)
{
    struct stat st;
    size_t n = strlen(line);
    if (n > 0 && line[n - 1] == '\r' && lstat(line, &st) != 0)
        line[n - 1] = '\0';
}

crok_status crok_inputs_add_list(crok_inputs *in, FILE *list, char end,
                                 crok_err *err)
{
    char *line = NULL;
    size_t room = 0;
    crok_status st = CROK_OK;
    for (;;) {
        ssize_t n = getdelim(&line, &room, end, list);
        if (n < 0)
            break;
        if (n > 0 && line[n - 1] == end)
            line[n - 1] = '\0';
        if (end == '\n')
            cut_carriage_return(line);
        if (line[0] != '\0')
            st = crok_inputs_add(in, line, err);
        if (st != CROK_OK)
            break;
    }
    free(line);
    if (st == CROK_OK && ferror(list))
        st = crok_fail(err, CROK_EIO, "the list cannot be read: %s",
                       strerror(errno));
    return st;
}

void crok_inputs_free(crok_inputs *in)
{
    if (in == NULL)
        return;
    for (int i = 0; i < in->n; i++) {
        free(in->item[i].path);
        free(in->item[i].err);
    }
    free(in->item);
    *in = (crok_inputs){0};
}

bool crok_inputs_has(const crok_inputs *in, const char *path)
{
    struct stat to;
    struct stat from;
    bool same = false;
    if (stat(path, &to) != 0)
        return false;
    for (int i = 0; i < in->n; i++)
        same = same || (in->item[i].kind == CROK_INPUT_FILE &&
                        stat(in->item[i].path, &from) == 0 &&
                        from.st_dev == to.st_dev && from.st_ino == to.st_ino);
    return same;
}

bool crok_inputs_is_picture_name(const char *path)
{
    static const char *const endings[] = {
        ".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".webp", ".heic", ".heif",
        ".hif", ".avif", ".gif", ".bmp",  ".tif", ".tiff", ".jxl",  ".dng"};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot != NULL && i < sizeof endings / sizeof *endings; i++)
        if (strcasecmp(dot, endings[i]) == 0)
            return true;
    return false;
}

bool crok_input_is_awaited(const crok_input *in)
{
    return in->kind != CROK_INPUT_DIR_END &&
           (!in->from_dir || crok_inputs_is_picture_name(in->path));
}

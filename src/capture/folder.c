/* SPDX-License-Identifier: Apache-2.0
 *
 * A folder of pictures as a source. The pictures are read in the natural order
 * of their names ("2" before "10"); picture i, counted from 0, gets the time i
 * / fps. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture/photo.h"
#include "capture/source_kind.h"

/* Frame rate if the options give none. */
#define DEFAULT_FPS 30.0

typedef struct folder {
    char **name; /* sorted */
    int n, room;
    int next;      /* index of the next name */
    int n_passed;  /* pictures so far, damaged ones included */
    int n_skipped; /* pictures skipped because they are before from_ns */
    int n_missed;  /* damaged pictures since the last good one */
    double fps;
    crok_image picture;
} folder;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Move *p past leading zeros, and return the number of digits that follow. The
 * last digit is kept even if it is a zero. */
static size_t number_length(const char **p)
{
    size_t n = 0;
    while (**p == '0' && is_digit((*p)[1]))
        (*p)++;
    while (is_digit((*p)[n]))
        n++;
    return n;
}

/* Compare names as strcmp does, except that runs of digits are compared by
 * their value: "2" comes before "10". */
static int natural(const char *a, const char *b)
{
    while (*a != '\0' && *b != '\0') {
        if (is_digit(*a) && is_digit(*b)) {
            size_t m = number_length(&a), n = number_length(&b);
            int d = m != n ? (m > n ? 1 : -1) : strncmp(a, b, n);
            if (d != 0)
                return d;
            a += n;
            b += n;
        } else if (*a != *b) {
            break;
        } else {
            a++;
            b++;
        }
    }
    return (unsigned char)*a - (unsigned char)*b;
}

static int by_name(const void *a, const void *b)
{
    const char *x = *(char *const *)a, *y = *(char *const *)b;
    int d = natural(x, y);
    return d != 0 ? d : strcmp(x, y);
}

static crok_status add_name(folder *f, const char *name, crok_err *err)
{
    char *copy = strdup(name);
    if (f->n == f->room && copy != NULL) {
        int room = f->room == 0 ? 64 : 2 * f->room;
        char **more = realloc(f->name, (size_t)room * sizeof *more);
        if (more != NULL) {
            f->name = more;
            f->room = room;
        }
    }
    if (copy == NULL || f->n == f->room) {
        free(copy);
        return crok_fail(err, CROK_ENOMEM, "no memory for a list of pictures");
    }
    f->name[f->n++] = copy;
    return CROK_OK;
}

static char *path_of(const crok_source *s, const char *name)
{
    size_t n = strlen(s->spec) + strlen(name) + 2U;
    char *path = malloc(n);
    if (path != NULL)
        (void)snprintf(path, n, "%s/%s", s->spec, name);
    return path;
}

static crok_status list(const crok_source *s, folder *f, crok_err *err)
{
    crok_status st = CROK_OK;
    const struct dirent *e = NULL;
    DIR *d = opendir(s->spec);
    if (d == NULL)
        return crok_fail(err, CROK_EIO, "%s: cannot be listed: %s", s->spec,
                         strerror(errno));
    while (st == CROK_OK && (e = readdir(d)) != NULL)
        if (e->d_name[0] != '.')
            st = add_name(f, e->d_name, err);
    (void)closedir(d);
    if (f->n > 1)
        qsort(f->name, (size_t)f->n, sizeof *f->name, by_name);
    if (st == CROK_OK && f->n == 0)
        st = crok_fail(err, CROK_EFORMAT, "%s: the folder is empty", s->spec);
    return st;
}

static int64_t time_of(const folder *f)
{
    return (int64_t)(f->n_passed * 1e9 / f->fps);
}

/* Skip the pictures before from_ns. The header of each file is read to see
 * whether it is a picture, because other files do not count in the time. */
static crok_status skip_before_start(const crok_source *s, folder *f,
                                     crok_err *err)
{
    crok_status st = CROK_OK;
    while (f->next < f->n && time_of(f) < s->options.from_ns) {
        crok_photo *photo = NULL;
        char *path = path_of(s, f->name[f->next++]);
        if (path == NULL)
            return crok_fail(err, CROK_ENOMEM, "%s: no memory", s->spec);
        st = crok_photo_open(path, &photo, NULL);
        crok_photo_close(&photo);
        free(path);
        f->n_skipped += st != CROK_EUNSUPPORTED;
        f->n_passed = f->n_skipped;
    }
    return CROK_OK;
}

static crok_status folder_open(crok_source *s, crok_err *err)
{
    folder *f = calloc(1, sizeof *f);
    crok_status st = CROK_OK;
    if (f == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to open %s", s->spec);
    s->self = f;
    f->fps = s->options.fps > 0.0 ? s->options.fps : DEFAULT_FPS;
    s->health.is_recorded = true;
    (void)snprintf(s->health.format, sizeof s->health.format, "photo");
    st = list(s, f, err);
    return st == CROK_OK ? skip_before_start(s, f, err) : st;
}

/* Read one picture. CROK_ENOMEM ends the sequence; after any other failure the
 * caller goes on with the next file. */
static crok_status read_picture(const crok_source *s, folder *f, int i,
                                crok_err *err)
{
    crok_photo *photo = NULL;
    crok_status st = CROK_ENOMEM;
    char *path = path_of(s, f->name[i]);
    if (path == NULL)
        return crok_fail(err, st, "%s: no memory", s->spec);
    st = crok_photo_open(path, &photo, err);
    crok_image_free(&f->picture);
    if (st == CROK_OK)
        st = crok_photo_decode(photo, 0, &f->picture, NULL, err);
    crok_photo_close(&photo);
    free(path);
    return st;
}

static void show(folder *f, crok_frame *frame)
{
    const crok_image *p = &f->picture;
    *frame = (crok_frame){
        .data = p->data,
        .n_bytes = p->stride_bytes * (size_t)p->h_px,
        .w_px = p->w_px,
        .h_px = p->h_px,
        .stride_bytes = p->stride_bytes,
        .pixels = CROK_PIXELS_RGB24,
        .pixel_aspect = 1.0,
        .t_ns = time_of(f),
        .n_lost = f->n_missed,
    };
    f->n_missed = 0;
    f->n_passed++;
}

static crok_status folder_next(crok_source *s, int64_t until_ns,
                               crok_frame *frame, crok_err *err)
{
    folder *f = s->self;
    (void)until_ns; /* a folder needs no waiting */
    while (f->next < f->n) {
        crok_status st = read_picture(s, f, f->next++, err);
        if (st == CROK_ENOMEM)
            return st;
        if (st == CROK_OK) {
            show(f, frame);
            return CROK_OK;
        }
        if (st != CROK_EUNSUPPORTED) { /* files of other kinds are ignored */
            s->health.n_damaged++;
            f->n_missed++;
            f->n_passed++;
        }
    }
    if (s->health.n_frames == 0 && f->n_skipped == 0)
        return crok_fail(err, CROK_EFORMAT, "%s: no picture in it can be read",
                         s->spec);
    crok_source_set_state(s, CROK_SOURCE_ENDED, NULL);
    return CROK_OK;
}

static void folder_close(crok_source *s)
{
    folder *f = s->self;
    for (int i = 0; i < f->n; i++)
        free(f->name[i]);
    free(f->name);
    crok_image_free(&f->picture);
    free(f);
    s->self = NULL;
}

const crok_source_kind crok_folder_kind = {
    .open = folder_open,
    .next = folder_next,
    .close = folder_close,
};

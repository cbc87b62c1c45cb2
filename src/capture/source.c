/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "capture/source_kind.h"

/* Return the default times, all chosen by hand. first_ns: a camera needs time
 * to start its stream; with a shorter time, slow cameras would be opened again
 * and again. stall_ns and frozen_ns: a shorter time gives false alarms, a
 * longer one a late report. retry_ns and retry_max_ns: shorter pauses find the
 * camera sooner but cause more load. controls_ns: each check of the controls
 * costs some USB requests. */
static crok_source_times default_times(void)
{
    return (crok_source_times){.first_ns = 5 * CROK_NS_PER_S,
                               .stall_ns = CROK_NS_PER_S,
                               .retry_ns = CROK_NS_PER_S / 10,
                               .retry_max_ns = CROK_NS_PER_S,
                               .controls_ns = 10 * CROK_NS_PER_S,
                               .frozen_ns = 2 * CROK_NS_PER_S};
}

/* ---- open, close ---- */

static const char *dev_dir(const crok_source *s)
{
    return s->options.dev_dir == NULL ? "/dev" : s->options.dev_dir;
}

static bool is_below(const char *path, const char *dir)
{
    size_t n = strlen(dir);
    return strncmp(path, dir, n) == 0 && path[n] == '/';
}

static const crok_source_kind *kind_of(const crok_source *s)
{
    struct stat st = {0};
    if (s->options.feed != NULL)
        return &crok_feed_kind;
    if (strstr(s->spec, "://") != NULL)
        return &crok_film_kind;
    if (stat(s->spec, &st) != 0)
        return is_below(s->spec, dev_dir(s)) ? &crok_camera_kind : NULL;
    if (S_ISDIR(st.st_mode))
        return &crok_folder_kind;
    if (is_below(s->spec, dev_dir(s)))
        return &crok_camera_kind;
    return S_ISCHR(st.st_mode) ? &crok_camera_kind : &crok_film_kind;
}

/* Is it a named pipe? Reading one could wait for ever, and nothing would end
 * the program. */
static bool is_pipe(const char *spec)
{
    static const char scheme[] = "file://";
    size_t n = sizeof scheme - 1;
    struct stat st;
    return stat(strncmp(spec, scheme, n) == 0 ? spec + n : spec, &st) == 0 &&
           S_ISFIFO(st.st_mode);
}

/* Open the source now, unless it may come later and its caller waits for it. */
static crok_status connect_first(crok_source *s, crok_err *err)
{
    crok_source_state state = CROK_SOURCE_BROKEN;
    crok_status st = CROK_OK;
    if (s->kind->connect == NULL ||
        (s->options.awaits && !s->health.is_recorded))
        return CROK_OK;
    st = s->kind->connect(s, &state, err);
    s->has_connected = st == CROK_OK;
    return st;
}

static crok_status open_kind(crok_source *s, crok_err *err)
{
    crok_status st = crok_codec_new(&s->codec, err);
    if (st != CROK_OK)
        return st;
    s->kind = kind_of(s);
    if (s->kind != &crok_feed_kind && is_pipe(s->spec))
        return crok_fail(err, CROK_EUNSUPPORTED,
                         "%s: a named pipe is not watched: name the camera, "
                         "the video or the stream's address",
                         s->spec);
    if (s->kind == NULL)
        return crok_fail(err, CROK_ENODEV,
                         "%s: no such file, folder or camera (crokeye devices "
                         "lists the cameras)",
                         s->shown);
    st = s->kind->open(s, err);
    return st == CROK_OK ? connect_first(s, err) : st;
}

crok_status crok_source_open(const char *spec,
                             const crok_source_options *options,
                             crok_source **out, crok_err *err)
{
    crok_status st = CROK_OK;
    crok_source *s = calloc(1, sizeof *s);
    if (s != NULL)
        s->spec = strdup(spec);
    if (s == NULL || s->spec == NULL) {
        free(s);
        return crok_fail(err, CROK_ENOMEM, "no memory to open a source");
    }
    crok_address_show(spec, s->shown);
    if (options != NULL)
        s->options = *options;
    s->times = s->options.times != NULL ? *s->options.times : default_times();
    s->health.last_ns = -1;
    st = open_kind(s, err);
    if (st == CROK_OK)
        *out = s;
    else
        crok_source_close(&s);
    return st;
}

void crok_source_close(crok_source **source)
{
    crok_source *s = source == NULL ? NULL : *source;
    if (s == NULL)
        return;
    if (s->kind != NULL && s->self != NULL)
        s->kind->close(s);
    crok_codec_free(&s->codec);
    free(s->spec);
    free(s);
    *source = NULL;
}

/* ---- health ---- */

const crok_health *crok_source_health(const crok_source *source)
{
    return &source->health;
}

/* Distance in bytes between the samples of the hash. It is a prime number, so
 * that the samples fall on different columns in different rows. The hash of a
 * frame of 4 MB takes some microseconds. A smaller distance costs time, a
 * larger one may overlook small changes; sensor noise changes nearly every
 * sample. */
enum { HASH_STEP = 1009 };

/* Return a hash of samples of the frame's data: FNV-1a, with 64 bits per step
 * instead of 8. */
static uint64_t hash_of(const crok_frame *f)
{
    uint64_t h = UINT64_C(14695981039346656037) ^ f->n_bytes;
    for (size_t i = 0; i + 8U <= f->n_bytes; i += HASH_STEP) {
        uint64_t v = 0;
        memcpy(&v, f->data + i, 8);
        h = (h ^ v) * UINT64_C(1099511628211);
    }
    return h;
}

static void note_frozen(crok_source *s, const crok_frame *f)
{
    uint64_t hash = hash_of(f);
    if (s->health.n_frames == 0 || hash != s->hash)
        s->same_since_ns = f->t_ns;
    s->hash = hash;
    s->health.is_frozen =
        s->kind->has_sensor && f->t_ns - s->same_since_ns >= s->times.frozen_ns;
}

static void note_rate(crok_source *s, const crok_frame *f)
{
    int64_t n = s->health.n_frames;
    int64_t over = n < CROK_RATE_FRAMES ? n : CROK_RATE_FRAMES;
    int64_t first = s->recent_ns[(n - over) % CROK_RATE_FRAMES];
    if (over > 0)
        s->health.rate_hz =
            (double)(over * CROK_NS_PER_S) / (double)(f->t_ns - first);
    s->recent_ns[n % CROK_RATE_FRAMES] = f->t_ns;
}

static void note(crok_source *s, crok_frame *f)
{
    crok_health *h = &s->health;
    if (f->t_ns <= h->last_ns)
        f->t_ns = h->last_ns + 1;
    f->number = s->number + f->n_lost;
    s->number = f->number + 1;
    f->codec = s->codec;
    note_frozen(s, f);
    note_rate(s, f);
    h->last_ns = f->t_ns;
    h->n_frames++;
    h->w_px = f->w_px;
    h->h_px = f->h_px;
    crok_source_set_state(s, CROK_SOURCE_RUNNING, NULL);
}

crok_status crok_source_next(crok_source *source, int64_t timeout_ns,
                             crok_frame *frame, crok_err *err)
{
    crok_frame f = {.pixel_aspect = 1.0};
    crok_status st =
        source->kind->next(source, crok_now_ns() + timeout_ns, &f, err);
    if (st == CROK_OK && f.data != NULL)
        note(source, &f);
    *frame = f;
    return st;
}

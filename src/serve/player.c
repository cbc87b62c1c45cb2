/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/player.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/clock.h"

/* Block that libmicrohttpd asks for, bytes. */
#define BLOCK_BYTES ((size_t)32 << 10)
/* The header of a part. The next part's header is sent together with each
 * picture, because a browser shows a picture only after it has received the
 * next header. The length of the next picture is not known then, so the header
 * does not give it. */
#define HEAD "--" CROK_PLAYER_BOUNDARY "\r\nContent-Type: image/jpeg\r\n\r\n"
static const char NEXT[] = "\r\n" HEAD;
static const char END[] = "\r\n--" CROK_PLAYER_BOUNDARY "--\r\n";

/* A film that is played to a connection. */
struct crok_screening {
    crok_player *player;
    struct MHD_Connection *connection;
    crok_replay film;
    FILE *file;       /* owned: at picture `read` */
    int read;         /* number of pictures read or passed over */
    int64_t began_ms; /* monotonic; film time 0 is then */
    char *part;       /* owned: the picture that is sent, in its part */
    size_t len, at;   /* of `part` */
    bool asleep;      /* its connection is suspended */
    crok_screening *prev, *next;
};

/* ---- pictures ---- */

static int64_t due_ms(const crok_screening *s, int i)
{
    return s->began_ms + s->film.t_ms[i];
}

/* Read the next picture that is due, the last one if several are. False: the
 * file is at its end, or there is no memory. */
static bool load(crok_screening *s, int64_t now_ms)
{
    const char *begin = s->part == NULL ? HEAD : "";
    const char *behind = NULL;
    size_t len = 0;
    long skip = 0;
    int i = s->read;
    for (; i + 1 < s->film.n && due_ms(s, i + 1) <= now_ms; i++)
        skip += (long)s->film.len[i];
    len = s->film.len[i];
    behind = i + 1 == s->film.n ? END : NEXT;
    free(s->part);
    s->part = malloc(sizeof HEAD + len + sizeof NEXT);
    if (s->part == NULL || fseek(s->file, skip, SEEK_CUR) != 0)
        return false;
    s->at = 0;
    s->len = strlen(begin);
    memcpy(s->part, begin, s->len);
    if (fread(s->part + s->len, 1, len, s->file) != len)
        return false;
    s->len += len;
    memcpy(s->part + s->len, behind, strlen(behind));
    s->len += strlen(behind);
    s->read = i + 1;
    return true;
}

/* ---- the stream ---- */

/* What comes next: bytes, the end, or 0: the next picture is not due. */
static ssize_t give(crok_screening *s, char *buf, size_t max)
{
    const int64_t now_ms = crok_clock_monotonic_ms();
    size_t n = 0;
    if (s->at == s->len && s->read == s->film.n)
        return MHD_CONTENT_READER_END_OF_STREAM;
    if (s->at == s->len && due_ms(s, s->read) > now_ms)
        return 0;
    if (s->at == s->len && !load(s, now_ms))
        return MHD_CONTENT_READER_END_WITH_ERROR;
    n = s->len - s->at;
    n = n < max ? n : max;
    memcpy(buf, s->part + s->at, n);
    s->at += n;
    return (ssize_t)n;
}

/* Callback of libmicrohttpd that gives the next bytes. */
static ssize_t next_bytes(void *cls, uint64_t pos, char *buf, size_t max)
{
    crok_screening *s = cls;
    crok_player *p = s->player;
    ssize_t n = 0;
    (void)pos;
    (void)pthread_mutex_lock(&p->lock);
    n = p->closing ? MHD_CONTENT_READER_END_OF_STREAM : give(s, buf, max);
    if (n == 0) {
        s->asleep = true;
        MHD_suspend_connection(s->connection);
        (void)pthread_cond_signal(&p->changed);
    }
    (void)pthread_mutex_unlock(&p->lock);
    return n;
}

static void free_screening(crok_screening *s)
{
    (void)fclose(s->file);
    free(s->part);
    free(s);
}

static void leave(void *cls)
{
    crok_screening *s = cls;
    crok_player *p = s->player;
    (void)pthread_mutex_lock(&p->lock);
    if (s->prev != NULL)
        s->prev->next = s->next;
    else
        p->first = s->next;
    if (s->next != NULL)
        s->next->prev = s->prev;
    (void)pthread_mutex_unlock(&p->lock);
    free_screening(s);
}

static void enter(crok_player *p, crok_screening *s)
{
    (void)pthread_mutex_lock(&p->lock);
    s->next = p->first;
    if (s->next != NULL)
        s->next->prev = s;
    p->first = s;
    (void)pthread_mutex_unlock(&p->lock);
}

/* Pass over the pictures before the last seconds. False: the file cannot be
 * read. */
static bool skip_to(crok_screening *s, long last_s)
{
    const int64_t from_ms =
        last_s > 0 ? s->film.t_ms[s->film.n - 1] - 1000 * (int64_t)last_s : 0;
    long skip = 0;
    while (s->film.t_ms[s->read] < from_ms)
        skip += (long)s->film.len[s->read++];
    s->began_ms = crok_clock_monotonic_ms() - s->film.t_ms[s->read];
    return fseek(s->file, skip, SEEK_CUR) == 0;
}

struct MHD_Response *crok_player_stream(crok_player *p, const crok_replay *film,
                                        FILE *file, long last_s,
                                        struct MHD_Connection *c)
{
    crok_screening *s = calloc(1, sizeof *s);
    struct MHD_Response *r = NULL;
    if (s == NULL) {
        (void)fclose(file);
        return NULL;
    }
    s->player = p;
    s->connection = c;
    s->film = *film;
    s->file = file;
    if (skip_to(s, last_s))
        r = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK_BYTES,
                                              next_bytes, s, leave);
    if (r == NULL)
        free_screening(s);
    else
        enter(p, s);
    return r;
}

/* ---- the thread that wakes connections ---- */

/* Wake the connections whose next picture is due, or all of them. Returns when
 * the next one is, ms; INT64_MAX: none waits. The caller holds the lock. */
static int64_t wake(crok_player *p)
{
    const int64_t now_ms = crok_clock_monotonic_ms();
    int64_t next_ms = INT64_MAX;
    for (crok_screening *s = p->first; s != NULL; s = s->next) {
        int64_t due = 0;
        if (!s->asleep)
            continue;
        due = due_ms(s, s->read);
        if (p->closing || due <= now_ms) {
            s->asleep = false;
            MHD_resume_connection(s->connection);
        } else if (due < next_ms) {
            next_ms = due;
        }
    }
    return next_ms;
}

static void *run(void *context)
{
    crok_player *p = context;
    (void)pthread_mutex_lock(&p->lock);
    while (!p->closing) {
        const int64_t next_ms = wake(p);
        const struct timespec until = {.tv_sec = (time_t)(next_ms / 1000),
                                       .tv_nsec =
                                           (long)(next_ms % 1000) * 1000000L};
        if (next_ms == INT64_MAX)
            (void)pthread_cond_wait(&p->changed, &p->lock);
        else
            (void)pthread_cond_timedwait(&p->changed, &p->lock, &until);
    }
    (void)wake(p);
    (void)pthread_mutex_unlock(&p->lock);
    return NULL;
}

crok_status crok_player_open(crok_player *p, crok_err *err)
{
    pthread_condattr_t attr;
    *p = (crok_player){.first = NULL};
    (void)pthread_mutex_init(&p->lock, NULL);
    (void)pthread_condattr_init(&attr);
    (void)pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&p->changed, &attr);
    (void)pthread_condattr_destroy(&attr);
    p->has_thread = pthread_create(&p->thread, NULL, run, p) == 0;
    return p->has_thread ? CROK_OK
                         : crok_fail(err, CROK_ENOMEM, "cannot start a thread");
}

void crok_player_close(crok_player *p)
{
    (void)pthread_mutex_lock(&p->lock);
    p->closing = true;
    (void)pthread_cond_signal(&p->changed);
    (void)pthread_mutex_unlock(&p->lock);
    if (p->has_thread)
        (void)pthread_join(p->thread, NULL);
    p->has_thread = false;
}

void crok_player_free(crok_player *p)
{
    CROK_ASSERT(p->first == NULL);
    (void)pthread_cond_destroy(&p->changed);
    (void)pthread_mutex_destroy(&p->lock);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/replay.h"

#include <cjson/cJSON.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "core/file.h"
#include "core/save.h"
#include "journal/replay_head.h"

/* Digits of the record's id in a file's name. */
enum { ID_DIGITS = 8 };
/* What crok_save leaves if the program is killed: no other program writes
 * into this folder. */
static const char PART_BEGIN[] = ".crokeye-";
static const char PART_END[] = ".part";

/* ---- names ---- */

/* Returned: free with free(). NULL: no memory. */
static char *path_of(const crok_replays *r, const char *name)
{
    const size_t room = strlen(r->folder) + strlen(name) + 2;
    char *path = malloc(room);
    if (path != NULL)
        (void)snprintf(path, room, "%s/%s", r->folder, name);
    return path;
}

static char *path_of_shot(const crok_replays *r, long seq)
{
    char name[64];
    (void)snprintf(name, sizeof name, "%ld-%.*s.film", seq, ID_DIGITS,
                   r->record);
    return path_of(r, name);
}

/* The shot whose file has this name; 0: it is of none of this record. */
static long shot_of_name(const crok_replays *r, const char *name)
{
    char *end = NULL;
    long seq = 0;
    char *path = NULL;
    bool is_it = false;
    errno = 0;
    seq = strtol(name, &end, 10);
    if (errno != 0 || seq <= 0 || *end != '-')
        return 0;
    path = path_of_shot(r, seq);
    is_it = path != NULL && strcmp(strrchr(path, '/') + 1, name) == 0;
    free(path);
    return is_it ? seq : 0;
}

/* ---- one file ---- */

static bool has_mark(const char *mark, const char *bytes, size_t n)
{
    const size_t len = strlen(mark);
    return n >= len && memcmp(bytes, mark, len) == 0;
}

/* Is it a file of this record? *bytes is its size. */
static bool is_own(const crok_replays *r, const char *path, size_t *bytes)
{
    char mark[CROK_REPLAY_MARK_MAX];
    char *text = NULL;
    size_t len = 0;
    struct stat s;
    bool is = false;
    crok_replay_mark(r->record, mark);
    if (lstat(path, &s) != 0 || !S_ISREG(s.st_mode) ||
        crok_file_read(path, strlen(mark), &text, &len, NULL) != CROK_OK)
        return false;
    is = has_mark(mark, text, len);
    *bytes = (size_t)s.st_size;
    free(text);
    return is;
}

/* Forget the replay with this index, and remove its file if it is ours. */
static void drop(crok_replays *r, int i)
{
    size_t bytes = 0;
    char *path = path_of_shot(r, r->seq[i]);
    if (path != NULL && is_own(r, path, &bytes))
        (void)unlink(path);
    free(path);
    r->n--;
    memmove(&r->seq[i], &r->seq[i + 1], (size_t)(r->n - i) * sizeof r->seq[0]);
    memmove(&r->bytes[i], &r->bytes[i + 1],
            (size_t)(r->n - i) * sizeof r->bytes[0]);
}

/* Add a replay, in the order of the shots; one that the shot had is
 * replaced. */
static void note(crok_replays *r, long seq, size_t bytes)
{
    int i = r->n;
    while (i > 0 && r->seq[i - 1] >= seq)
        i--;
    if (i == r->n || r->seq[i] != seq) {
        memmove(&r->seq[i + 1], &r->seq[i],
                (size_t)(r->n - i) * sizeof r->seq[0]);
        memmove(&r->bytes[i + 1], &r->bytes[i],
                (size_t)(r->n - i) * sizeof r->bytes[0]);
        r->n++;
    }
    r->seq[i] = seq;
    r->bytes[i] = bytes;
}

/* ---- opening ---- */

static bool is_part(const char *name)
{
    const size_t n = strlen(name);
    const size_t end = sizeof PART_END - 1;
    return n > end && strncmp(name, PART_BEGIN, sizeof PART_BEGIN - 1) == 0 &&
           strcmp(name + n - end, PART_END) == 0;
}

static void look_at(crok_replays *r, const char *name)
{
    const long seq = shot_of_name(r, name);
    char *path = path_of(r, name);
    size_t bytes = 0;
    if (path != NULL && is_part(name))
        (void)unlink(path);
    else if (path != NULL && seq > 0 && r->n < CROK_REPLAYS_MOST &&
             is_own(r, path, &bytes))
        note(r, seq, bytes);
    free(path);
}

crok_status crok_replays_open(const char *path, const char *record,
                              crok_replays *out, crok_err *err)
{
    static const char end[] = ".replay";
    struct stat s;
    DIR *dir = NULL;
    const struct dirent *e = NULL;
    memset(out, 0, sizeof *out);
    if (path == NULL)
        return CROK_OK;
    out->folder = malloc(strlen(path) + sizeof end);
    if (out->folder == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a path");
    (void)snprintf(out->folder, strlen(path) + sizeof end, "%s%s", path, end);
    (void)snprintf(out->record, sizeof out->record, "%s", record);
    if (lstat(out->folder, &s) == 0 && S_ISDIR(s.st_mode))
        dir = opendir(out->folder);
    while (dir != NULL && (e = readdir(dir)) != NULL)
        look_at(out, e->d_name);
    if (dir != NULL)
        (void)closedir(dir);
    return CROK_OK;
}

void crok_replays_close(crok_replays *r)
{
    free(r->folder);
    r->folder = NULL;
    r->n = 0;
}

bool crok_replays_has(const crok_replays *r, long seq)
{
    for (int i = 0; i < r->n; i++)
        if (r->seq[i] == seq)
            return true;
    return false;
}

/* ---- which stay ---- */

static bool is_asked(const crok_match *m, long seq)
{
    for (int i = 0; i < m->n_asked; i++)
        if (m->asked[i].of == seq)
            return true;
    return (m->ask == CROK_ASK_VALIDITY || m->ask == CROK_ASK_DISC) &&
           m->last.seq == seq;
}

static bool is_correction(const crok_kept *e)
{
    return e->type == CROK_EVENT_BOARD || e->type == CROK_EVENT_TWENTIES;
}

/* Does an event behind the shot, whose index is `at`, rule on it, correct it or
 * take it back? */
static bool is_corrected(const crok_log *log, int at)
{
    const long seq = log->events[at]->seq;
    bool is_next = true; /* no other shot has come yet */
    for (int i = at + 1; i < log->n; i++) {
        const crok_kept *e = log->events[i];
        if (crok_kept_of(e) == seq || e->after == seq ||
            (is_next && is_correction(e) && e->after == 0))
            return true;
        is_next = is_next && e->type != CROK_EVENT_SHOT &&
                  e->type != CROK_EVENT_MATCH_START;
    }
    return false;
}

static bool stays(const crok_log *log, long seq)
{
    int at = 0;
    while (at < log->n && log->events[at]->seq != seq)
        at++;
    return at < log->n && (is_asked(&log->match, seq) || is_corrected(log, at));
}

void crok_replays_tidy(crok_replays *r, const crok_log *log)
{
    if (log->match.state != CROK_STATE_OVER)
        return;
    for (int i = r->n - 1; i >= 0; i--)
        if (!stays(log, r->seq[i]))
            drop(r, i);
    if (r->folder != NULL && r->n == 0)
        (void)rmdir(r->folder); /* only an empty one is removed */
}

/* ---- writing ---- */

static size_t bytes_of_all(const crok_replays *r)
{
    size_t sum = 0;
    for (int i = 0; i < r->n; i++)
        sum += r->bytes[i];
    return sum;
}

/* Remove the oldest replay that need not stay. False: there is none. */
static bool drop_oldest(crok_replays *r, const crok_log *log)
{
    for (int i = 0; i < r->n; i++) {
        if (stays(log, r->seq[i]))
            continue;
        drop(r, i);
        return true;
    }
    return false;
}

static crok_status make_room(crok_replays *r, const crok_log *log, size_t len,
                             crok_err *err)
{
    struct statvfs disk;
    while (r->n >= CROK_REPLAYS_MOST ||
           bytes_of_all(r) + len > CROK_REPLAYS_MOST_BYTES)
        if (!drop_oldest(r, log))
            return crok_fail(err, CROK_ETOOLARGE,
                             "%.120s: has %d replays of shots that were asked "
                             "about; move some away",
                             r->folder, r->n);
    if (mkdir(r->folder, 0777) != 0 && errno != EEXIST)
        return crok_fail(err, CROK_EIO, "%.120s: cannot make this folder: %s",
                         r->folder, strerror(errno));
    if (statvfs(r->folder, &disk) != 0)
        return crok_fail(err, CROK_EIO, "%.120s: %s", r->folder,
                         strerror(errno));
    if ((unsigned long long)disk.f_bavail * disk.f_frsize <
        CROK_REPLAYS_SPARE_BYTES + len)
        return crok_fail(err, CROK_EIO, "%.120s: its disk is nearly full",
                         r->folder);
    return CROK_OK;
}

/* Put the line and the pictures into one block. Returned: free with free();
 * NULL: no memory. */
static char *join(const char *line, const crok_replay *film,
                  const uint8_t *const *jpeg, size_t *len)
{
    size_t at = strlen(line);
    char *all = NULL;
    *len = at + 1;
    for (int i = 0; i < film->n; i++)
        *len += film->len[i];
    all = malloc(*len);
    if (all == NULL)
        return NULL;
    memcpy(all, line, at);
    all[at++] = '\n';
    for (int i = 0; i < film->n; i++) {
        memcpy(all + at, jpeg[i], film->len[i]);
        at += film->len[i];
    }
    return all;
}

static crok_status write_file(crok_replays *r, long seq, const char *bytes,
                              size_t len, crok_err *err)
{
    char mark[CROK_REPLAY_MARK_MAX];
    const crok_save_kind kind = {.what = "a replay of this match",
                                 .known = mark,
                                 .is_own = has_mark,
                                 .max_bytes = sizeof mark};
    crok_save_to to = {.kind = &kind, .is_loose = true};
    char *path = path_of_shot(r, seq);
    crok_status st = CROK_OK;
    crok_replay_mark(r->record, mark);
    to.path = path;
    st = path == NULL ? crok_fail(err, CROK_ENOMEM, "no memory for a path")
                      : crok_save(&to, bytes, len, err);
    if (st == CROK_OK)
        note(r, seq, len);
    free(path);
    return st;
}

crok_status crok_replays_put(crok_replays *r, const crok_log *log, long seq,
                             const crok_replay *film,
                             const uint8_t *const *jpeg, crok_err *err)
{
    char *line = NULL;
    char *all = NULL;
    size_t len = 0;
    crok_status st = CROK_OK;
    if (r->folder == NULL)
        return CROK_OK;
    line = crok_replay_head_text(r->record, seq, film);
    if (line != NULL)
        all = join(line, film, jpeg, &len);
    st = all == NULL ? crok_fail(err, CROK_ENOMEM, "no memory for a replay")
                     : make_room(r, log, len, err);
    if (st == CROK_OK)
        st = write_file(r, seq, all, len, err);
    cJSON_free(line);
    free(all);
    return st;
}

/* ---- reading ---- */

/* Read the first line of the file, and go to the first picture. The pictures
 * must fill the rest of it. */
static crok_status read_head(FILE *f, const char *path, long seq,
                             crok_replay *out, crok_err *err)
{
    crok_replay *film = calloc(1, sizeof *film);
    char *text = malloc(CROK_REPLAY_HEAD_MAX);
    size_t n = text == NULL ? 0 : fread(text, 1, CROK_REPLAY_HEAD_MAX, f);
    const char *end = n == 0 ? NULL : memchr(text, '\n', n);
    size_t whole = 0;
    struct stat s;
    crok_status st = CROK_OK;
    if (film == NULL || text == NULL)
        st = crok_fail(err, CROK_ENOMEM, "no memory for a replay");
    else if (end == NULL)
        st = crok_fail(err, CROK_EFORMAT, "it has no first line");
    else
        st = crok_replay_head_read(text, (size_t)(end - text), seq, film, err);
    if (st == CROK_OK) {
        whole = (size_t)(end - text) + 1;
        for (int i = 0; i < film->n; i++)
            whole += film->len[i];
        if (fstat(fileno(f), &s) != 0 || (size_t)s.st_size != whole ||
            fseek(f, (long)(end - text) + 1, SEEK_SET) != 0)
            st = crok_fail(err, CROK_EFORMAT, "%.120s: its end is missing",
                           path);
    }
    if (st == CROK_OK)
        *out = *film;
    free(text);
    free(film);
    return st;
}

crok_status crok_replays_read(const crok_replays *r, long seq, crok_replay *out,
                              FILE **file, crok_err *err)
{
    FILE *f = NULL;
    size_t bytes = 0;
    crok_status st = CROK_OK;
    char *path = NULL;
    if (!crok_replays_has(r, seq))
        return crok_fail(err, CROK_ENODEV, "shot %ld has no replay", seq);
    path = path_of_shot(r, seq);
    if (path == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a path");
    st = is_own(r, path, &bytes)
             ? crok_file_open(path, &f, err)
             : crok_fail(err, CROK_ENODEV,
                         "%.120s: was removed or replaced by somebody", path);
    if (st == CROK_OK)
        st = read_head(f, path, seq, out, err);
    if (st == CROK_OK)
        *file = f;
    else if (f != NULL)
        (void)fclose(f);
    free(path);
    return st;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "core/save.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/json.h"
#include "core/naming.h"
#include "core/target.h"

/* Name of the file until it is complete, in the folder of its target: short,
 * so that it can be made where the target's name is as long as names may be,
 * and hidden, so that nobody takes it for a document. A program that was killed
 * may leave one; it is never in the way of another. */
#define PART_NAME ".crokeye-%016llx.part"

/* So often is a target looked at again that somebody changed meanwhile. */
enum { TRIES = 10 };

/* Longest time that a stream may take no byte, if nobody is to wait for it.
 * Chosen by hand: a reader that lives is far quicker. */
enum { STREAM_PATIENCE_MS = 200 };

/* A file that is being written. */
typedef struct part {
    const crok_save_to *to;
    crok_target target;
    char name[sizeof ".crokeye-0123456789abcdef.part"];
    int fd;
    bool is_there; /* the name is in the folder */
} part;

static crok_status failed(const crok_save_to *to, int why, crok_err *err)
{
    return crok_fail(err, CROK_EIO, "%s: cannot be written: %s", to->path,
                     strerror(why));
}

/* ---- whose file is it? ---- */

static bool is_json_of(const char *schema, const char *bytes, size_t n)
{
    cJSON *doc = NULL;
    const char *found = NULL;
    bool own = false;
    size_t len = strlen(schema);
    if (crok_json_parse(bytes, n, "", &doc, NULL) != CROK_OK)
        return false;
    found =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(doc, "schema"));
    own =
        found != NULL && strncmp(found, schema, len) == 0 && found[len] == '/';
    cJSON_Delete(doc);
    return own;
}

const crok_save_kind crok_save_board = {"a board of crokeye's", "crokeye.board",
                                        is_json_of, CROK_JSON_MAX_BYTES};
const crok_save_kind crok_save_calib = {"a calibration of crokeye's",
                                        "crokeye.calib", is_json_of,
                                        CROK_JSON_MAX_BYTES};
const crok_save_kind crok_save_answers = {"a file of answers of crokeye's",
                                          "crokeye.answers", is_json_of,
                                          CROK_JSON_MAX_BYTES};
const crok_save_kind crok_save_truth = {"a truth file of crokeye's",
                                        "crokeye.truth", is_json_of,
                                        CROK_JSON_MAX_BYTES};
const crok_save_kind crok_save_match = {"a state file of crokeye's",
                                        "crokeye.match", is_json_of,
                                        CROK_JSON_MAX_BYTES};

const crok_save_kind crok_save_next = {"a list of next matches of crokeye's",
                                       "crokeye.next", is_json_of,
                                       CROK_JSON_MAX_BYTES};
const crok_save_kind crok_save_hall = {"a state of a hall, of crokeye's",
                                       "crokeye.hall", is_json_of,
                                       CROK_JSON_MAX_BYTES};

const crok_save_kind crok_save_texts = {"a list of crokeye's texts",
                                        "crokeye.texts", is_json_of,
                                        CROK_JSON_MAX_BYTES};

/* The beginning of a SQLite database (sqlite.org/fileformat.html, 1.3.1). */
static const char DATABASE[] = "SQLite format 3";

/* Read the beginning of a file; returns the number of bytes, -1 on failure. */
static ssize_t read_beginning(int fd, char *bytes, size_t room)
{
    size_t n = 0;
    while (n < room) {
        ssize_t got = read(fd, bytes + n, room - n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        n += (size_t)got;
    }
    return (ssize_t)n;
}

/* May a file with this beginning be replaced? */
static crok_status check_bytes(const crok_save_to *to, const char *bytes,
                               size_t n, crok_err *err)
{
    const crok_save_kind *kind = to->kind;
    if (n >= sizeof DATABASE && memcmp(bytes, DATABASE, sizeof DATABASE) == 0)
        return crok_fail(err, CROK_EARG,
                         "%s: is a database, perhaps the record of a match: "
                         "name another file",
                         to->path);
    if (to->force || kind->is_own(kind->known, bytes, n))
        return CROK_OK;
    return crok_fail(err, CROK_EARG,
                     "%s: exists and is not %s: name another file, or --force "
                     "to replace it",
                     to->path, kind->what);
}

/* Check whether the file that was found may be replaced or written to. If it
 * cannot be read, its kind is unknown, and it may not. */
static crok_status check_found(const part *p, crok_err *err)
{
    const crok_target *t = &p->target;
    size_t most = p->to->kind->max_bytes + 1;
    size_t size = (size_t)t->found.st_size;
    char *bytes = NULL;
    ssize_t n = -1;
    int fd = -1;
    crok_status st = CROK_OK;
    if (!t->exists || t->is_pipe || size == 0)
        return CROK_OK;
    bytes = malloc(size > most ? most : size);
    if (bytes == NULL)
        return crok_fail(err, CROK_ENOMEM, "%s: no memory", p->to->path);
    fd =
        openat(t->dir, t->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd >= 0)
        n = read_beginning(fd, bytes, size > most ? most : size);
    st = n < 0 ? crok_fail(err, CROK_EARG,
                           "%s: exists and cannot be read, so it is not "
                           "replaced: %s",
                           p->to->path, strerror(errno))
               : check_bytes(p->to, bytes, (size_t)n, err);
    if (fd >= 0)
        (void)close(fd);
    free(bytes);
    return st;
}

/* ---- bytes ---- */

/* Write all bytes. Returns 0 or an errno value. */
static int write_all(int fd, const char *bytes, size_t n)
{
    while (n > 0) {
        ssize_t done = write(fd, bytes, n);
        struct pollfd room = {.fd = fd, .events = POLLOUT};
        if (done < 0 && errno == EAGAIN &&
            poll(&room, 1, STREAM_PATIENCE_MS) == 0)
            return ETIMEDOUT;
        if (done < 0 && errno != EAGAIN && errno != EINTR)
            return errno;
        bytes += done < 0 ? 0 : done;
        n -= done < 0 ? 0 : (size_t)done;
    }
    return 0;
}

static crok_status write_stream(part *p, const char *bytes, size_t n,
                                crok_err *err)
{
    int wait = p->to->waits ? 0 : O_NONBLOCK;
    int fd = p->target.stream;
    int why = 0;
    struct stat now;
    if (fd < 0)
        fd = openat(p->target.dir, p->target.name,
                    O_WRONLY | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC | wait);
    if (fd < 0 && errno == ENXIO)
        return crok_fail(err, CROK_EIO, "%s: nobody reads this pipe",
                         p->to->path);
    if (fd < 0)
        return failed(p->to, errno, err);
    if (fd != p->target.stream &&
        (fstat(fd, &now) != 0 || S_ISREG(now.st_mode)))
        why = EAGAIN; /* it was replaced by a file after it was found */
    if (why == 0)
        why = write_all(fd, bytes, n);
    if (fd != p->target.stream && close(fd) != 0 && why == 0)
        why = errno;
    return why == 0 ? CROK_OK : failed(p->to, why, err);
}

/* ---- the new file ---- */

static crok_status make_part(part *p, crok_err *err)
{
    for (int i = 0; p->fd < 0 && i < TRIES; i++) {
        unsigned long long number = 0;
        if (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number)
            break;
        (void)snprintf(p->name, sizeof p->name, PART_NAME, number);
        p->fd = openat(p->target.dir, p->name,
                       O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                       p->to->is_mine ? 0600 : 0666);
        if (p->fd < 0 && errno != EEXIST)
            break;
    }
    p->is_there = p->fd >= 0;
    return p->is_there ? CROK_OK : failed(p->to, errno, err);
}

static crok_status fill_part(part *p, const char *bytes, size_t n,
                             crok_err *err)
{
    int why = write_all(p->fd, bytes, n);
    if (why == 0 && p->target.exists &&
        fchmod(p->fd,
               p->target.found.st_mode & (p->to->is_mine ? 0700U : 0777U)) != 0)
        why = errno;
    if (why == 0 && !p->to->is_loose && fsync(p->fd) != 0)
        why = errno;
    if (close(p->fd) != 0 && why == 0)
        why = errno;
    p->fd = -1;
    return why == 0 ? CROK_OK : failed(p->to, why, err);
}

/* ---- putting it in place ---- */

/* Flush the folder, so that the file's name survives a power cut. Some file
 * systems cannot; then there is nothing more to do. */
static crok_status flush_folder(const part *p, crok_err *err)
{
    int fd = openat(p->target.dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int why = fd < 0 || fsync(fd) == 0 ? 0 : errno;
    if (fd >= 0)
        (void)close(fd);
    return why == 0 || crok_naming_is_missing(why) ? CROK_OK
                                                   : failed(p->to, why, err);
}

static crok_status place(part *p, crok_err *err)
{
    for (int i = 0; i < TRIES; i++) {
        crok_naming place = {.dir = p->target.dir,
                             .part = p->name,
                             .name = p->target.name,
                             .found =
                                 p->target.exists ? &p->target.found : NULL,
                             .is_there = true};
        crok_named how = crok_naming_put(&place);
        crok_status st = CROK_OK;
        p->is_there = place.is_there;
        if (how == CROK_NAMED)
            return CROK_OK;
        if (how == CROK_NAME_REFUSED)
            return failed(p->to, errno, err);
        st = crok_target_look(&p->target, p->to->path, err);
        if (st == CROK_OK && p->target.is_pipe)
            break;
        if (st == CROK_OK)
            st = check_found(p, err);
        if (st != CROK_OK)
            return st;
    }
    return crok_fail(err, CROK_EIO,
                     "%s: cannot be written: another program changes it",
                     p->to->path);
}

static crok_status write_file(part *p, const char *bytes, size_t n,
                              crok_err *err)
{
    crok_status st = make_part(p, err);
    if (st == CROK_OK)
        st = fill_part(p, bytes, n, err);
    if (st == CROK_OK)
        st = place(p, err);
    if (p->is_there)
        (void)unlinkat(p->target.dir, p->name, 0);
    return st == CROK_OK && !p->to->is_loose ? flush_folder(p, err) : st;
}

/* Find where the path leads, and whether it may be written to. After CROK_OK
 * end with crok_target_close. */
static crok_status begin(part *p, crok_err *err)
{
    crok_status st = crok_target_find(p->to->path, &p->target, err);
    if (st != CROK_OK)
        return st;
    st = check_found(p, err);
    if (st != CROK_OK)
        crok_target_close(&p->target);
    return st;
}

crok_status crok_save(const crok_save_to *to, const void *bytes, size_t n,
                      crok_err *err)
{
    part p = {.to = to, .fd = -1};
    crok_status st = begin(&p, err);
    if (st != CROK_OK)
        return st;
    st = p.target.is_pipe ? write_stream(&p, bytes, n, err)
                          : write_file(&p, bytes, n, err);
    crok_target_close(&p.target);
    return st;
}

crok_status crok_save_text(const crok_save_to *to, const char *text,
                           crok_err *err)
{
    size_t n = strlen(text) + 1;
    char *line = malloc(n + 1);
    crok_status st = CROK_OK;
    if (line == NULL)
        return crok_fail(err, CROK_ENOMEM, "%s: no memory", to->path);
    (void)snprintf(line, n + 1, "%s\n", text);
    st = crok_save(to, line, n, err);
    free(line);
    return st;
}

crok_status crok_save_check(const crok_save_to *to, bool *is_stream,
                            crok_err *err)
{
    part p = {.to = to, .fd = -1};
    crok_status st = begin(&p, err);
    if (st != CROK_OK)
        return st;
    if (is_stream != NULL)
        *is_stream = p.target.is_pipe;
    crok_target_close(&p.target);
    return CROK_OK;
}

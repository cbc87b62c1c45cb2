/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/journal.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/json.h"
#include "journal/journal_inner.h"
#include "journal/leftover.h"
#include "rules/keys.h"
#include "rules/rules_json.h"

const crok_match *crok_journal_match(const crok_journal *j)
{
    return &j->log.match;
}

const crok_log *crok_journal_log(const crok_journal *j)
{
    return &j->log;
}

long crok_journal_seq(const crok_journal *j)
{
    return j->log.n == 0 ? 0 : j->log.events[j->log.n - 1]->seq;
}

crok_status crok_journal_check_writes(const crok_journal *j, crok_err *err)
{
    if (j->store.mode == CROK_JOURNAL_WRITE)
        return CROK_OK;
    return crok_fail(err, CROK_EARG, "%.150s: was opened to read only",
                     j->store.path);
}

/* ---- one line ---- */

/* Does `time` have the form "2026-05-02T10:00:20Z", perhaps with a fraction of
 * a second? The function does not check that the date exists: times are stored
 * and shown, but nothing is computed from them. */
static bool is_utc(const char *time)
{
    static const char pattern[] = "dddd-dd-ddTdd:dd:dd";
    const char *p = time;
    for (const char *c = pattern; *c != '\0'; c++, p++)
        if (*c == 'd' ? !isdigit((unsigned char)*p) : *p != *c)
            return false;
    if (*p == '.' && isdigit((unsigned char)p[1]))
        for (p++; isdigit((unsigned char)*p);)
            p++;
    return strcmp(p, "Z") == 0;
}

static crok_status check_time(const char *time, const char *where,
                              crok_err *err)
{
    if (is_utc(time))
        return CROK_OK;
    return crok_fail(err, CROK_EARG,
                     "%s: \"time\" must be UTC like 2026-05-02T10:00:20Z",
                     where);
}

static crok_status check_schema(const cJSON *doc, const char *where,
                                crok_err *err)
{
    const char *schema =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(doc, "schema"));
    if (schema != NULL && strcmp(schema, "crokeye.event/1") == 0)
        return CROK_OK;
    return crok_fail(err, CROK_EFORMAT,
                     "%s: \"schema\" must be \"crokeye.event/1\"", where);
}

/* Read the line of an event.
 *
 *   is_new  true: it comes from outside, and may have no field that nobody
 *           reads */
static crok_status read_line(const char *line, size_t len, bool is_new,
                             const char *where, crok_event *out, crok_err *err)
{
    cJSON *doc = NULL;
    crok_status st = CROK_OK;
    if (memchr(line, '\0', len) != NULL)
        return crok_fail(err, CROK_EFORMAT, "%s: has a zero byte", where);
    st = crok_json_parse(line, len, where, &doc, err);
    if (st == CROK_OK)
        st = check_schema(doc, where, err);
    if (st == CROK_OK && is_new)
        st = crok_keys_check_event(doc, where, err);
    if (st == CROK_OK)
        st = crok_event_from_json(doc, where, NULL, out, err);
    cJSON_Delete(doc);
    return st;
}

/* Fold an event. The messages begin with `where`, if it is not NULL. */
static crok_status fold(crok_log *log, const crok_event *e, const char *where,
                        crok_err *err)
{
    crok_err why = {0};
    crok_status st = crok_log_add(log, e, &why);
    if (st == CROK_OK)
        return CROK_OK;
    return where == NULL ? crok_fail(err, st, "%s", why.msg)
                         : crok_fail(err, st, "%.80s: %.170s", where, why.msg);
}

/* ---- opening ---- */

/* Report that event `seq` cannot be read or folded. If there are events before
 * it, the message says how to save them. */
static crok_status blame(const crok_journal *j, long seq, const crok_err *why,
                         crok_err *err)
{
    if (why->status == CROK_ENOMEM || why->status == CROK_EIO ||
        why->status == CROK_ECONFLICT)
        return crok_fail(err, why->status, "%s", why->msg);
    return crok_fail(err, CROK_EFORMAT,
                     "%.50s: event %ld cannot be used: %.110s%s", j->store.path,
                     seq, why->msg,
                     j->log.n == 0 ? ""
                                   : "; `crokeye export` and `import` save "
                                     "the events before it");
}

/* Load the event of a line that was found at `seq`. */
static crok_status load_line(crok_journal *j, const crok_journal_line *line,
                             crok_event *e, crok_err *err)
{
    crok_status st =
        read_line(line->text, line->len, false, "its line", e, err);
    if (st == CROK_OK && e->seq != line->seq)
        st = crok_fail(err, CROK_EFORMAT, "its line has seq %ld", e->seq);
    return st == CROK_OK ? crok_log_load(&j->log, e, err) : st;
}

/* Load the lines behind the last event; *seq is where the last one was found,
 * also on failure. */
static crok_status load_lines(crok_journal *j, long *seq, crok_err *err)
{
    crok_event *e = malloc(sizeof *e);
    crok_status st = CROK_OK;
    if (e == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for an event");
    while (st == CROK_OK) {
        crok_journal_line line = {0};
        st = crok_store_next(&j->store, *seq, &line.seq, &line.text, &line.len,
                             err);
        if (st != CROK_OK || line.text == NULL)
            break;
        *seq = line.seq;
        st = load_line(j, &line, e, err);
    }
    free(e);
    return st;
}

crok_status crok_journal_refresh(crok_journal *j, crok_err *err)
{
    const crok_match before = j->log.match;
    const int n_before = j->log.n;
    crok_err why = {0};
    crok_err unfit = {0};
    long seq = crok_journal_seq(j);
    crok_status st = crok_store_still_has(&j->store, &why);
    if (st == CROK_OK)
        st = load_lines(j, &seq, &why);
    if (crok_log_settle(&j->log, &unfit) != CROK_OK) {
        crok_log_cut(&j->log, n_before, &before);
        if (st == CROK_OK)
            why = unfit;
        st = why.status;
    }
    return st == CROK_OK ? CROK_OK : blame(j, seq, &why, err);
}

static crok_status open_whole(crok_journal *j, crok_err *err)
{
    crok_status st = crok_store_prepare(&j->store, err);
    if (st == CROK_OK)
        st = crok_store_check(&j->store, err);
    return st == CROK_OK ? crok_journal_refresh(j, err) : st;
}

/* Smallest size in bytes of a database's page, and so of a database. */
#define LEAST_BYTES 512

/* Refuse what cannot be a record, before SQLite opens it: that would leave a
 * journal beside a device, and take a file of one byte for an empty one. */
static crok_status check_file(const char *path, crok_err *err)
{
    struct stat s;
    if (stat(path, &s) != 0)
        return CROK_OK; /* SQLite says why, or makes it */
    if (!S_ISREG(s.st_mode))
        return crok_fail(err, CROK_EIO, "%.150s: is %s: name a file", path,
                         S_ISDIR(s.st_mode)    ? "a folder"
                         : S_ISFIFO(s.st_mode) ? "a pipe"
                                               : "a device");
    if (s.st_size > 0 && s.st_size < LEAST_BYTES)
        return crok_fail(err, CROK_EFORMAT,
                         "%.150s: not a record of a match (no database)", path);
    return CROK_OK;
}

static crok_status open_to_write(crok_journal *j, const char *path,
                                 crok_err *err)
{
    crok_status st = crok_leftover_refuse(path, err);
    if (st == CROK_OK)
        st = crok_store_open(path, CROK_STORE_WRITE, CROK_JOURNAL_WRITE,
                             &j->store, err);
    if (st == CROK_OK)
        st = crok_lock_take(j->store.path, &j->lock, err);
    if (st == CROK_OK)
        st = crok_leftover_check(j->store.path, err);
    if (st == CROK_OK)
        st = open_whole(j, err);
    return st == CROK_OK ? crok_store_upgrade(&j->store, err) : st;
}

/* Open a record that a program has open to write. If that program could not
 * finish a commit, nor take it back, its journal must be read as well. */
static crok_status open_beside_writer(const char *path, crok_journal_mode mode,
                                      crok_store *out, crok_err *err)
{
    crok_status st = crok_store_open(path, CROK_STORE_READ, mode, out, err);
    if (st != CROK_OK || !crok_store_needs_repair(out))
        return st;
    crok_store_close(out);
    return crok_leftover_open(path, CROK_LEFT_JOURNAL, mode, out, err);
}

/* Open the file to read, whatever a killed program left beside it. In SALVAGE
 * mode a leftover that is not of the record is not looked at. */
static crok_status open_to_read(const char *path, crok_journal_mode mode,
                                crok_store *out, crok_err *err)
{
    char full[PATH_MAX];
    crok_leftover what = CROK_LEFT_NOTHING;
    crok_status st = CROK_EFORMAT;
    if (realpath(path, full) != NULL) {
        if (crok_lock_is_taken(full))
            return open_beside_writer(full, mode, out, err);
        what = crok_leftover_find(full);
    }
    if (what == CROK_LEFT_NOTHING)
        return crok_store_open(path, CROK_STORE_READ, mode, out, err);
    if (what == CROK_LEFT_JOURNAL || what == CROK_LEFT_WAL)
        st = crok_leftover_open(full, what, mode, out, err);
    else if (what == CROK_LEFT_FOREIGN && mode == CROK_JOURNAL_READ)
        st = crok_leftover_check(full, err);
    if (st == CROK_OK ||
        (mode == CROK_JOURNAL_READ && what != CROK_LEFT_CLOSED))
        return st;
    return crok_store_open(full, CROK_STORE_FROZEN, mode, out, err);
}

crok_status crok_journal_open(const char *path, crok_journal_mode mode,
                              crok_journal **out, crok_err *err)
{
    crok_status st = CROK_OK;
    crok_journal *j = calloc(1, sizeof *j);
    if (j == NULL)
        return crok_fail(err, CROK_ENOMEM, "%.150s: no memory", path);
    j->lock.fd = -1;
    j->log = crok_log_empty();
    st = check_file(path, err);
    if (st == CROK_OK && mode == CROK_JOURNAL_WRITE)
        st = open_to_write(j, path, err);
    else if (st == CROK_OK)
        st = open_to_read(path, mode, &j->store, err);
    if (st == CROK_OK && mode == CROK_JOURNAL_READ)
        st = open_whole(j, err);
    if (st == CROK_OK && mode == CROK_JOURNAL_SALVAGE)
        st = crok_store_identify(&j->store, err);
    if (st == CROK_OK)
        *out = j;
    else
        crok_journal_close(&j);
    return st;
}

void crok_journal_close(crok_journal **j)
{
    if (*j == NULL)
        return;
    for (int i = 0; i < (*j)->n_unsaved; i++)
        free((*j)->unsaved[i].line);
    free((*j)->unsaved);
    crok_log_close(&(*j)->log);
    crok_store_close(&(*j)->store);
    crok_lock_drop(&(*j)->lock); /* only after the file is closed */
    free(*j);
    *j = NULL;
}

/* ---- appending ---- */

static crok_status check_seq(const crok_journal *j, long expected,
                             crok_err *err)
{
    long now = crok_journal_seq(j);
    if (expected == CROK_SEQ_ANY || expected == now)
        return CROK_OK;
    return crok_fail(err, CROK_ECONFLICT,
                     "the match has moved on: this was decided at event %ld, "
                     "now it is at %ld; look again",
                     expected, now);
}

/* The commit of an event has failed, or the event may be in the record already.
 * Find out, and if it is there wait until the disk has it. Returns CROK_OK if
 * it is surely on the disk; otherwise `st`, with *is_open true if nobody can
 * say. */
static crok_status settle(crok_journal *j, const crok_unsaved *e,
                          crok_status st, bool *is_open)
{
    bool is_there = false;
    size_t len = strlen(e->line);
    crok_status found =
        crok_store_has(&j->store, e->seq, e->line, len, &is_there, NULL);
    if (found == CROK_OK && is_there)
        found = crok_lock_sync(&j->lock, j->store.path, NULL);
    else if (found == CROK_OK)
        return st; /* it was taken back */
    *is_open = found != CROK_OK;
    return found == CROK_OK ? CROK_OK : st;
}

static crok_status try_save(crok_journal *j, const crok_unsaved *e,
                            bool *is_open, crok_err *err)
{
    size_t len = strlen(e->line);
    crok_status st = crok_lock_check(&j->lock, j->store.path, err);
    if (st == CROK_OK)
        st = crok_store_begin(&j->store, err);
    if (st != CROK_OK)
        return st;
    st = crok_store_insert(&j->store, e->seq, e->line, len, err);
    if (st != CROK_OK) {
        crok_store_cancel(&j->store);
        return st == CROK_ECONFLICT ? settle(j, e, st, is_open) : st;
    }
    st = crok_store_commit(&j->store, err);
    return st == CROK_OK ? CROK_OK : settle(j, e, st, is_open);
}

/* Write an event to the disk.
 *
 *   is_open  set to true if the write failed and nobody can say whether the
 *            event is on the disk */
static crok_status save(crok_journal *j, const crok_unsaved *e, bool *is_open,
                        crok_err *err)
{
    crok_err why = {0};
    crok_status st = try_save(j, e, is_open, &why);
    if (st == CROK_OK) {
        crok_store_inserted(&j->store, e->seq, e->line, strlen(e->line));
        j->trouble.status = CROK_OK;
        return CROK_OK;
    }
    j->trouble = why;
    return *is_open
               ? crok_fail(err, st,
                           "%.150s; it is not certain whether event %ld is "
                           "on the disk: it counts, and is written again",
                           why.msg, e->seq)
               : crok_fail(err, st, "%s", why.msg);
}

/* Keep the line of an event in memory until the disk takes it. */
static crok_status keep_line(crok_journal *j, const crok_unsaved *e,
                             crok_err *err)
{
    size_t len = strlen(e->line);
    char *line = malloc(len + 1);
    if (line != NULL && j->n_unsaved == j->unsaved_max) {
        int max = 2 * j->unsaved_max + 8;
        crok_unsaved *more = realloc(j->unsaved, (size_t)max * sizeof *more);
        if (more == NULL) {
            free(line);
            line = NULL;
        } else {
            j->unsaved = more;
            j->unsaved_max = max;
        }
    }
    if (line == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for event %ld", e->seq);
    memcpy(line, e->line, len + 1);
    j->unsaved[j->n_unsaved++] = (crok_unsaved){e->seq, line};
    return CROK_OK;
}

static crok_status save_kept(crok_journal *j, crok_err *err)
{
    int n = 0;
    crok_status st = CROK_OK;
    while (n < j->n_unsaved) {
        bool is_open = false;
        st = save(j, &j->unsaved[n], &is_open, err);
        if (st != CROK_OK)
            break;
        free(j->unsaved[n++].line);
    }
    j->n_unsaved -= n;
    if (n > 0)
        memmove(j->unsaved, j->unsaved + n,
                (size_t)j->n_unsaved * sizeof *j->unsaved);
    return st;
}

static crok_status probe(crok_journal *j)
{
    crok_err why = {0};
    crok_status st = crok_lock_check(&j->lock, j->store.path, &why);
    if (st == CROK_OK)
        st = crok_store_probe(&j->store, &why);
    j->trouble = why;
    return st;
}

/* Nothing is known to be wrong. Has the record been replaced? That it cannot be
 * read at this moment, as while another program reads it, is no trouble. */
static crok_status look(crok_journal *j)
{
    crok_err why = {0};
    if (crok_store_look(&j->store, &why) == CROK_ECONFLICT)
        j->trouble = why;
    return j->trouble.status;
}

crok_status crok_journal_retry(crok_journal *j, crok_err *err)
{
    crok_status st = crok_journal_check_writes(j, err);
    if (st != CROK_OK)
        return st;
    crok_store_set_patience(&j->store, false);
    if (j->n_unsaved > 0)
        st = save_kept(j, NULL);
    else
        st = j->trouble.status == CROK_OK ? look(j) : probe(j);
    crok_store_set_patience(&j->store, true);
    return st == CROK_OK ? CROK_OK : crok_fail(err, st, "%s", j->trouble.msg);
}

/* Take the folder of the record out of a text: everybody on the network may
 * read how the record is, and nobody needs to know where it lies. */
static void hide_folder(char *text, const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t n = slash == NULL ? 0 : (size_t)(slash - path) + 1;
    char *at = text;
    while (n > 0 && (at = strstr(at, path)) != NULL)
        memmove(at, at + n, strlen(at + n) + 1);
}

crok_journal_health crok_journal_health_of(const crok_journal *j)
{
    crok_journal_health h = {.saved = j->store.tail_seq,
                             .n_unsaved = j->n_unsaved};
    crok_err why = j->trouble;
    crok_err gone = {0};
    memcpy(h.id, j->store.id, sizeof h.id);
    if (crok_lock_check(&j->lock, j->store.path, &gone) != CROK_OK)
        why = gone;
    h.is_gone = gone.status != CROK_OK || why.status == CROK_ECONFLICT;
    h.is_filling = why.status == CROK_OK && crok_room_is_short(j->log.n);
    if (h.is_filling)
        (void)snprintf(h.words, sizeof h.words,
                       "the record has %d of at most %d events: end the match, "
                       "and begin the next one in a new record",
                       j->log.n, CROK_MAX_EVENTS);
    if (why.status == CROK_OK)
        return h;
    if (h.n_unsaved == 0)
        (void)snprintf(h.words, sizeof h.words, "%s", why.msg);
    else
        (void)snprintf(h.words, sizeof h.words,
                       "event %ld%s only in memory, without pictures, and lost "
                       "if the program is killed: %.150s",
                       j->unsaved[0].seq,
                       h.n_unsaved == 1 ? " is" : " and later ones are",
                       why.msg);
    hide_folder(h.words, j->store.path);
    return h;
}

/* Fold the event and write it to the disk.
 *
 *   may_wait  an event that cannot be written is kept in memory */
static crok_status keep(crok_journal *j, const crok_event *e, char *line,
                        bool may_wait, crok_err *err)
{
    crok_match before = j->log.match;
    crok_unsaved given = {e->seq, line};
    bool is_open = false;
    crok_err why = {0};
    crok_status st = fold(&j->log, e, NULL, err);
    if (st != CROK_OK)
        return st;
    if (j->n_unsaved == 0)
        st = save(j, &given, &is_open, &why);
    if (st == CROK_OK && j->n_unsaved == 0)
        return CROK_OK;
    if (!may_wait && !is_open) {
        crok_log_cut(&j->log, j->log.n - 1, &before);
        return crok_fail(err, st, "%s", why.msg);
    }
    if (keep_line(j, &given, err) != CROK_OK) {
        crok_log_cut(&j->log, j->log.n - 1, &before);
        return CROK_ENOMEM;
    }
    return may_wait ? CROK_OK : crok_fail(err, st, "%s", why.msg);
}

static crok_status write_event(const crok_event *e, long seq, char **line,
                               crok_err *err)
{
    crok_event *numbered = malloc(sizeof *numbered);
    cJSON *doc = NULL;
    if (numbered != NULL) {
        *numbered = *e;
        numbered->seq = seq;
        doc = crok_event_to_json(numbered);
    }
    *line = doc == NULL ? NULL : crok_json_text(doc, false);
    cJSON_Delete(doc);
    free(numbered);
    return *line != NULL ? CROK_OK
                         : crok_fail(err, CROK_ENOMEM,
                                     "no memory to write "
                                     "an event");
}

static crok_status append(crok_journal *j, const crok_event *e,
                          long expected_seq, bool may_wait, crok_err *err)
{
    crok_event *as_written = NULL;
    char *line = NULL;
    char where[32];
    long seq = crok_journal_seq(j) + 1;
    crok_status st = crok_journal_check_writes(j, err);
    (void)snprintf(where, sizeof where, "event %ld", seq);
    if (st == CROK_OK)
        st = check_seq(j, expected_seq, err);
    if (st == CROK_OK)
        st = check_time(e->time, where, err);
    if (st == CROK_OK)
        st = write_event(e, seq, &line, err);
    if (st != CROK_OK)
        return st;
    as_written = malloc(sizeof *as_written);
    if (as_written == NULL)
        st = crok_fail(err, CROK_ENOMEM, "no memory for an event");
    if (st == CROK_OK)
        st = read_line(line, strlen(line), false, where, as_written, err);
    if (st == CROK_OK)
        st = keep(j, as_written, line, may_wait, err);
    free(as_written);
    cJSON_free(line);
    return st;
}

crok_status crok_journal_append(crok_journal *j, const crok_event *e,
                                long expected_seq, crok_err *err)
{
    crok_status st = j->n_unsaved == 0 ? CROK_OK : crok_journal_retry(j, err);
    return st == CROK_OK ? append(j, e, expected_seq, false, err) : st;
}

crok_status crok_journal_keep(crok_journal *j, const crok_event *e,
                              long expected_seq, crok_err *err)
{
    /* what cannot be written now waits, and this event waits behind it */
    if (j->n_unsaved > 0)
        (void)!crok_journal_retry(j, NULL);
    return append(j, e, expected_seq, true, err);
}

/* ---- import ---- */

static size_t line_len(const char *text, size_t len)
{
    const char *end = memchr(text, '\n', len);
    return end == NULL ? len : (size_t)(end - text);
}

static bool is_blank(const char *line, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r')
            return false;
    return true;
}

static crok_status import_line(crok_journal *j, const char *line, size_t len,
                               const char *where, crok_err *err)
{
    crok_event *e = malloc(sizeof *e);
    crok_status st = CROK_OK;
    if (e == NULL)
        return crok_fail(err, CROK_ENOMEM, "%s: no memory", where);
    if (line[len - 1] == '\r')
        len--;
    st = read_line(line, len, true, where, e, err);
    if (st == CROK_OK)
        st = check_time(e->time, where, err);
    if (st == CROK_OK)
        st = fold(&j->log, e, where, err);
    if (st == CROK_OK)
        st = crok_store_insert(&j->store, e->seq, line, len, err);
    if (st == CROK_OK)
        crok_store_inserted(&j->store, e->seq, line, len);
    free(e);
    return st;
}

static crok_status import_lines(crok_journal *j, const char *name,
                                const char *text, size_t len, crok_err *err)
{
    char where[128];
    crok_status st = CROK_OK;
    size_t at = 0;
    for (int n = 1; st == CROK_OK && at < len; n++) {
        size_t k = line_len(text + at, len - at);
        (void)snprintf(where, sizeof where, "%.90s: line %d", name, n);
        if (!is_blank(text + at, k))
            st = import_line(j, text + at, k, where, err);
        at += k + 1;
    }
    if (st == CROK_OK && j->log.n == 0)
        st = crok_fail(err, CROK_EFORMAT, "%s: no event in it", name);
    return st;
}

crok_status crok_journal_import(crok_journal *j, const char *name,
                                const char *text, size_t len, crok_err *err)
{
    crok_status st = crok_journal_check_writes(j, err);
    if (st == CROK_OK && j->log.n > 0)
        st = crok_fail(err, CROK_ECONFLICT,
                       "%.150s: has %d events already; import into a new file",
                       j->store.path, j->log.n);
    if (st == CROK_OK)
        st = crok_store_begin(&j->store, err);
    if (st != CROK_OK)
        return st;
    st = import_lines(j, name, text, len, err);
    if (st == CROK_OK)
        st = crok_store_commit(&j->store, err);
    else
        crok_store_cancel(&j->store);
    if (st != CROK_OK) {
        crok_log_close(&j->log);
        crok_store_rewind(&j->store);
    }
    return st;
}

crok_status crok_journal_next(crok_journal *j, long after,
                              crok_journal_line *out, crok_err *err)
{
    crok_journal_line line = {.seq = after};
    crok_status st = crok_store_next(&j->store, after, &line.seq, &line.text,
                                     &line.len, err);
    if (st == CROK_OK)
        *out = line;
    return st;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/backup.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/naming.h"
#include "journal/continues.h"
#include "journal/journal_inner.h"
#include "journal/leftover.h"

/* ---- checking ---- */

static crok_status check_picture(crok_journal *j, sqlite3_stmt *q,
                                 crok_err *err)
{
    const char *kind = (const char *)sqlite3_column_text(q, 1);
    crok_picture_key key = {.seq = (long)sqlite3_column_int64(q, 0),
                            .is_call = kind != NULL && kind[0] == 'c',
                            .disc = sqlite3_column_int(q, 2)};
    bool fits = false;
    crok_status st =
        crok_store_picture_fits(&j->store, &key, sqlite3_column_blob(q, 3),
                                (size_t)sqlite3_column_bytes(q, 3), &fits, err);
    if (st != CROK_OK || fits)
        return st;
    return crok_fail(err, CROK_EFORMAT,
                     "%.130s: a picture of event %ld is not as it was written; "
                     "the events are: `crokeye export` and `import` save them",
                     j->store.path, key.seq);
}

static crok_status check_pictures(crok_journal *j, long *n, crok_err *err)
{
    sqlite3_stmt *q = NULL;
    int rc = SQLITE_DONE;
    crok_status st = crok_store_compile(
        &j->store, "SELECT seq,kind,disc,bytes FROM picture", &q, err);
    while (st == CROK_OK && (rc = sqlite3_step(q)) == SQLITE_ROW) {
        st = check_picture(j, q, err);
        (*n)++;
    }
    if (st == CROK_OK && rc != SQLITE_DONE)
        st = crok_store_fail(&j->store, err);
    sqlite3_finalize(q);
    return st;
}

/* A picture's seal stays where its row was deleted. */
static crok_status check_none_lacks(crok_journal *j, crok_err *err)
{
    sqlite3_stmt *q = NULL;
    crok_status st = crok_store_compile(
        &j->store,
        "SELECT count(*) FROM seal s WHERE kind<>'event' AND NOT EXISTS "
        "(SELECT 1 FROM picture p WHERE p.seq=s.seq AND p.kind=s.kind AND "
        "p.disc=s.disc)",
        &q, err);
    if (st == CROK_OK && sqlite3_step(q) != SQLITE_ROW)
        st = crok_store_fail(&j->store, err);
    if (st == CROK_OK && sqlite3_column_int(q, 0) > 0)
        st = crok_fail(err, CROK_EFORMAT,
                       "%.130s: %d pictures were taken out of it; the events "
                       "are all there",
                       j->store.path, sqlite3_column_int(q, 0));
    sqlite3_finalize(q);
    return st;
}

crok_status crok_journal_check(crok_journal *j, const char *path,
                               crok_record_facts *out, crok_err *err)
{
    crok_record_facts facts = {.version = j->store.version,
                               .n_events = j->log.n};
    struct stat s;
    char full[PATH_MAX];
    crok_status st = check_pictures(j, &facts.n_pictures, err);
    if (st == CROK_OK && j->store.version > 1)
        st = check_none_lacks(j, err);
    if (st != CROK_OK)
        return st;
    memcpy(facts.id, j->store.id, sizeof facts.id);
    facts.has_link = stat(path, &s) == 0 && s.st_nlink > 1;
    if (realpath(path, full) != NULL && !crok_lock_is_taken(full)) {
        crok_leftover what = crok_leftover_find(full);
        facts.has_journal = what == CROK_LEFT_JOURNAL;
        facts.has_log = what == CROK_LEFT_WAL;
    }
    *out = facts;
    return CROK_OK;
}

/* ---- copying ---- */

typedef struct target {
    bool exists;
    struct stat found;
} target;

/* Check that no journal of an older record lies beside the copy's path. SQLite
 * would apply it to the copy. */
static crok_status check_beside(const char *path, crok_err *err)
{
    crok_leftover what = crok_leftover_find(path);
    if (what == CROK_LEFT_NOTHING || what == CROK_LEFT_CLOSED)
        return CROK_OK;
    return crok_fail(err, CROK_ECONFLICT,
                     "%.150s: the file beside it that ends in -journal or -wal "
                     "would change the copy: move it away, or name a new file",
                     path);
}

/* Would anything be lost if the record `there` were replaced by the copy? Only
 * an earlier state of the same record is in the copy. */
static crok_status check_earlier(crok_journal *j, crok_journal *there,
                                 const char *path, crok_err *err)
{
    const long n = crok_journal_seq(there);
    const long n_own = crok_journal_seq(j);
    bool has_ids = j->store.id[0] != '\0' && there->store.id[0] != '\0';
    if (has_ids && strcmp(j->store.id, there->store.id) != 0)
        return crok_fail(err, CROK_ECONFLICT,
                         "%.100s: is another record (%.8s, not %.8s) up to "
                         "event %ld, and is left as it is: name a new file",
                         path, there->store.id, j->store.id, n);
    if (n > n_own)
        return crok_fail(err, CROK_ECONFLICT,
                         "%.110s: goes on to event %ld, the record that is "
                         "copied to %ld, and is left as it is: name a new file",
                         path, n, n_own);
    if (!crok_store_continues(&j->store, &there->store, 0))
        return crok_fail(err, CROK_ECONFLICT,
                         "%.110s: has events that the record lacks, and is "
                         "left as it is: name a new file",
                         path);
    return CROK_OK;
}

/* Is the file at `path` a record that has nothing else than the copy will? */
static crok_status check_record(crok_journal *j, const char *path,
                                crok_err *err)
{
    crok_journal *there = NULL;
    crok_status st = CROK_OK;
    if (crok_journal_open(path, CROK_JOURNAL_SALVAGE, &there, NULL) != CROK_OK)
        return crok_fail(err, CROK_ECONFLICT,
                         "%.150s: is not a record of a match, and is left as "
                         "it is: name a new file",
                         path);
    crok_journal_close(&there);
    if (crok_journal_open(path, CROK_JOURNAL_READ, &there, NULL) != CROK_OK)
        return crok_fail(err, CROK_ECONFLICT,
                         "%.110s: is damaged or of a newer program, so it is "
                         "not known what would be lost; it is left as it is: "
                         "name a new file",
                         path);
    st = check_earlier(j, there, path, err);
    crok_journal_close(&there);
    return st;
}

/* Has a program the file open to write, or is it the record itself? */
static bool is_in_use(const crok_journal *j, const char *path,
                      const struct stat *found)
{
    struct stat own;
    return crok_lock_is_taken(path) ||
           (stat(j->store.path, &own) == 0 && own.st_dev == found->st_dev &&
            own.st_ino == found->st_ino);
}

/* May the file at `path` be replaced by the copy?
 *
 *   t  written: the file that is at `path` now */
static crok_status check_target(crok_journal *j, const char *path,
                                bool may_replace, target *t, crok_err *err)
{
    t->exists = lstat(path, &t->found) == 0;
    if (!t->exists)
        return CROK_OK;
    if (!may_replace)
        return crok_fail(err, CROK_ECONFLICT,
                         "%.120s: is there already, and is left as it is: name "
                         "a new file; --force replaces an older copy of this "
                         "record",
                         path);
    if (!S_ISREG(t->found.st_mode))
        return crok_fail(err, CROK_ECONFLICT,
                         "%.150s: is not a record of a match, and is left as "
                         "it is: name a new file",
                         path);
    if (is_in_use(j, path, &t->found))
        return crok_fail(err, CROK_ECONFLICT,
                         "%.150s: is in use, and is left as it is: name "
                         "another file",
                         path);
    return check_record(j, path, err);
}

static crok_status copy_pages(const crok_journal *j, const char *part,
                              crok_err *err)
{
    sqlite3 *db = NULL;
    sqlite3_backup *b = NULL;
    crok_status st = CROK_OK;
    if (sqlite3_open_v2(part, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
        sqlite3_exec(db, "PRAGMA synchronous=EXTRA", NULL, NULL, NULL) ==
            SQLITE_OK)
        b = sqlite3_backup_init(db, "main", j->store.db, "main");
    if (b != NULL)
        (void)sqlite3_backup_step(b, -1);
    if (b == NULL || sqlite3_backup_finish(b) != SQLITE_OK)
        st = crok_fail(err, CROK_EIO, "%.150s: cannot be written: %.60s", part,
                       sqlite3_errmsg(db));
    (void)sqlite3_close(db);
    return st;
}

/* Check that the copy has the events of the record. */
static crok_status check_copy(const crok_journal *j, const char *part,
                              crok_err *err)
{
    crok_journal *copy = NULL;
    crok_record_facts facts;
    crok_status st = crok_journal_open(part, CROK_JOURNAL_READ, &copy, err);
    if (st == CROK_OK)
        st = crok_journal_check(copy, part, &facts, err);
    if (st == CROK_OK && (crok_journal_seq(copy) < crok_journal_seq(j) ||
                          strcmp(facts.id, j->store.id) != 0))
        st = crok_fail(err, CROK_EIO,
                       "%.150s: was replaced while it was copied: try again",
                       j->store.path);
    crok_journal_close(&copy);
    return st;
}

/* Give the copy its name, and wait until the disk has it. */
static crok_status name_copy(const char *part, const char *path,
                             const target *t, crok_err *err)
{
    crok_lock file = {.fd = open(part, O_RDWR | O_CLOEXEC)};
    crok_naming place = {.dir = AT_FDCWD,
                         .part = part,
                         .name = path,
                         .found = t->exists ? &t->found : NULL,
                         .is_there = true};
    crok_named how = CROK_NAME_CHANGED;
    crok_status st = CROK_OK;
    if (file.fd < 0)
        how = CROK_NAME_REFUSED;
    else if (!t->exists || !crok_lock_is_taken(path))
        how = crok_naming_put(&place);
    if (how == CROK_NAME_CHANGED)
        st = crok_fail(err, CROK_ECONFLICT,
                       "%.150s: was changed meanwhile, and is left as it is: "
                       "name a new file",
                       path);
    else if (how == CROK_NAME_REFUSED)
        st = crok_fail(err, CROK_EIO, "%.150s: cannot be made: %s", path,
                       strerror(errno));
    else
        st = crok_lock_sync(&file, path, err);
    crok_lock_drop(&file);
    if (place.is_there)
        (void)unlink(part);
    return st;
}

/* Make the file that the copy is written to, with the permissions of the
 * record. */
static crok_status make_part(const crok_journal *j, const char *path,
                             char part[PATH_MAX], crok_err *err)
{
    struct stat own;
    int n = snprintf(part, PATH_MAX, "%s.part-XXXXXX", path);
    int fd = n < 0 || n >= PATH_MAX ? -1 : mkstemp(part);
    if (fd < 0)
        return crok_fail(err, CROK_EIO, "%.150s: cannot be made: %s", path,
                         strerror(errno));
    if (stat(j->store.path, &own) == 0)
        (void)!fchmod(fd, own.st_mode & 0666U);
    (void)close(fd);
    return CROK_OK;
}

crok_status crok_journal_backup(crok_journal *j, const char *path,
                                bool may_replace, crok_err *err)
{
    char part[PATH_MAX];
    target t = {0};
    crok_status st = check_target(j, path, may_replace, &t, err);
    if (st == CROK_OK)
        st = check_beside(path, err);
    if (st == CROK_OK)
        st = make_part(j, path, part, err);
    if (st != CROK_OK)
        return st;
    st = copy_pages(j, part, err);
    if (st == CROK_OK)
        st = check_copy(j, part, err);
    if (st == CROK_OK)
        return name_copy(part, path, &t, err);
    (void)unlink(part);
    return st;
}

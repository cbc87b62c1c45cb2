/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/leftover.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/temp_folder.h"
#include "journal/continues.h"
#include "journal/old_log.h"

/* Places in the header of a database and of a rollback journal, bytes. */
enum {
    WRITE_VERSION_AT = 18, /* 2: with a write-ahead log */
    COUNTER_AT = 24,       /* changes of the file */
    HEADER_BYTES = 28,
    SIZE_AT = 16,   /* in a journal: pages of the file before the commit */
    SECTOR_AT = 20, /* in a journal: size of its header */
    PAGE_AT = 24    /* in a journal: size of a page */
};

typedef struct beside {
    char main[PATH_MAX], other[PATH_MAX + 16];
} beside;

static uint32_t number_at(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 |
           p[3];
}

static bool read_at(const char *path, long at, uint8_t *out, size_t n)
{
    FILE *f = fopen(path, "rb");
    bool ok =
        f != NULL && fseek(f, at, SEEK_SET) == 0 && fread(out, 1, n, f) == n;
    if (f != NULL)
        (void)fclose(f);
    return ok;
}

static beside names(const char *path, const char *suffix)
{
    beside b;
    (void)snprintf(b.main, sizeof b.main, "%s", path);
    (void)snprintf(b.other, sizeof b.other, "%s%s", b.main, suffix);
    return b;
}

static bool has_bytes(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode) && s.st_size > 0;
}

/* Does this begin like a rollback journal? SQLite writes 8 zeros first, and the
 * bytes of every journal over them when the rest is on the disk: a power cut
 * can leave some of these. */
static bool begins_a_journal(const uint8_t *head)
{
    static const uint8_t magic[] = {0xd9, 0xd5, 0x05, 0xf9,
                                    0x20, 0xa1, 0x63, 0xd7};
    size_t n = 0;
    while (n < sizeof magic && head[n] == magic[n])
        n++;
    while (n < sizeof magic && head[n] == 0)
        n++;
    return n == sizeof magic;
}

/* Is this a rollback journal of the record at `path`? SQLite makes the record's
 * file before its journal. A journal without that file, or beside an empty one,
 * therefore belongs to a record that was deleted or renamed; except that a new
 * record was empty before its first commit, and its journal says so. SQLite
 * deletes a file that is not a journal of the record, so the caller must ask
 * before it opens the record. */
static bool is_own_journal(const char *path, const uint8_t *head)
{
    if (!begins_a_journal(head) || access(path, F_OK) != 0)
        return false;
    return has_bytes(path) || number_at(head + SIZE_AT) == 0;
}

crok_leftover crok_leftover_find(const char *path)
{
    beside wal = names(path, "-wal");
    beside journal = names(path, "-journal");
    uint8_t head[HEADER_BYTES] = {0};
    bool is_old =
        read_at(path, 0, head, sizeof head) && head[WRITE_VERSION_AT] == 2;
    if (has_bytes(wal.other))
        return is_old ? CROK_LEFT_WAL : CROK_LEFT_FOREIGN;
    if (!read_at(journal.other, 0, head, 1) || head[0] == 0) /* as SQLite */
        return is_old ? CROK_LEFT_CLOSED : CROK_LEFT_NOTHING;
    memset(head, 0, sizeof head);
    (void)read_at(journal.other, 0, head, sizeof head);
    return is_own_journal(path, head) ? CROK_LEFT_JOURNAL : CROK_LEFT_FOREIGN;
}

static crok_status foreign(const char *path, crok_err *err)
{
    return crok_fail(err, CROK_EFORMAT,
                     "%.110s: the file beside it that ends in -%s is not of "
                     "this record, or is damaged: if the record is a restored "
                     "backup, move that file away; nothing was changed",
                     path,
                     has_bytes(names(path, "-wal").other) ? "wal" : "journal");
}

/* ---- the copy ---- */

static bool copy_stream(FILE *from, FILE *to)
{
    char part[1U << 16];
    size_t n = 0;
    while ((n = fread(part, 1, sizeof part, from)) > 0)
        if (fwrite(part, 1, n, to) != n)
            return false;
    return ferror(from) == 0;
}

static bool copy_file(const char *from, const char *to)
{
    FILE *in = fopen(from, "rb");
    FILE *out = in == NULL ? NULL : fopen(to, "wbx");
    bool ok = out != NULL && copy_stream(in, out);
    if (out != NULL)
        ok = fclose(out) == 0 && ok;
    if (in != NULL)
        (void)fclose(in);
    return ok;
}

/* Let SQLite join the copies into one file. Errors are found when it is
 * read. */
static void join(const char *path)
{
    sqlite3 *db = NULL;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK)
        (void)sqlite3_exec(db,
                           "PRAGMA journal_mode=DELETE;"
                           "SELECT count(*) FROM sqlite_schema",
                           NULL, NULL, NULL);
    (void)sqlite3_close(db);
}

/* Copy the record and what lies beside it into the folder, and open what they
 * are together. */
static crok_status open_joined(const beside *from, crok_leftover what,
                               const crok_temp_folder *folder, crok_store *out,
                               crok_err *err)
{
    const beside to =
        names(folder->file, what == CROK_LEFT_JOURNAL ? "-journal" : "-wal");
    if (!copy_file(from->main, to.main) || !copy_file(from->other, to.other))
        return crok_fail(err, CROK_EIO,
                         "%.130s: its last writer was interrupted, and it "
                         "cannot be copied to %.40s: %s",
                         from->main, folder->path, strerror(errno));
    join(to.main);
    return crok_store_open(to.main, CROK_STORE_READ, CROK_JOURNAL_READ, out,
                           err);
}

/* ---- does it belong? ---- */

/* Is the record whole? */
static bool is_whole(crok_store *s)
{
    long after = 0;
    const char *line = NULL;
    size_t len = 0;
    crok_status st = crok_store_prepare(s, NULL);
    if (st == CROK_OK)
        st = crok_store_check(s, NULL);
    do {
        if (st == CROK_OK)
            st = crok_store_next(s, after, &after, &line, &len, NULL);
    } while (st == CROK_OK && line != NULL);
    return st == CROK_OK;
}

/* Find the change counter of the file as it was before the commit: that of page
 * 1 in the journal; 0 where the file had no page yet. Returns false if page 1
 * is not in the journal: then nothing was written to the record yet. */
static bool counter_before(const char *journal, uint32_t *counter)
{
    uint8_t head[HEADER_BYTES];
    uint8_t record[4 + HEADER_BYTES];
    long page = 0;
    if (!read_at(journal, 0, head, sizeof head))
        return false;
    *counter = 0;
    if (number_at(head + SIZE_AT) == 0)
        return true;
    page = (long)number_at(head + PAGE_AT);
    for (long at = (long)number_at(head + SECTOR_AT);
         read_at(journal, at, record, sizeof record); at += 4 + page + 4)
        if (number_at(record) == 1) {
            *counter = number_at(record + 4 + COUNTER_AT);
            return true;
        }
    return false;
}

/* Count the commits from what the journal takes the record back to, to what the
 * record is: 0 or 1 if the journal is of this record. */
static uint32_t commits_between(const beside *b)
{
    uint8_t head[HEADER_BYTES] = {0}; /* of a file without a page, too */
    uint32_t before = 0;
    if (!counter_before(b->other, &before))
        return 0;
    if (has_bytes(b->main) && !read_at(b->main, 0, head, sizeof head))
        return UINT32_MAX;
    return number_at(head + COUNTER_AT) - before;
}

/* Is there nothing in the file? Then a program was killed while it made the
 * record. */
static bool is_empty(const crok_store *s)
{
    return !has_bytes(sqlite3_db_filename(s->db, "main"));
}

/* Is there an event that can be read? */
static bool has_event(crok_store *s)
{
    long seq = 0;
    const char *line = NULL;
    size_t len = 0;
    return crok_store_next(s, 0, &seq, &line, &len, NULL) == CROK_OK &&
           line != NULL;
}

/* Has the file at `path`, damaged or not, an event that can be read? */
static bool file_has_event(const char *path)
{
    crok_store s = {0};
    bool has = false;
    if (crok_store_open(path, CROK_STORE_FROZEN, CROK_JOURNAL_SALVAGE, &s,
                        NULL) != CROK_OK)
        return false;
    has = has_event(&s);
    crok_store_close(&s);
    return has;
}

/* How many events may the interrupted commit have added to `joined`? */
static long most_added(crok_store *joined, const beside *b)
{
    return !has_event(joined) && commits_between(b) == 1 ? LONG_MAX : 1;
}

/* Has `joined`, which is a whole record, the events that the record alone has?
 * If that is torn, its pages are those of two states, and cannot be read. */
static bool keeps_events(crok_store *joined, const beside *b, long may_lack)
{
    crok_store alone = {0};
    bool keeps = true;
    if (crok_store_open(b->main, CROK_STORE_FROZEN, CROK_JOURNAL_READ, &alone,
                        NULL) != CROK_OK)
        return true;
    if (is_whole(&alone))
        keeps = crok_store_continues(joined, &alone, may_lack);
    crok_store_close(&alone);
    return keeps;
}

static bool belongs(crok_store *joined, const beside *b, crok_leftover what)
{
    bool is_journal = what == CROK_LEFT_JOURNAL;
    if (is_journal && commits_between(b) > 1)
        return false;
    if (is_empty(joined)) /* the first commit, which has no event */
        return !file_has_event(b->main);
    return is_whole(joined) &&
           keeps_events(joined, b, is_journal ? most_added(joined, b) : 0);
}

static crok_status check_joined(crok_store *joined, const beside *b,
                                crok_leftover what, crok_err *err)
{
    return belongs(joined, b, what) ? CROK_OK : foreign(b->main, err);
}

/* SQLite leaves out what is behind a damage in the middle of a log. */
static crok_status check_log(const beside *b, crok_err *err)
{
    if (!crok_old_log_is_damaged(b->other))
        return CROK_OK;
    return crok_fail(err, CROK_EFORMAT,
                     "%.120s: the file beside it that ends in -wal is damaged, "
                     "and has events behind the damage; `crokeye export` gives "
                     "those before it",
                     b->main);
}

crok_status crok_leftover_open(const char *path, crok_leftover what,
                               crok_journal_mode mode, crok_store *out,
                               crok_err *err)
{
    crok_temp_folder folder = {0};
    crok_store s = {0};
    crok_status st = crok_temp_folder_make(&folder, err);
    beside b = names(path, what == CROK_LEFT_JOURNAL ? "-journal" : "-wal");
    if (st != CROK_OK)
        return st;
    crok_store_hush();
    if (what == CROK_LEFT_WAL && mode != CROK_JOURNAL_SALVAGE)
        st = check_log(&b, err);
    if (st == CROK_OK)
        st = open_joined(&b, what, &folder, &s, err);
    if (st == CROK_OK)
        st = check_joined(&s, &b, what, err);
    crok_temp_folder_remove(&folder);
    s.mode = mode;
    if (st == CROK_OK) {
        s.name = strdup(path);
        s.path = s.name;
    }
    if (st == CROK_OK && s.name == NULL)
        st = crok_fail(err, CROK_ENOMEM, "%.150s: no memory", path);
    if (st == CROK_OK)
        *out = s;
    else
        crok_store_close(&s);
    crok_store_listen();
    return st;
}

crok_status crok_leftover_refuse(const char *path, crok_err *err)
{
    char full[PATH_MAX];
    const char *at = realpath(path, full) == NULL ? path : full;
    return crok_leftover_find(at) == CROK_LEFT_FOREIGN ? foreign(at, err)
                                                       : CROK_OK;
}

crok_status crok_leftover_check(const char *path, crok_err *err)
{
    crok_store joined = {0};
    crok_leftover what = crok_leftover_find(path);
    crok_status st = CROK_OK;
    if (what == CROK_LEFT_NOTHING || what == CROK_LEFT_CLOSED)
        return CROK_OK;
    if (what == CROK_LEFT_FOREIGN)
        return foreign(path, err);
    st = crok_leftover_open(path, what, CROK_JOURNAL_READ, &joined, err);
    if (st == CROK_OK)
        crok_store_close(&joined);
    return st;
}

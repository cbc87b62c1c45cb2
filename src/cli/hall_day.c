/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/hall_day.h"

#include <errno.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/hall_check.h"
#include "cli/hall_usage.h"
#include "cli/say.h"
#include "hall/pairings_file.h"

enum { DONE = 0, SOME_FAILED = 1, COULD_NOT_RUN = 3 };

/* A day that is being read. */
typedef struct reading {
    const crok_hall_given *given;
    const crok_day_file *file; /* or NULL */
    crok_day *day;
} reading;

static int report(const reading *r, const crok_err *err, int status)
{
    crok_say("%s: %s", r->given->who, err->msg);
    return status;
}

static int worse(int a, int b)
{
    return a > b ? a : b;
}

static void say(void *context, const char *what)
{
    (void)context;
    crok_say("%s", what);
}

/* Is there no such file, or nothing in it, as the shell makes it for >>? */
static bool is_new(const char *path)
{
    struct stat at;
    return stat(path, &at) != 0 ? errno == ENOENT : at.st_size == 0;
}

/* Read a file of pairings, if there is one. */
static int read_pairings(const reading *r, const char *path)
{
    const char *category = crok_day_settings_of(r->day)->category;
    crok_pairings p = {0};
    crok_err err = {0};
    bool has_faults = false;
    if (path == NULL || (r->given->makes_pairings && is_new(path)))
        return DONE;
    if (crok_pairings_load(path, r->file, crok_is_singles(category), &p,
                           &err) != CROK_OK)
        return report(r, &err, COULD_NOT_RUN);
    crok_pairings_tell_faults(&p, path, say, NULL);
    has_faults = p.n_faults > 0;
    crok_day_set_pairings(r->day, &p);
    return has_faults ? SOME_FAILED : DONE;
}

static int read_record(const reading *r, const char *path, const char *table)
{
    crok_journal *j = NULL;
    crok_err err = {0};
    crok_status st = crok_journal_open(path, CROK_JOURNAL_READ, &j, &err);
    if (st == CROK_OK)
        st = crok_day_take_journal(r->day, table, j, &err);
    crok_journal_close(&j);
    return st == CROK_OK ? DONE : report(r, &err, COULD_NOT_RUN);
}

/* Read the record of a table of the day's file, or say that it is missing. */
static int read_table(const reading *r, const crok_conf_settings *t,
                      const char *machine)
{
    const char *who = r->given->who;
    const char *name = crok_day_text(t, "name");
    const char *path = crok_day_text(t, "match");
    if (!crok_day_is_on(t, machine)) {
        crok_say("%s: table %s is on the machine %s: its matches are missing "
                 "here",
                 who, name, crok_day_text(t, "machine"));
        return SOME_FAILED;
    }
    if (access(path, F_OK) == 0)
        return read_record(r, path, name);
    if (crok_day_has_ended(t)) {
        crok_say("%s: table %s has ended, and its record is missing: %s", who,
                 name, path);
        return SOME_FAILED;
    }
    crok_say("%s: table %s has no record yet: %s", who, name, path);
    return DONE;
}

/* Read the records of a day's file that are on this machine. */
static int read_tables(const reading *r)
{
    char machine[CROK_MACHINE_MAX];
    int status = DONE;
    crok_hall_machine(machine);
    for (int i = 0; i < r->file->n_tables && status < COULD_NOT_RUN; i++)
        status = worse(status, read_table(r, &r->file->table[i], machine));
    return status;
}

/* Read what the day's file says, its pairings and its records. */
static int read_day_file(const reading *r)
{
    static crok_day_settings settings; /* its names have room for some KB */
    const crok_hall_about about = crok_hall_about_of(r->file);
    const char *pairings = r->given->pairings;
    crok_err err = {0};
    int status = DONE;
    settings = r->given->settings;
    if (crok_hall_about_settings(&about, &settings, &err) != CROK_OK)
        return report(r, &err, COULD_NOT_RUN);
    crok_day_set(r->day, &settings);
    if (pairings == NULL)
        pairings = about.pairings;
    status = read_pairings(r, pairings);
    return status < COULD_NOT_RUN ? worse(status, read_tables(r)) : status;
}

int crok_hall_read_day(const crok_hall_given *given, crok_day *day,
                       crok_day_file **file)
{
    reading r = {.given = given, .day = day};
    int status = DONE;
    *file = NULL;
    if (given->day != NULL) {
        if (crok_hall_read(given->who, given->day, file) != DONE)
            return COULD_NOT_RUN;
        r.file = *file;
        return read_day_file(&r);
    }
    status = read_pairings(&r, given->pairings);
    for (int i = 0; i < given->n && status < COULD_NOT_RUN; i++)
        status = worse(status, read_record(&r, given->records[i].path,
                                           given->records[i].table));
    return status;
}

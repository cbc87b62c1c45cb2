/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/hall_units.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/folder.h"
#include "cli/hall_check.h"
#include "cli/hall_usage.h"
#include "cli/say.h"
#include "hall/units.h"

enum { DONE = 0, HAS_FAULTS = 1, COULD_NOT_RUN = 3 };

static const char USAGE[] =
    "Usage: crokeye hall units [OPTION]... FILE [DIR]\n"
    "Writes units of systemd for what the day's file names on this machine, "
    "instead\n"
    "of crokeye hall run: into the folder DIR, or without it to standard "
    "output. All\n"
    "belong to " CROK_UNIT_TARGET ". They run in the present folder, as its "
    "owner, and\n"
    "can write nothing of the system beside it.\n"
    "  --machine NAME  the host name of the machine; else this one's\n"
    "  --program FILE  the program that the units start; else this one\n"
    "  -h, --help\n"
    "Exit status: 0 done; 1 the file has faults; 2 wrong usage; 3 could not\n"
    "be written.\n";

/* Where the units go. */
typedef struct output {
    const char *folder; /* NULL: standard output */
    crok_unit_place place;
} output;

/* Write a unit's text to its file. */
static crok_status save(const output *o, const char *name, const char *text,
                        crok_err *err)
{
    const size_t size = strlen(o->folder) + strlen(name) + 2;
    char *path = malloc(size);
    crok_save_to to = {.path = path, .kind = &crok_save_unit};
    crok_status st = CROK_OK;
    if (path == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a path");
    (void)snprintf(path, size, "%s/%s", o->folder, name);
    st = crok_save(&to, text, strlen(text), err);
    if (st == CROK_OK)
        crok_show(stdout, "%s\n", path);
    free(path);
    return st;
}

/* Write the unit of a program, or with NULL the target. */
static crok_status put(const output *o, const crok_plan *plan, crok_err *err)
{
    char name[CROK_UNIT_NAME] = CROK_UNIT_TARGET;
    char *text = NULL;
    crok_status st = crok_unit_text(plan, &o->place, &text, err);
    if (st != CROK_OK)
        return st;
    if (plan != NULL)
        crok_unit_name(plan, name);
    if (o->folder != NULL)
        st = save(o, name, text, err);
    else
        crok_show(stdout, "# %s\n%s\n", name, text);
    free(text);
    return st;
}

static crok_status put_all(const output *o, const crok_plans *plans,
                           crok_err *err)
{
    crok_status st = CROK_OK;
    if (o->folder != NULL)
        st = crok_folder_make(o->folder, err);
    for (int i = -1; i < plans->n && st == CROK_OK; i++)
        st = put(o, i < 0 ? NULL : &plans->of[i], err);
    return st;
}

static int report(const char *command, const crok_err *err)
{
    crok_say("%s: %s", command, err->msg);
    return err->status == CROK_EARG ? HAS_FAULTS : COULD_NOT_RUN;
}

int crok_hall_units_main(int argc, char **argv)
{
    crok_hall_usage u = {
        .text = USAGE, .takes_machine = true, .takes_program = true, .most = 2};
    crok_day_file *d = NULL;
    crok_plans plans = {0};
    crok_err err = {0};
    int status = DONE;
    crok_status st = CROK_OK;
    char *program = NULL;
    char *folder = NULL;
    struct stat info = {0};
    if (!crok_hall_usage_read(argc, argv, &u, &status))
        return status;
    status = crok_hall_read(argv[0], u.path[0], &d);
    if (status != DONE)
        return status;
    program = realpath(u.program == NULL ? "/proc/self/exe" : u.program, NULL);
    folder = realpath(".", NULL);
    if (program == NULL || folder == NULL || stat(folder, &info) != 0)
        st = crok_fail(&err, CROK_EIO, "the program is not found: %s",
                       u.program == NULL ? "crokeye" : u.program);
    if (st == CROK_OK)
        st = crok_plans_make(d, u.machine, &plans, &err);
    if (st == CROK_OK) {
        const output o = {u.path[1], {program, folder, info.st_uid}};
        st = put_all(&o, &plans, &err);
    }
    status = st == CROK_OK ? DONE : report(argv[0], &err);
    free(program);
    free(folder);
    crok_plans_free(&plans);
    crok_day_file_free(&d);
    return crok_output_is_written() ? status : COULD_NOT_RUN;
}

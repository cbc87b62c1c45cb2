/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/hall_streams.h"

#include <stdio.h>

#include "cli/engine_options.h"
#include "cli/hall_check.h"
#include "cli/hall_usage.h"
#include "cli/say.h"
#include "hall/key_file.h"
#include "hall/subjects.h"

enum { DONE = 0, HAS_FAULTS = 1, COULD_NOT_RUN = 3 };

static const char USAGE[] =
    "Usage: crokeye hall streams [--anew] FILE [KEY]\n"
    "Makes the streams of the broker that the day's file FILE names, or gives "
    "them the\n"
    "limits of this version. Call it once when the broker runs, and after an "
    "update of\n"
    "crokeye. KEY is setup.key of `crokeye hall keys`, by default in the "
    "folder\n"
    "engine.keys; no other key may do this.\n"
    "  --anew      remove all events from the broker first: the tables' "
    "publishers\n"
    "              send it what their records have\n"
    "  -h, --help\n"
    "Exit status: 0 done; 1 the file has faults, or no engine; 2 wrong usage; "
    "3 it\n"
    "could not be done.\n";

/* Give a stream our limits; it stays on as many servers as it is. */
static crok_status make(const crok_hall_link *link, crok_hall_stream stream,
                        crok_err *err)
{
    const char *name = crok_hall_stream_name(stream);
    crok_stream_figures f = {0};
    crok_status st = link->calls->figures(link->broker, name, &f, err);
    const bool is_new = st == CROK_EARG;
    if (st == CROK_OK || is_new)
        st = crok_hall_stream_make(link->calls, link->broker, stream,
                                   is_new ? 1 : f.copies, err);
    if (st == CROK_OK)
        crok_show(stdout, "%s: %s\n", name,
                  is_new ? "made" : "has the limits of this version");
    return st;
}

static crok_status make_all(const crok_hall_link *link, bool anew,
                            crok_err *err)
{
    crok_status st = CROK_OK;
    if (anew)
        st = link->calls->remove_stream(
            link->broker, crok_hall_stream_name(CROK_HALL_EVENT), err);
    if (st == CROK_EARG) /* there was none */
        st = CROK_OK;
    for (int i = 0; i < CROK_N_HALL_STREAMS && st == CROK_OK; i++)
        st = make(link, (crok_hall_stream)i, err);
    return st;
}

/* Connect by the settings of the day's file, and do it. */
static crok_status run(const crok_day_file *d, const crok_hall_usage *u,
                       crok_err *err)
{
    char path[CROK_KEY_PATH];
    const char *keys = crok_day_text(&d->engine, "keys");
    crok_engine_options o = crok_engine_defaults("crokeye hall streams");
    crok_hall_link link = {0};
    crok_status st = CROK_OK;
    o.url = crok_day_text(&d->engine, "url");
    if (o.url == NULL)
        return crok_fail(err, CROK_EARG, "%.160s: it has no engine", d->path);
    (void)snprintf(path, sizeof path, "%s/setup.key", keys == NULL ? "" : keys);
    o.key_path = u->n == 2 ? u->path[1] : keys == NULL ? NULL : path;
    st = crok_hall_link_open(&o, &link, err);
    if (st == CROK_OK)
        st = make_all(&link, u->anew, err);
    crok_hall_link_close(&link);
    return st;
}

int crok_hall_streams_main(int argc, char **argv)
{
    crok_hall_usage u = {.text = USAGE, .takes_anew = true, .most = 2};
    crok_day_file *d = NULL;
    crok_err err = {0};
    int status = DONE;
    crok_status st = CROK_OK;
    if (!crok_hall_usage_read(argc, argv, &u, &status))
        return status;
    status = crok_hall_read(argv[0], u.path[0], &d);
    if (status != DONE)
        return status;
    st = run(d, &u, &err);
    crok_day_file_free(&d);
    if (st == CROK_OK)
        return crok_output_is_written() ? DONE : COULD_NOT_RUN;
    crok_say("%s: %s", argv[0], err.msg);
    return st == CROK_EARG || st == CROK_EFORMAT ? HAS_FAULTS : COULD_NOT_RUN;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/hall_keys.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/folder.h"
#include "cli/hall_check.h"
#include "cli/hall_usage.h"
#include "cli/say.h"
#include "hall/keys.h"

enum { DONE = 0, HAS_FAULTS = 1, WRONG_USAGE = 2, COULD_NOT_RUN = 3 };

static const char USAGE[] =
    "Usage: crokeye hall keys FILE DIR\n"
    "Makes what the broker (nats-server) needs for the day's file, in the "
    "folder DIR:\n"
    "its settings nats-server.conf with TLS and a user a table, the hall's "
    "own\n"
    "authority and the broker's certificate (by openssl), and for each table "
    "and\n"
    "the hall a key file for --key. A table's machine gets ca.pem and its own "
    "key\n"
    "file. Keys that are there are kept: after a table is added, or crokeye "
    "updated,\n"
    "call it again. Then start the broker, or let it read its settings again, "
    "and call\n"
    "`crokeye hall streams`.\n"
    "  -h, --help\n"
    "Exit status: 0 done; 1 the file has faults, or no engine with an address "
    "of\n"
    "the local network; 2 wrong usage; 3 could not be done.\n";

static void say(void *context, const char *what)
{
    (void)context;
    crok_show(stdout, "%s\n", what);
}

static crok_status make_keys(const crok_day_file *d, const char *dir,
                             crok_err *err)
{
    char *folder = NULL;
    const mode_t before = umask(077);
    crok_status st = crok_folder_make(dir, err);
    (void)umask(before);
    if (st != CROK_OK)
        return st;
    folder = realpath(dir, NULL);
    if (folder == NULL)
        return crok_fail(err, CROK_EIO, "%.160s: %s", dir, strerror(errno));
    st = crok_hall_keys_make(d, folder, say, NULL, err);
    free(folder);
    return st;
}

int crok_hall_keys_main(int argc, char **argv)
{
    crok_hall_usage u = {.text = USAGE, .most = 2};
    crok_day_file *d = NULL;
    crok_err err = {0};
    int status = DONE;
    crok_status st = CROK_OK;
    if (!crok_hall_usage_read(argc, argv, &u, &status))
        return status;
    if (u.n != 2) {
        crok_say("%s: name the day's file and a folder", argv[0]);
        return WRONG_USAGE;
    }
    status = crok_hall_read(argv[0], u.path[0], &d);
    if (status != DONE)
        return status;
    st = make_keys(d, u.path[1], &err);
    crok_day_file_free(&d);
    if (st == CROK_OK)
        crok_show(stdout,
                  "next: nats-server -c %s/nats-server.conf, or where "
                  "it runs nats-server --signal reload=PID; then "
                  "crokeye hall streams %s\n",
                  u.path[1], u.path[0]);
    if (st == CROK_OK)
        return crok_output_is_written() ? DONE : COULD_NOT_RUN;
    crok_say("%s: %s", argv[0], err.msg);
    return st == CROK_EARG || st == CROK_EFORMAT ? HAS_FAULTS : COULD_NOT_RUN;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/key_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hall/authority.h"
#include "hall/key_file.h"
#include "hall/plans.h"
#include "hall/subjects.h"

#define WHAT_BYTES 512

static bool is_tls(const crok_day_file *d)
{
    const char *url = crok_day_text(&d->engine, "url");
    return url != NULL && strncmp(url, "tls://", 6) == 0;
}

/* Say something that begins with a path. */
static void say(void (*to)(void *context, const char *what), void *context,
                const char *path, const char *rest)
{
    char what[WHAT_BYTES];
    (void)snprintf(what, sizeof what, "%.160s%s", path, rest);
    to(context, what);
}

/* A password that others can read is theirs, too. */
static void check_mode(const char *path, const crok_key_found *to)
{
    char what[WHAT_BYTES];
    struct stat file;
    if (stat(path, &file) != 0 || (file.st_mode & (S_IRWXG | S_IRWXO)) == 0)
        return;
    (void)snprintf(what, sizeof what,
                   "%.160s: other users may read or change this key (mode "
                   "%03o): chmod 600 it",
                   path, (unsigned)file.st_mode & 0777U);
    to->warning(to->context, what);
}

/* Is it the name of a user that `hall keys` makes? Others may be a broker's own
 * users. */
static bool is_made_by_us(const char *user)
{
    return strncmp(user, "table-", 6) == 0 || strcmp(user, "hall") == 0 ||
           strcmp(user, "setup") == 0 || strcmp(user, "archive") == 0 ||
           strcmp(user, "screen") == 0;
}

/* The broker would refuse what this user may not do. */
static void check_user(const crok_conf_settings *table, const char *path,
                       const char *user, const crok_key_found *to)
{
    char token[CROK_SUBJECT_MAX] = "";
    char wanted[CROK_SUBJECT_MAX + 8] = "hall";
    char what[WHAT_BYTES + CROK_SUBJECT_MAX];
    if (table != NULL && crok_hall_token(crok_day_text(table, "name"), token))
        (void)snprintf(wanted, sizeof wanted, "table-%s", token);
    if (!is_made_by_us(user) || strcmp(user, wanted) == 0)
        return;
    (void)snprintf(what, sizeof what,
                   "%.160s: this is the key of the user %.100s, and the broker "
                   "would refuse it here; put %.100s.key there",
                   path, user, wanted);
    to->error(to->context, what);
}

/* With TLS a client refuses a broker whose authority it does not know. */
static void check_authority(const char *path, const char *authority,
                            const crok_key_found *to)
{
    if (authority[0] == '\0')
        say(to->warning, to->context, path,
            ": it names no authority, so that only a broker with a public "
            "certificate is believed; write authority = \"ca.pem\"; into it");
    else if (access(authority, R_OK) != 0)
        say(to->error, to->context, authority,
            " cannot be read, without which no connection to the broker is "
            "made; copy ca.pem there from the folder of crokeye hall keys");
}

static void check_file(const crok_day_file *d, const crok_conf_settings *table,
                       const char *path, const crok_key_found *to)
{
    crok_hall_key key = {.user = ""};
    crok_err why = {0};
    if (access(path, R_OK) != 0) {
        say(to->warning, to->context, path,
            " cannot be read: crokeye hall keys makes it");
        return;
    }
    check_mode(path, to);
    if (crok_hall_key_read(path, &key, &why) != CROK_OK) {
        to->error(to->context, why.msg);
        return;
    }
    check_user(table, path, key.user, to);
    if (is_tls(d))
        check_authority(path, key.authority, to);
}

crok_status crok_key_check(const crok_day_file *d,
                           const crok_conf_settings *table,
                           const crok_key_found *to, crok_err *err)
{
    char *path = NULL;
    crok_status st = CROK_OK;
    if (d->engine.n == 0)
        return CROK_OK;
    st = crok_plan_key_path(d, table, &path, err);
    if (st != CROK_OK)
        return st;
    if (path != NULL)
        check_file(d, table, path, to);
    else if (is_tls(d))
        to->warning(to->context,
                    "there is no key, and so no ca.pem by which the broker is "
                    "known: write engine.keys = \"FOLDER\", which crokeye hall "
                    "keys fills");
    free(path);
    return CROK_OK;
}

crok_status crok_key_check_host(const crok_day_file *d,
                                const crok_key_found *to, crok_err *err)
{
    const char *keys = crok_day_text(&d->engine, "keys");
    crok_err why = {0};
    crok_status st = CROK_OK;
    char host[256];
    if (keys == NULL || !is_tls(d) ||
        crok_day_port(crok_day_text(&d->engine, "url") + 6, host,
                      sizeof host) == 0)
        return CROK_OK;
    st = crok_authority_check(keys, host, &why);
    if (st == CROK_EARG)
        to->error(to->context, why.msg);
    else if (st == CROK_EIO)
        to->warning(to->context, why.msg);
    else if (st != CROK_OK)
        return crok_fail(err, st, "%s", why.msg);
    return CROK_OK;
}

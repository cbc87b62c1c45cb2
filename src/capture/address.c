/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/address.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/file.h"

/* What stands in place of a secret. */
#define MASK "hidden"

bool crok_address_is_remote(const char *spec)
{
    return strstr(spec, "://") != NULL && strncmp(spec, "file://", 7) != 0;
}

/* The secret parts of a network address: offsets and lengths in bytes. A length
 * is 0 where there is none. */
typedef struct secrets {
    size_t user_at, user; /* "name:password" */
    size_t query_at, query;
} secrets;

static secrets secrets_of(const char *spec)
{
    secrets s = {0, 0, 0, 0};
    const char *host = NULL;
    const char *query = NULL;
    size_t n = 0;
    if (!crok_address_is_remote(spec))
        return s;
    host = strstr(spec, "://") + 3;
    query = strpbrk(host, "?#");
    n = strcspn(host, "/?#");
    s.user_at = (size_t)(host - spec);
    for (size_t i = 0; i < n; i++)
        if (host[i] == '@')
            s.user = i;
    /* a '/' or '?' in a password that is not encoded ends the host too early */
    if (s.user == 0 && strchr(host, '@') != NULL)
        s.user = (size_t)(strrchr(host, '@') - host);
    if (query != NULL && query > host + s.user) {
        s.query_at = (size_t)(query - spec) + 1;
        s.query = strlen(query) - 1;
    }
    return s;
}

void crok_address_show(const char *spec, char out[CROK_ADDRESS_MAX])
{
    secrets s = secrets_of(spec);
    const char *rest = spec + s.user_at + s.user;
    int n_rest =
        (int)(s.query > 0 ? (size_t)(spec + s.query_at - rest) : strlen(rest));
    (void)snprintf(out, CROK_ADDRESS_MAX, "%.*s%s%.*s%s", (int)s.user_at, spec,
                   s.user > 0 ? MASK : "", n_rest, rest,
                   s.query > 0 ? MASK : "");
}

/* Copy the source of n bytes, which is named `name` in messages. */
static crok_status copy_of(const char *text, size_t n, const char *name,
                           char out[CROK_ADDRESS_MAX], crok_err *err)
{
    if (n == 0)
        return crok_fail(err, CROK_EARG, "%s: there is no source in it", name);
    if (n >= CROK_ADDRESS_MAX)
        return crok_fail(err, CROK_EARG,
                         "%s: a source has less than %d characters", name,
                         CROK_ADDRESS_MAX);
    memcpy(out, text, n);
    out[n] = '\0';
    return CROK_OK;
}

static crok_status take_file(const char *path, char out[CROK_ADDRESS_MAX],
                             crok_err *err)
{
    struct stat st = {0};
    char *text = NULL;
    size_t n = 0;
    crok_status status = CROK_OK;
    if (stat(path, &st) != 0)
        return crok_fail(err, CROK_EIO, "%s: %s", path, strerror(errno));
    if (!S_ISREG(st.st_mode))
        return crok_fail(err, CROK_EIO, "%s: not a file", path);
    if ((st.st_mode & (S_IROTH | S_IWOTH)) != 0)
        return crok_fail(err, CROK_EIO,
                         "%s: every user of this machine may read or change "
                         "it: chmod o-rw it",
                         path);
    status = crok_file_first_line(path, CROK_ADDRESS_MAX, &text, &n, err);
    if (status != CROK_OK)
        return status;
    status = copy_of(text, strnlen(text, n), path, out, err);
    free(text);
    return status;
}

static crok_status take_variable(const char *name, char out[CROK_ADDRESS_MAX],
                                 crok_err *err)
{
    const char *text = getenv(name);
    if (text == NULL)
        return crok_fail(err, CROK_EARG,
                         "env:%s: this environment variable is not set", name);
    return copy_of(text, strlen(text), name, out, err);
}

crok_status crok_address_take(char *given, char out[CROK_ADDRESS_MAX],
                              crok_err *err)
{
    crok_status st = CROK_OK;
    secrets s;
    if (given[0] == '@')
        return take_file(given + 1, out, err);
    if (strncmp(given, "env:", 4) == 0)
        return take_variable(given + 4, out, err);
    st = copy_of(given, strlen(given), "the source", out, err);
    s = secrets_of(given);
    if (st == CROK_OK) {
        memset(given + s.user_at, '*', s.user);
        memset(given + s.query_at, '*', s.query);
    }
    return st;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/address.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/file.h"

/* What stands in place of a secret. */
#define MASK "hidden"

bool crok_address_is_remote(const char *spec)
{
    return strstr(spec, "://") != NULL && strncmp(spec, "file://", 7) != 0;
}

/* Where the path of a network address begins: scheme "://" [user "@"] host
 * [":" port] path (RFC 3986). NULL if the address has no scheme. */
static const char *path_of(const char *spec)
{
    size_t n = strspn(spec, "abcdefghijklmnopqrstuvwxyz"
                            "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.");
    const char *host = spec + n + 3;
    return strncmp(spec + n, "://", 3) == 0 ? host + strcspn(host, "/?#")
                                            : NULL;
}

bool crok_address_is_secret(const char *spec)
{
    const char *colon = strchr(spec, ':');
    if (crok_address_is_remote(spec))
        return true;
    return colon != NULL && strchr(colon, '@') != NULL &&
           strncmp(spec, "file://", 7) != 0 && access(spec, F_OK) != 0;
}

/* Only what cannot be a secret is shown. A path and a query may hold a key. An
 * '@' behind the host may be of a password with a '/' or '?' that was not
 * encoded; then no part of the address is certain. */
void crok_address_show(const char *spec, char out[CROK_ADDRESS_MAX])
{
    const char *path = NULL;
    const char *host = NULL;
    const char *scheme_end = NULL;
    if (!crok_address_is_secret(spec)) {
        (void)snprintf(out, CROK_ADDRESS_MAX, "%s", spec);
        return;
    }
    path = path_of(spec);
    if (path == NULL || strchr(path, '@') != NULL) {
        (void)snprintf(out, CROK_ADDRESS_MAX, "%s", MASK);
        return;
    }
    scheme_end = strstr(spec, "://") + 3;
    for (host = path; host > scheme_end && host[-1] != '@';)
        host--;
    (void)snprintf(out, CROK_ADDRESS_MAX, "%.*s%.*s%s",
                   (int)(scheme_end - spec), spec, (int)(path - host), host,
                   strlen(path) > 1 ? "/" MASK : path);
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
    if (given[0] == '@')
        return take_file(given + 1, out, err);
    if (strncmp(given, "env:", 4) == 0)
        return take_variable(given + 4, out, err);
    st = copy_of(given, strlen(given), "the source", out, err);
    if (st == CROK_OK && crok_address_is_secret(given))
        memset(given, '*', strlen(given));
    return st;
}

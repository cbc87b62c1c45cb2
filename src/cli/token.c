/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/token.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/file.h"
#include "core/random.h"
#include "core/save.h"

#define N_BYTES (CROK_TOKEN_RANDOM / 2)

crok_status crok_token_make(char *out, crok_err *err)
{
    return crok_random_hex(out, N_BYTES, err);
}

static crok_status read_token(const char *path, char *out, crok_err *err)
{
    char *text = NULL;
    size_t n = 0;
    crok_status st = crok_file_first_line(path, 4096, &text, &n, err);
    if (st != CROK_OK)
        return st;
    if (n < CROK_TOKEN_MIN || n > CROK_TOKEN_MAX) {
        st = crok_fail(err, CROK_EFORMAT,
                       "%s: its first line must be a token of %d to %d bytes",
                       path, CROK_TOKEN_MIN, CROK_TOKEN_MAX);
    } else {
        memcpy(out, text, n);
        out[n] = '\0';
    }
    free(text);
    return st;
}

/* A file with a token is never replaced. */
static bool is_no_token(const char *known, const char *bytes, size_t n)
{
    (void)known;
    (void)bytes;
    return n == 0;
}

static const crok_save_kind token_kind = {"an empty file", "", is_no_token,
                                          CROK_TOKEN_MAX};

static crok_status keep_token(const char *path, char *out, crok_err *err)
{
    char token[CROK_TOKEN_MAX + 1];
    crok_save_to to = {.path = path, .kind = &token_kind, .is_mine = true};
    crok_status st = crok_token_make(token, err);
    if (st == CROK_OK)
        st = crok_save_text(&to, token, err);
    if (st == CROK_OK)
        (void)strcpy(out, token);
    return st;
}

/* Check that nobody else knows the token, or can change it. */
static crok_status check_owner(const char *path, const struct stat *info,
                               crok_err *err)
{
    if (info->st_uid != geteuid() && info->st_uid != 0)
        return crok_fail(err, CROK_EFORMAT,
                         "%s: this token is of another user, who can change "
                         "it: name a file of your own",
                         path);
    if ((info->st_mode & (S_IWGRP | S_IROTH | S_IWOTH)) != 0)
        return crok_fail(err, CROK_EFORMAT,
                         "%s: others can read or write this token: chmod 600 "
                         "it, after a look whether it is yours",
                         path);
    return CROK_OK;
}

crok_status crok_token_file(const char *path, char *out, crok_err *err)
{
    struct stat info;
    bool exists = stat(path, &info) == 0;
    crok_status st = CROK_OK;
    if (!exists && errno != ENOENT)
        return crok_fail(err, CROK_EIO, "%s: %s", path, strerror(errno));
    if (!exists || (S_ISREG(info.st_mode) && info.st_size == 0))
        return keep_token(path, out, err);
    st = check_owner(path, &info, err);
    return st == CROK_OK ? read_token(path, out, err) : st;
}

crok_status crok_token_try_file(const char *path, char *out, bool *is_kept,
                                crok_err *why)
{
    crok_status st = crok_token_file(path, out, why);
    *is_kept = st == CROK_OK;
    return st == CROK_OK ? st : crok_token_make(out, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/token.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/file.h"

#define RANDOM "/dev/urandom"
#define N_BYTES 16

crok_status crok_token_make(char *out, crok_err *err)
{
    unsigned char bytes[N_BYTES];
    FILE *f = fopen(RANDOM, "rb");
    size_t n = f == NULL ? 0 : fread(bytes, 1, sizeof bytes, f);
    if (f != NULL)
        (void)fclose(f);
    if (n != sizeof bytes)
        return crok_fail(err, CROK_EIO, RANDOM ": cannot be read: %s",
                         strerror(errno));
    for (size_t i = 0; i < n; i++)
        (void)snprintf(out + 2 * i, 3, "%02x", bytes[i]);
    return CROK_OK;
}

static crok_status read_token(const char *path, char *out, crok_err *err)
{
    char *text = NULL;
    size_t len = 0;
    size_t n = 0;
    crok_status st = crok_file_read(path, 4096, &text, &len, err);
    if (st != CROK_OK)
        return st;
    while (n < len && text[n] != '\n' && text[n] != '\r')
        n++;
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

static crok_status keep_token(int fd, const char *path, const char *token,
                              crok_err *err)
{
    size_t n = strlen(token);
    ssize_t wrote = write(fd, token, n);
    if (close(fd) == 0 && wrote == (ssize_t)n)
        return CROK_OK;
    (void)crok_fail(err, CROK_EIO, "%s: cannot be written: %s", path,
                    strerror(errno));
    (void)unlink(path);
    return CROK_EIO;
}

crok_status crok_token_file(const char *path, char *out, crok_err *err)
{
    char token[CROK_TOKEN_MAX + 1];
    crok_status st = CROK_OK;
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, S_IRUSR | S_IWUSR);
    if (fd < 0 && errno == EEXIST)
        return read_token(path, out, err);
    if (fd < 0)
        return crok_fail(err, CROK_EIO, "%s: cannot be made: %s", path,
                         strerror(errno));
    st = crok_token_make(token, err);
    if (st != CROK_OK) {
        (void)close(fd);
        (void)unlink(path);
        return st;
    }
    st = keep_token(fd, path, token, err);
    if (st == CROK_OK)
        (void)strcpy(out, token);
    return st;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/authority.h"

#include <arpa/inet.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hall/key_file.h"
#include "hall/tool.h"

/* Ten years: nobody thinks of a hall's certificate before a tournament. */
#define DAYS "3650"

/* The files of a folder. */
typedef struct files {
    char ca_pem[CROK_KEY_PATH], ca_key[CROK_KEY_PATH];
    char server_pem[CROK_KEY_PATH], server_key[CROK_KEY_PATH];
    char host[300];    /* "IP:192.168.1.5" or "DNS:hall.example" */
    bool is_address;   /* the host */
    const char *plain; /* it, without what it is */
    void (*say)(void *context, const char *what);
    void *context;
} files;

static void tell(const files *f, const char *path, const char *what)
{
    char text[512];
    (void)snprintf(text, sizeof text, "%.300s: %s", path, what);
    if (f->say != NULL)
        f->say(f->context, text);
}

/* Write what openssl says to a new file.
 *
 *   is_secret  it is for its owner only */
static crok_status put(const files *f, char *const *words, const char *path,
                       bool is_secret, crok_err *err)
{
    const crok_save_to to = {
        .path = path, .kind = &crok_save_secret, .is_mine = is_secret};
    char *text = NULL;
    crok_status st = crok_tool_run(words, &text, err);
    if (st == CROK_OK)
        st = crok_save(&to, text, strlen(text), err);
    free(text);
    if (st == CROK_OK)
        tell(f, path, "made");
    return st;
}

/* Make a private key, unless it is there. */
static crok_status make_key(const files *f, const char *path, crok_err *err)
{
    char *const words[] = {"openssl", "genpkey",  "-algorithm",
                           "EC",      "-pkeyopt", "ec_paramgen_curve:P-256",
                           "-quiet",  NULL};
    if (access(path, F_OK) != 0)
        return put(f, words, path, true, err);
    tell(f, path, "is there, and kept");
    return CROK_OK;
}

static crok_status make_authority(files *f, crok_err *err)
{
    char *const words[] = {"openssl", "req",
                           "-x509",   "-new",
                           "-key",    f->ca_key,
                           "-subj",   "/CN=crokeye hall",
                           "-days",   DAYS,
                           "-addext", "keyUsage=critical,keyCertSign,cRLSign",
                           NULL};
    return put(f, words, f->ca_pem, false, err);
}

static crok_status make_certificate(files *f, crok_err *err)
{
    char name[400];
    char *const words[] = {"openssl", "req",
                           "-x509",   "-new",
                           "-key",    f->server_key,
                           "-CA",     f->ca_pem,
                           "-CAkey",  f->ca_key,
                           "-subj",   "/CN=crokeye broker",
                           "-days",   DAYS,
                           "-addext", name,
                           "-addext", "basicConstraints=critical,CA:FALSE",
                           "-addext", "keyUsage=critical,digitalSignature",
                           "-addext", "extendedKeyUsage=serverAuth",
                           NULL};
    (void)snprintf(name, sizeof name, "subjectAltName=%s", f->host);
    return put(f, words, f->server_pem, false, err);
}

/* Is the certificate that is there for our host? */
static crok_status check_certificate(files *f, crok_err *err)
{
    char *host = strdup(f->plain);
    char *const words[] = {
        "openssl", "x509",        "-noout",
        "-in",     f->server_pem, f->is_address ? "-checkip" : "-checkhost",
        host,      NULL};
    char *text = NULL;
    bool fits = false;
    crok_status st = host == NULL
                         ? crok_fail(err, CROK_ENOMEM, "no memory for a host")
                         : crok_tool_run(words, &text, err);
    free(host);
    if (st != CROK_OK)
        return st;
    fits = strstr(text, "does match") != NULL;
    free(text);
    if (!fits)
        return crok_fail(err, CROK_EARG,
                         "%.120s: this certificate does not name %.60s, and "
                         "clients would refuse it; remove it, and crokeye hall "
                         "keys makes a new one",
                         f->server_pem, f->plain);
    return CROK_OK;
}

/* Name the files of a folder. */
static void name_files(const char *folder, files *f)
{
    struct in_addr four;
    struct in6_addr six;
    (void)snprintf(f->ca_pem, CROK_KEY_PATH, "%s/" CROK_CA_PEM, folder);
    (void)snprintf(f->ca_key, CROK_KEY_PATH, "%s/" CROK_CA_KEY, folder);
    (void)snprintf(f->server_pem, CROK_KEY_PATH, "%s/" CROK_SERVER_PEM, folder);
    (void)snprintf(f->server_key, CROK_KEY_PATH, "%s/" CROK_SERVER_KEY, folder);
    f->is_address = inet_pton(AF_INET, f->plain, &four) == 1 ||
                    inet_pton(AF_INET6, f->plain, &six) == 1;
    (void)snprintf(f->host, sizeof f->host, "%s:%s",
                   f->is_address ? "IP" : "DNS", f->plain);
}

static crok_status check_files(const files *f, crok_err *err)
{
    if (strpbrk(f->plain, ",\n=") != NULL)
        return crok_fail(err, CROK_EARG, "%.100s: no host's name", f->plain);
    if (access(f->ca_pem, F_OK) == 0 && access(f->ca_key, F_OK) != 0 &&
        access(f->server_pem, F_OK) != 0)
        return crok_fail(err, CROK_EARG,
                         "%.180s is there, and its key ca.key is not: put it "
                         "there, or remove both",
                         f->ca_pem);
    if (access(f->server_pem, F_OK) == 0 && access(f->server_key, F_OK) != 0)
        return crok_fail(err, CROK_EARG,
                         "%.180s is there, and its key server.key is not: put "
                         "it there, or remove both",
                         f->server_pem);
    return CROK_OK;
}

static crok_status keep_certificate(files *f, crok_err *err)
{
    crok_status st = check_certificate(f, err);
    if (st == CROK_OK)
        tell(f, f->server_pem, "is there, and kept");
    return st;
}

static crok_status make_all(files *f, crok_err *err)
{
    crok_status st = make_key(f, f->ca_key, err);
    if (st == CROK_OK && access(f->ca_pem, F_OK) != 0)
        st = make_authority(f, err);
    if (st == CROK_OK)
        st = make_key(f, f->server_key, err);
    return st == CROK_OK ? make_certificate(f, err) : st;
}

crok_status crok_authority_make(const char *folder, const char *host,
                                void (*say)(void *context, const char *what),
                                void *context, crok_err *err)
{
    crok_status st = CROK_OK;
    files *f = calloc(1, sizeof *f);
    if (f == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for paths");
    f->plain = host;
    f->say = say;
    f->context = context;
    name_files(folder, f);
    st = check_files(f, err);
    if (st == CROK_OK && access(f->server_pem, F_OK) == 0)
        st = keep_certificate(f, err);
    else if (st == CROK_OK)
        st = make_all(f, err);
    free(f);
    return st;
}

crok_status crok_authority_check(const char *folder, const char *host,
                                 crok_err *err)
{
    crok_status st = CROK_OK;
    files *f = calloc(1, sizeof *f);
    if (f == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for paths");
    f->plain = host;
    name_files(folder, f);
    if (access(f->server_pem, F_OK) == 0)
        st = check_certificate(f, err);
    free(f);
    return st;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/keys.h"

#include <arpa/inet.h>
#include <crypt.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/random.h"
#include "hall/authority.h"
#include "hall/key_file.h"
#include "hall/plans.h"
#include "hall/rights.h"
#include "hall/subjects.h"

#define MARK "# Made by crokeye hall keys; changes are overwritten.\n"

/* 128 random bits cannot be guessed, so the hash need not be slow: 2^5 rounds
 * take a few ms, and after a restart of the broker a hundred tables sign in at
 * once. */
#define HASH_COST 5
#define PASSWORD_BYTES 16

/* Limits of the broker. A photo of a job may be 8 MB at most; 128 tables have a
 * publisher each, and workers come to it. */
static const char limits[] = "max_payload: 8388608\n"
                             "max_connections: 1024\n"
                             "max_subscriptions: 1024\n"
                             "max_control_line: 4096\n";

static bool begins_with(const char *mark, const char *bytes, size_t n)
{
    return n >= strlen(mark) && memcmp(bytes, mark, strlen(mark)) == 0;
}

const crok_save_kind crok_save_broker = {"settings of crokeye's", MARK,
                                         begins_with, (size_t)1 << 20};

/* What is being made. */
typedef struct making {
    const crok_day_file *day;
    const char *hall, *folder;
    void (*say)(void *context, const char *what);
    void *context;
    crok_str users; /* of the settings */
} making;

static void tell(const making *m, const char *name, const char *what)
{
    char text[512];
    (void)snprintf(text, sizeof text, "%.300s: %s", name, what);
    if (m->say != NULL)
        m->say(m->context, text);
}

/* ---- passwords ---- */

/* Write the bcrypt hash of a password. */
static crok_status hash_of(const char *password, char out[CRYPT_OUTPUT_SIZE],
                           crok_err *err)
{
    char salt[CRYPT_GENSALT_OUTPUT_SIZE];
    const char *hash = NULL;
    struct crypt_data *data = calloc(1, sizeof *data);
    if (data == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a password");
    if (crypt_gensalt_rn("$2b$", HASH_COST, NULL, 0, salt, sizeof salt) != NULL)
        hash = crypt_rn(password, salt, data, sizeof *data);
    if (hash != NULL)
        (void)snprintf(out, CRYPT_OUTPUT_SIZE, "%s", hash);
    free(data);
    return hash == NULL
               ? crok_fail(err, CROK_EIO, "the password cannot be hashed: %s",
                           strerror(errno))
               : CROK_OK;
}

/* ---- users ---- */

/* A user that is made or kept. */
typedef struct user {
    crok_hall_role role;
    const char *table; /* its name; NULL: it is none's */
    const char *name;  /* the user's */
} user;

/* Read the key of a user, or make it. */
static crok_status take_key(const making *m, const user *u, crok_hall_key *out,
                            crok_err *err)
{
    char path[CROK_KEY_PATH];
    crok_status st = CROK_OK;
    (void)snprintf(path, sizeof path, "%s/%s.key", m->folder, u->name);
    if (access(path, F_OK) == 0) {
        tell(m, path, "is there, and kept");
        st = crok_hall_key_read(path, out, err);
        if (st == CROK_OK && out->user[0] == '\0')
            return crok_fail(err, CROK_EFORMAT, "%.200s: it has no user", path);
        return st;
    }
    *out = (crok_hall_key){.authority = "ca.pem"};
    (void)snprintf(out->user, sizeof out->user, "%s", u->name);
    (void)snprintf(out->inbox, sizeof out->inbox, "_INBOX_%s", u->name);
    st = crok_random_hex(out->password, PASSWORD_BYTES, err);
    if (st == CROK_OK)
        st = crok_hall_key_write(path, out, err);
    if (st == CROK_OK)
        tell(m, path, "made");
    return st;
}

static crok_status add_user(making *m, const user *u, crok_err *err)
{
    char hash[CRYPT_OUTPUT_SIZE];
    crok_hall_key key;
    crok_status st = take_key(m, u, &key, err);
    if (st == CROK_OK)
        st = hash_of(key.password, hash, err);
    if (st != CROK_OK)
        return st;
    crok_str_addf(&m->users,
                  "  { user: \"%s\", password: \"%s\", permissions: {\n"
                  "      publish: ",
                  key.user, hash);
    st = crok_rights_publish(u->role, m->hall, u->table, &m->users, err);
    crok_str_add(&m->users, "\n      subscribe: [");
    if (st == CROK_OK)
        st = crok_rights_read(u->role, m->hall, key.inbox, &m->users, err);
    crok_str_add(&m->users, "] } }\n");
    return st;
}

static crok_status add_table(making *m, const char *table, crok_err *err)
{
    char token[CROK_SUBJECT_MAX];
    char name[CROK_SUBJECT_MAX + 8];
    const user u = {CROK_ROLE_TABLE, table, name};
    if (!crok_hall_token(table, token))
        return crok_fail(err, CROK_EARG, "the table's name %.60s is too long",
                         table);
    (void)snprintf(name, sizeof name, "table-%s", token);
    return add_user(m, &u, err);
}

static crok_status add_users(making *m, crok_err *err)
{
    static const user fixed[] = {{CROK_ROLE_SETUP, NULL, "setup"},
                                 {CROK_ROLE_HALL, NULL, "hall"},
                                 {CROK_ROLE_ARCHIVE, NULL, "archive"},
                                 {CROK_ROLE_SCREEN, NULL, "screen"}};
    const bool has_screen = crok_day_text(&m->day->engine, "mqtt") != NULL;
    crok_status st = CROK_OK;
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed && st == CROK_OK; i++)
        if (fixed[i].role != CROK_ROLE_SCREEN || has_screen)
            st = add_user(m, &fixed[i], err);
    for (int i = 0; i < m->day->n_tables && st == CROK_OK; i++)
        st = add_table(m, crok_day_text(&m->day->table[i], "name"), err);
    return st;
}

/* ---- the broker's addresses ---- */

/* Is it an address of this machine or of a private network (RFC 1918, 3927,
 * 4193, 4291)? */
static bool is_local(const char *host)
{
    struct in_addr four;
    struct in6_addr six;
    if (inet_pton(AF_INET, host, &four) == 1) {
        const uint32_t a = ntohl(four.s_addr);
        return a >> 24 == 127 || a >> 24 == 10 || a >> 20 == 0xac1 ||
               a >> 16 == 0xc0a8 || a >> 16 == 0xa9fe;
    }
    if (inet_pton(AF_INET6, host, &six) != 1)
        return false;
    return IN6_IS_ADDR_LOOPBACK(&six) || IN6_IS_ADDR_LINKLOCAL(&six) ||
           (six.s6_addr[0] & 0xfe) == 0xfc;
}

static crok_status check_local(const crok_day_file *d, const char *setting,
                               const char *address, crok_err *err)
{
    char host[256];
    if (crok_day_port(address, host, sizeof host) != 0 && is_local(host))
        return CROK_OK;
    return crok_fail(err, CROK_EARG,
                     "%.100s:%d: engine.%s: the broker must listen on an "
                     "address of the local network, as 192.168.1.5:4222; with "
                     "a name in engine.url say engine.listen",
                     d->path, crok_day_line(&d->engine, setting), setting);
}

/* The address on which the broker listens: engine.listen, or that of
 * engine.url. */
static crok_status find_address(const crok_day_file *d, const char **out,
                                crok_err *err)
{
    const char *url = crok_day_text(&d->engine, "url");
    const char *listen = crok_day_text(&d->engine, "listen");
    const char *mqtt = crok_day_text(&d->engine, "mqtt");
    crok_status st = CROK_OK;
    if (url == NULL)
        return crok_fail(err, CROK_EARG,
                         "%.160s: it has no engine, so there are no keys to "
                         "make",
                         d->path);
    if (strncmp(url, "tls://", 6) != 0)
        return crok_fail(err, CROK_EARG,
                         "%.120s:%d: engine.url: must begin with tls://, as "
                         "passwords cross the network",
                         d->path, crok_day_line(&d->engine, "url"));
    *out = listen == NULL ? url + 6 : listen;
    st = check_local(d, listen == NULL ? "url" : "listen", *out, err);
    return st == CROK_OK && mqtt != NULL ? check_local(d, "mqtt", mqtt, err)
                                         : st;
}

/* ---- the broker's settings ---- */

static void add_quoted(crok_str *t, const char *text, const char *more)
{
    crok_str_add(t, "\"");
    for (const char *p = text; *p != '\0'; p++) {
        const char one[] = {*p, '\0'};
        if (*p == '"' || *p == '\\')
            crok_str_add(t, "\\");
        crok_str_add(t, one);
    }
    crok_str_addf(t, "%s\"", more);
}

static void add_tls(crok_str *t, const making *m)
{
    crok_str_add(t, "tls {\n  cert_file: ");
    add_quoted(t, m->folder, "/" CROK_SERVER_PEM);
    crok_str_add(t, "\n  key_file: ");
    add_quoted(t, m->folder, "/" CROK_SERVER_KEY);
    crok_str_add(t, "\n  timeout: 10\n}\n");
}

/* Returns the settings; free them. NULL: no memory. */
static char *settings_of(making *m, const char *address)
{
    const char *mqtt = crok_day_text(&m->day->engine, "mqtt");
    char *users = crok_str_take(&m->users);
    crok_str t = {0};
    if (users == NULL)
        return NULL;
    crok_str_add(&t, MARK
                 "# nats-server -c nats-server.conf. There is no listener for "
                 "monitoring.\n"
                 "server_name: \"crokeye\"\nlisten: ");
    add_quoted(&t, address, "");
    crok_str_add(&t, "\n");
    crok_str_add(&t, limits);
    add_tls(&t, m);
    crok_str_add(&t, "jetstream {\n  store_dir: ");
    add_quoted(&t, m->folder, "/streams");
    crok_str_add(&t, "\n  max_file_store: 20GB\n  max_memory_store: 64MB\n}\n");
    if (mqtt != NULL) {
        crok_str_add(&t, "mqtt {\nlisten: ");
        add_quoted(&t, mqtt, "");
        crok_str_add(&t, "\n");
        add_tls(&t, m);
        crok_str_add(&t, "}\n");
    }
    crok_str_addf(&t, "authorization {\n  timeout: 10\n  users = [\n%s  ]\n}\n",
                  users);
    free(users);
    return crok_str_take(&t);
}

static crok_status write_settings(making *m, const char *address, crok_err *err)
{
    char path[CROK_KEY_PATH];
    const crok_save_to to = {
        .path = path, .kind = &crok_save_broker, .is_mine = true};
    char *text = settings_of(m, address);
    crok_status st = CROK_OK;
    (void)snprintf(path, sizeof path, "%s/nats-server.conf", m->folder);
    if (text == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for %.160s", path);
    st = crok_save(&to, text, strlen(text), err);
    free(text);
    if (st == CROK_OK)
        tell(m, path, "made");
    return st;
}

crok_status crok_hall_keys_make(const crok_day_file *d, const char *folder,
                                void (*say)(void *context, const char *what),
                                void *context, crok_err *err)
{
    making m = {.day = d,
                .hall = crok_day_text(&d->day, "hall"),
                .folder = folder,
                .say = say,
                .context = context};
    const char *address = NULL;
    char host[256];
    crok_status st = CROK_OK;
    if (strlen(folder) > CROK_KEY_PATH - 512)
        return crok_fail(err, CROK_EARG, "%.100s: the path is too long",
                         folder);
    st = find_address(d, &address, err);
    if (st == CROK_OK) {
        (void)crok_day_port(crok_day_text(&d->engine, "url") + 6, host,
                            sizeof host);
        st = crok_authority_make(folder, host, say, context, err);
    }
    if (st == CROK_OK)
        st = add_users(&m, err);
    if (st == CROK_OK)
        st = write_settings(&m, address, err);
    free(crok_str_take(&m.users));
    return st;
}

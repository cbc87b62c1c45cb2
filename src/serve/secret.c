/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/secret.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "core/clock.h"
#include "serve/peer.h"

_Static_assert(CROK_KEY_TABLES == CROK_MAX_TABLES, "a key a table");
_Static_assert(CROK_GUESSER == CROK_PEER_MAX, "one text of an address");

/* ---- what is right ---- */

static bool is_allowed(const char *token)
{
    size_t n = strlen(token);
    for (const char *p = token; *p != '\0'; p++)
        if (*p <= ' ' || *p > '~' || *p == ';' || *p == ',' || *p == '"')
            return false;
    return n >= CROK_TOKEN_MIN && n <= CROK_TOKEN_MAX;
}

/* Does the token look as the program makes them? */
static bool is_random(const char *token)
{
    size_t n = strlen(token);
    return n == CROK_TOKEN_RANDOM && strspn(token, "0123456789abcdef") == n;
}

/* Make the cookie, and later the tables' tokens, of the token or of random
 * bytes. */
static crok_status set_session(crok_serve *s, crok_err *err)
{
    unsigned char bytes[16];
    char key[2 * sizeof bytes + 1];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return crok_fail(err, CROK_EIO, "no random numbers for a cookie: %s",
                         strerror(errno));
    for (size_t i = 0; i < sizeof bytes; i++)
        (void)snprintf(key + 2 * i, 3, "%02x", bytes[i]);
    (void)snprintf(s->keys.secret, sizeof s->keys.secret, "%.64s",
                   s->is_random ? s->token : key);
    crok_sha256_hmac(s->keys.secret, "crokeye session", s->session);
    return CROK_OK;
}

crok_status crok_secret_set(crok_serve *s, const char *token, crok_err *err)
{
    if (!is_allowed(token))
        return crok_fail(err, CROK_EARG,
                         "the token must be %d to %d letters, digits or - _ .",
                         CROK_TOKEN_MIN, CROK_TOKEN_MAX);
    (void)snprintf(s->token, sizeof s->token, "%s", token);
    s->is_random = is_random(token);
    return set_session(s, err);
}

crok_status crok_secret_set_tables(crok_serve *s, crok_err *err)
{
    s->keys.n = s->n_tables;
    s->keys.path = s->token_path;
    for (int i = 0; i < s->n_tables; i++) {
        crok_journal_health h = crok_live_health(s->table[i].live);
        char *id = s->keys.of[i].id;
        if (h.id[0] != '\0')
            (void)snprintf(id, CROK_KEY_ID, "%s", h.id);
        else
            (void)snprintf(id, CROK_KEY_ID, "%d", i + 1);
    }
    return crok_keys_open(&s->keys, err);
}

/* ---- what comes ---- */

/* Something that a request carries, to be compared. */
typedef struct secret {
    const char *name; /* "token" */
    bool is_right;
    bool is_random; /* nobody guesses it */
} secret;

static void tell(const crok_serve *s, const secret *x, const char *address,
                 bool is_last)
{
    char text[160];
    if (s->message == NULL)
        return;
    (void)snprintf(text, sizeof text, "a wrong %s from %s%s", x->name, address,
                   !is_last       ? ""
                   : s->is_random ? "; more of them are not told for a while"
                                  : "; its tokens are not looked at for a "
                                    "while");
    s->message(s->context, text);
}

typedef enum verdict { RIGHT, WRONG, NOT_LOOKED_AT } verdict;

static verdict judge(crok_serve *s, struct MHD_Connection *c, const secret *x)
{
    crok_peer peer = crok_peer_of(c, s->public_url.origin[0] != '\0');
    const char *who = crok_guesses_knows(&s->guesses, peer.address)
                          ? peer.address
                          : peer.network;
    int64_t now = crok_clock_monotonic_ms();
    bool may_guess = crok_guesses_allow(&s->guesses, who, now);
    if (!may_guess && !x->is_random)
        return NOT_LOOKED_AT;
    if (x->is_right) {
        crok_guesses_know(&s->guesses, peer.address);
        return RIGHT;
    }
    if (may_guess) {
        crok_guesses_add(&s->guesses, who, now);
        tell(s, x, who, !crok_guesses_allow(&s->guesses, who, now));
    }
    return WRONG;
}

/* The tables whose token this is. */
static unsigned tables_of(const crok_serve *s, const char *token)
{
    unsigned tables = CROK_NO_TABLE;
    for (int i = 0; i < s->keys.n; i++)
        if (crok_secret_equal(token, s->keys.of[i].token))
            tables |= 1U << i;
    return tables;
}

const crok_problem *crok_secret_refuse(crok_serve *s, struct MHD_Connection *c,
                                       const char *token, unsigned *tables)
{
    static const crok_problem wrong = {
        .status = MHD_HTTP_UNAUTHORIZED,
        .code = "token",
        .message = "This is not the token that was printed when the program "
                   "started, and no table's."};
    static const crok_problem too_many = {
        .status = MHD_HTTP_TOO_MANY_REQUESTS,
        .code = "too_many",
        .retry_s = CROK_GUESS_MS / 1000,
        .message = "Too many wrong tokens came from this address; this one was "
                   "not looked at. Try again in some seconds."};
    unsigned of = tables_of(s, token);
    secret x = {.name = "token",
                .is_right =
                    of != CROK_NO_TABLE || crok_secret_equal(token, s->token),
                .is_random = of != CROK_NO_TABLE || s->is_random};
    verdict v = judge(s, c, &x);
    if (v != RIGHT)
        return v == WRONG ? &wrong : &too_many;
    *tables = of != CROK_NO_TABLE ? of : CROK_EVERY_TABLE;
    return NULL;
}

/* ---- cookies ---- */

/* Name of the cookie of a sign-in to table i: that of the server, and behind it
 * the record, so that a phone may be signed in at several tables. */
#define COOKIE_NAME 32
static void name_cookie(const crok_serve *s, int i, char out[COOKIE_NAME])
{
    (void)snprintf(out, COOKIE_NAME, "%s.%.8s", s->cookie, s->keys.of[i].id);
}

void crok_secret_cookie(const crok_serve *s, unsigned tables,
                        char out[CROK_COOKIE_TEXT])
{
    char name[COOKIE_NAME];
    (void)snprintf(out, CROK_COOKIE_TEXT, "%s=%s", s->cookie, s->session);
    for (int i = 0; tables != CROK_EVERY_TABLE && i < s->keys.n; i++) {
        if ((tables & (1U << i)) == 0)
            continue;
        name_cookie(s, i, name);
        (void)snprintf(out, CROK_COOKIE_TEXT, "%s=%s", name,
                       s->keys.of[i].session);
    }
}

/* Is there a cookie of this name, and one of them with this value? */
static bool has_cookie(struct MHD_Connection *c, const char *name,
                       const char *session, bool *is_there)
{
    const char *at = MHD_lookup_connection_value(c, MHD_HEADER_KIND, "Cookie");
    char value[CROK_SHA256_HEX];
    bool is_right = false;
    while (crok_cookie_next(&at, name, value, sizeof value)) {
        *is_there = true;
        is_right = is_right || crok_secret_equal(value, session);
    }
    return is_right;
}

/* The tables to which the request's cookies let it write.
 *
 *   is_there  set to true if it has any cookie of ours */
static unsigned cookies_of(const crok_serve *s, struct MHD_Connection *c,
                           bool *is_there)
{
    unsigned tables = CROK_NO_TABLE;
    char name[COOKIE_NAME];
    if (has_cookie(c, s->cookie, s->session, is_there))
        return CROK_EVERY_TABLE;
    for (int i = 0; i < s->keys.n; i++) {
        name_cookie(s, i, name);
        if (has_cookie(c, name, s->keys.of[i].session, is_there))
            tables |= 1U << i;
    }
    return tables;
}

const crok_problem *crok_secret_refuse_cookie(crok_serve *s,
                                              struct MHD_Connection *c,
                                              unsigned *tables)
{
    static const crok_problem none = {
        .status = MHD_HTTP_UNAUTHORIZED,
        .code = "token",
        .message = "Writing needs the token that was printed when the program "
                   "started, or this table's."};
    static const crok_problem wrong = {
        .status = MHD_HTTP_UNAUTHORIZED,
        .code = "token",
        .message = "This sign-in does not count any more. Sign in again with "
                   "the token that was printed when the program started, or "
                   "with this table's."};
    bool is_there = false;
    unsigned may = cookies_of(s, c, &is_there);
    secret x = {
        .name = "cookie", .is_right = may != CROK_NO_TABLE, .is_random = true};
    if (!is_there)
        return &none;
    if (judge(s, c, &x) != RIGHT)
        return &wrong;
    *tables = may;
    return NULL;
}

unsigned crok_secret_may_write(const crok_serve *s, struct MHD_Connection *c)
{
    bool is_there = false;
    return cookies_of(s, c, &is_there);
}

bool crok_secret_is_signed_in(const crok_serve *s, struct MHD_Connection *c)
{
    return crok_secret_may_write(s, c) != CROK_NO_TABLE;
}

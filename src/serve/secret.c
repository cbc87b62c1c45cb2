/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/secret.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "core/clock.h"
#include "serve/peer.h"

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

/* Make the cookie of the token, or of random bytes. */
static crok_status set_session(crok_serve *s, crok_err *err)
{
    unsigned char bytes[16];
    char key[2 * sizeof bytes + 1];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return crok_fail(err, CROK_EIO, "no random numbers for a cookie: %s",
                         strerror(errno));
    for (size_t i = 0; i < sizeof bytes; i++)
        (void)snprintf(key + 2 * i, 3, "%02x", bytes[i]);
    crok_sha256_hmac(s->is_random ? s->token : key, "crokeye session",
                     s->session);
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

const crok_problem *crok_secret_refuse(crok_serve *s, struct MHD_Connection *c,
                                       const char *token)
{
    static const crok_problem wrong = {
        .status = MHD_HTTP_UNAUTHORIZED,
        .code = "token",
        .message = "This is not the token that was printed when the program "
                   "started."};
    static const crok_problem too_many = {
        .status = MHD_HTTP_TOO_MANY_REQUESTS,
        .code = "too_many",
        .message = "Too many wrong tokens came from this address; this one was "
                   "not looked at. Try again in some seconds."};
    secret x = {.name = "token",
                .is_right = crok_secret_equal(token, s->token),
                .is_random = s->is_random};
    verdict v = judge(s, c, &x);
    return v == RIGHT ? NULL : v == WRONG ? &wrong : &too_many;
}

/* Has a request the cookie, and one with the right value? */
static bool find_cookie(const crok_serve *s, struct MHD_Connection *c,
                        bool *is_right)
{
    const char *at = MHD_lookup_connection_value(c, MHD_HEADER_KIND, "Cookie");
    char value[CROK_SHA256_HEX];
    bool has_one = false;
    *is_right = false;
    while (crok_cookie_next(&at, s->cookie, value, sizeof value)) {
        has_one = true;
        *is_right = *is_right || crok_secret_equal(value, s->session);
    }
    return has_one;
}

const crok_problem *crok_secret_refuse_cookie(crok_serve *s,
                                              struct MHD_Connection *c)
{
    static const crok_problem none = {
        .status = MHD_HTTP_UNAUTHORIZED,
        .code = "token",
        .message = "Writing needs the token that was printed when the program "
                   "started."};
    static const crok_problem wrong = {
        .status = MHD_HTTP_UNAUTHORIZED,
        .code = "token",
        .message = "This sign-in does not count any more. Sign in again with "
                   "the token that was printed when the program started."};
    secret x = {.name = "cookie", .is_random = true};
    if (!find_cookie(s, c, &x.is_right))
        return &none;
    return judge(s, c, &x) == RIGHT ? NULL : &wrong;
}

bool crok_secret_is_signed_in(const crok_serve *s, struct MHD_Connection *c)
{
    bool is_right = false;
    return find_cookie(s, c, &is_right) && is_right;
}

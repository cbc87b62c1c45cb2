/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/secret.h"

#include <stdio.h>

#include "core/clock.h"
#include "serve/peer.h"

static void tell(const crok_serve *s, const char *address, bool is_last)
{
    char text[160];
    if (s->message == NULL)
        return;
    (void)snprintf(text, sizeof text, "a wrong token from %s%s", address,
                   is_last ? "; its tokens are not looked at for a while" : "");
    s->message(s->context, text);
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
    char address[CROK_GUESSER];
    int64_t now = crok_clock_monotonic_ms();
    crok_peer_text(c, s->public_url.origin[0] != '\0', address, sizeof address);
    if (!crok_guesses_allow(&s->guesses, address, now))
        return &too_many;
    if (crok_secret_equal(token, s->token))
        return NULL;
    crok_guesses_add(&s->guesses, address, now);
    tell(s, address, !crok_guesses_allow(&s->guesses, address, now));
    return &wrong;
}

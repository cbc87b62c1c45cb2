/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "serve/answer.h"
#include "serve/body.h"
#include "serve/choose.h"
#include "serve/handlers.h"

static enum MHD_Result refuse_write(struct MHD_Connection *c,
                                    const crok_written *w, const crok_err *err)
{
    crok_problem stale = {.status = MHD_HTTP_PRECONDITION_FAILED,
                          .code = "stale",
                          .message = err->msg,
                          .seq = w->seq};
    if (w->refusal == CROK_REFUSED_STALE)
        return crok_answer_problem(c, &stale);
    return crok_answer_failure(c, err, w->seq);
}

/* Refuse the start of a match under the name of another table. */
static crok_status check_name(crok_serve *s, const crok_hosted *at,
                              const crok_event *e, crok_err *err)
{
    unsigned others = 0;
    if (e->type != CROK_EVENT_MATCH_START)
        return CROK_OK;
    others = crok_tables_named(s, e->u.start.table, strlen(e->u.start.table)) &
             ~(1U << at->place);
    return others == 0 ? CROK_OK
                       : crok_fail(err, CROK_ECONFLICT,
                                   "There is a table \"%s\" already: give "
                                   "this one another name.",
                                   e->u.start.table);
}

enum MHD_Result crok_post_event(crok_serve *s, struct MHD_Connection *c,
                                const crok_request *r)
{
    crok_event *e = malloc(sizeof *e);
    crok_written w = {0};
    crok_err err = {0};
    long expected = CROK_SEQ_ANY;
    enum MHD_Result done = MHD_NO;
    crok_status st = CROK_OK;
    if (e == NULL)
        return MHD_NO;
    if (!crok_if_match(
            MHD_lookup_connection_value(c, MHD_HEADER_KIND, "If-Match"),
            &expected))
        st = crok_fail(&err, CROK_EARG,
                       "If-Match: must be the seq that you saw, like \"41\"");
    if (st == CROK_OK)
        st = crok_body_event(r->event, r->body, r->len, e, &err);
    if (st == CROK_OK)
        st = check_name(s, r->table, e, &err);
    if (st != CROK_OK)
        done = crok_answer_failure(c, &err, 0);
    else if (crok_hosted_write(r->table, e, expected, &w, &err) == CROK_OK)
        done = crok_answer_json(c, w.json);
    else
        done = refuse_write(c, &w, &err);
    free(e);
    return done;
}

/* Check the posted token and store it as a cookie in the console's browser.
 * Scripts of pages cannot read the cookie (HttpOnly), and the browser does not
 * send it with requests that another site makes (SameSite=Strict). */
enum MHD_Result crok_post_login(crok_serve *s, struct MHD_Connection *c,
                                const crok_request *r)
{
    static const char tail[] = "; Path=/; Max-Age=2592000; HttpOnly; "
                               "SameSite=Strict";
    char token[CROK_TOKEN_MAX + 1];
    char cookie[sizeof s->cookie + CROK_TOKEN_MAX + sizeof tail + 1];
    crok_err err = {0};
    crok_answer a = {.status = MHD_HTTP_NO_CONTENT,
                     .bytes = "",
                     .header = "Set-Cookie",
                     .value = cookie};
    crok_problem wrong = {.status = MHD_HTTP_UNAUTHORIZED,
                          .code = "token",
                          .message = "This is not the token that was printed "
                                     "when the program started."};
    if (crok_body_token(r->body, r->len, token, sizeof token, &err) != CROK_OK)
        return crok_answer_failure(c, &err, 0);
    if (!crok_secret_equal(token, s->token))
        return crok_answer_problem(c, &wrong);
    (void)snprintf(cookie, sizeof cookie, "%s=%s%s", s->cookie, token, tail);
    return crok_answer_send(c, &a);
}

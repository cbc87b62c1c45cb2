/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/upload.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/json.h"
#include "serve/handlers.h"

/* A picture is scored in about this time, s. */
#define SCORED_S 2

static const char *header(struct MHD_Connection *c, const char *name)
{
    return MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
}

static crok_problem problem(unsigned status, const char *code,
                            const char *message)
{
    return (crok_problem){.status = status,
                          .code = code,
                          .message = message,
                          .retry_s = SCORED_S};
}

/* A browser's own picture types all begin so; what the bytes are is found when
 * they are read. */
static bool is_picture_type(const char *type)
{
    return type != NULL && strncasecmp(type, "image/", 6) == 0;
}

crok_problem crok_upload_begin(const crok_serve *s, crok_photos *to,
                               struct MHD_Connection *c, crok_photo_job **job)
{
    const char *length = header(c, "Content-Length");
    crok_peer peer = crok_peer_of(c, s->public_url.origin[0] != '\0');
    bool is_own = false;
    long n = 0;
    if (to->with == NULL)
        return problem(MHD_HTTP_NOT_FOUND, "not_found",
                       to == &s->kept ? "This server keeps no pictures."
                                      : "This server does not score pictures.");
    if (!is_picture_type(header(c, "Content-Type")))
        return problem(MHD_HTTP_UNSUPPORTED_MEDIA_TYPE, "content_type",
                       "The body must be a picture, image/...");
    if (length == NULL || !crok_number(length, LONG_MAX, &n) ||
        (size_t)n > CROK_PHOTO_MAX_BYTES)
        return problem(MHD_HTTP_CONTENT_TOO_LARGE, "too_large",
                       "A picture has at most 16 MB, and says its length.");
    *job = crok_photos_enter(to, peer.address, &is_own);
    if (*job == NULL)
        return is_own
                   ? problem(MHD_HTTP_TOO_MANY_REQUESTS, "busy",
                             "A picture of this phone is on its way. Wait for "
                             "it.")
                   : problem(MHD_HTTP_SERVICE_UNAVAILABLE, "busy",
                             "Too many pictures are on their way. Try again "
                             "in some seconds.");
    return (crok_problem){.status = 0};
}

/* Wait for the score of the picture, and answer with it: crokeye.score/1, which
 * may say why there is none. */
enum MHD_Result crok_post_photo(crok_serve *s, struct MHD_Connection *c,
                                const crok_request *r)
{
    const crok_photo_job *job = r->photo;
    crok_answer a = {.status = MHD_HTTP_OK, .type = CROK_TYPE_JSON};
    if (!crok_photos_is_done(&s->photos, job)) {
        crok_photos_wait(&s->photos, r->photo, c, r->body, r->len);
        return MHD_YES;
    }
    if (job->status != CROK_OK)
        return crok_answer_failure(c, &job->err, 0);
    a.bytes = job->text;
    a.len = strlen(job->text);
    return crok_answer_send(c, &a);
}

/* ---- pictures that are kept ---- */

/* Say whether pictures are kept. */
enum MHD_Result crok_get_photo_kept(crok_serve *s, struct MHD_Connection *c,
                                    const crok_request *r)
{
    cJSON *doc = cJSON_CreateObject();
    char *text = NULL;
    (void)r;
    cJSON_AddBoolToObject(doc, "keeps", s->kept.with != NULL);
    text = crok_json_text(doc, false);
    cJSON_Delete(doc);
    return crok_answer_json(c, text);
}

/* A picture cannot be kept for a reason that only the operator may learn and
 * can change. */
static enum MHD_Result tell_operator(const crok_serve *s,
                                     struct MHD_Connection *c,
                                     const crok_err *why)
{
    crok_err err = {0};
    char words[sizeof why->msg + 40];
    (void)snprintf(words, sizeof words, "a picture is not kept: %s", why->msg);
    if (s->message != NULL)
        s->message(s->context, words);
    (void)!crok_fail(&err, CROK_EIO, "this picture cannot be kept here");
    return crok_answer_failure(c, &err, 0);
}

/* Wait until the picture is kept. */
enum MHD_Result crok_post_photo_kept(crok_serve *s, struct MHD_Connection *c,
                                     const crok_request *r)
{
    const crok_photo_job *job = r->photo;
    const crok_answer kept = {.status = MHD_HTTP_NO_CONTENT, .bytes = ""};
    if (!crok_photos_is_done(&s->kept, job)) {
        crok_photos_wait(&s->kept, r->photo, c, r->body, r->len);
        return MHD_YES;
    }
    if (job->status == CROK_EIO || job->status == CROK_EARG)
        return tell_operator(s, c, &job->err);
    return job->status == CROK_OK ? crok_answer_send(c, &kept)
                                  : crok_answer_failure(c, &job->err, 0);
}

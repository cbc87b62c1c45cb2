/* SPDX-License-Identifier: Apache-2.0
 *
 * What strangers send to a server. The first byte says what the rest is: 'h'
 * the text of a header or an address; '0' to '8' the body of the event of that
 * number, which is then appended to a match. What is accepted must keep the
 * laws: a token in a header fits its buffer, an event that is read can be
 * written and read again, and whatever the match has come to can be shown. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "journal/document.h"
#include "rules/rules_json.h"
#include "serve/body.h"
#include "serve/log_json.h"
#include "serve/public_url.h"
#include "serve/request.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char START[] =
    "{\"seq\":1,\"time\":\"2026-05-02T10:00:00Z\",\"type\":\"match_start\","
    "\"rules\":\"depot\",\"sides\":[{\"side\":\"black\"},{\"side\":\"white\"}],"
    "\"seats\":[{\"seat\":0,\"side\":\"black\"},{\"seat\":2,\"side\":"
    "\"white\"}],\"first_seat\":0}";

static void fuzz_header(const char *text)
{
    char token[32];
    crok_address a;
    crok_picture_key key;
    crok_public_url url;
    crok_err err = {0};
    long n = 0;
    const char *at = text;
    const char *bearer = crok_bearer(text);
    if (crok_address_parse(text, &a, &err) == CROK_OK)
        CROK_ASSERT(a.port >= 0 && a.port <= 65535 && a.host[0] != '\0');
    while (crok_cookie_next(&at, "crokeye", token, sizeof token))
        CROK_ASSERT(strlen(token) < sizeof token);
    if (crok_if_match(text, &n))
        CROK_ASSERT(n >= CROK_SEQ_ANY);
    if (crok_call_key(text, &key))
        CROK_ASSERT(key.seq >= 0 && key.disc >= 0);
    if (crok_rest_key(text, &key))
        CROK_ASSERT(key.seq >= 0 && !key.is_call);
    CROK_ASSERT(bearer == NULL ||
                (bearer >= text && bearer <= text + strlen(text)));
    CROK_ASSERT(crok_secret_equal(text, text) == (text[0] != '\0'));
    CROK_ASSERT(crok_host_len(text) <= strlen(text));
    if (crok_host_is_loopback(text))
        CROK_ASSERT(crok_host_is_own(text, "box"));
    if (crok_public_url_parse(text, &url, &err) == CROK_OK)
        CROK_ASSERT(crok_public_url_is_origin(&url, url.origin) &&
                    crok_public_url_is_host(&url, url.host));
    (void)crok_origin_is_host(text, "127.0.0.1:8080");
    (void)crok_is_json_type(text);
}

static void read_again(const crok_event *e)
{
    cJSON *doc = crok_event_to_json(e);
    crok_event *second = malloc(sizeof *second);
    crok_err err = {0};
    CROK_ASSERT(second != NULL);
    /* Rounding to 0.1 um may push a number out of its range. */
    (void)!crok_event_from_json(doc, "again", NULL, second, &err);
    free(second);
    cJSON_Delete(doc);
}

static void show(const crok_log *log)
{
    char *text = crok_document_text_at(&log->match, log);
    char *list = NULL;
    crok_err err = {0};
    CROK_ASSERT(text != NULL);
    CROK_ASSERT(crok_log_text(log, 1000, 10, &list, &err) == CROK_OK);
    cJSON_free(text);
    cJSON_free(list);
}

static void append(crok_log *log, crok_event *e)
{
    crok_err err = {0};
    e->seq = log->n + 1;
    (void)!crok_log_add(log, e, &err);
    show(log);
}

static void fuzz_body(crok_event_type type, const char *text, size_t len)
{
    crok_posted *posted = calloc(1, sizeof *posted);
    crok_err err = {0};
    crok_log log = crok_log_empty();
    CROK_ASSERT(posted != NULL);
    if (type != CROK_EVENT_MATCH_START) {
        CROK_ASSERT(crok_body_event(CROK_EVENT_MATCH_START, START,
                                    sizeof START - 1, posted, &err) == CROK_OK);
        append(&log, &posted->event);
    }
    if (crok_body_event(type, text, len, posted, &err) == CROK_OK) {
        read_again(&posted->event);
        append(&log, &posted->event);
    }
    crok_log_close(&log);
    free(posted);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = NULL;
    char token[32];
    crok_err err = {0};
    if (size == 0)
        return 0;
    text = malloc(size);
    CROK_ASSERT(text != NULL);
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    if (data[0] == 'h')
        fuzz_header(text);
    else if (data[0] >= '0' && data[0] < '0' + CROK_N_EVENTS)
        fuzz_body((crok_event_type)(data[0] - '0'), text, size - 1);
    else if (crok_body_text(text, size - 1, "token", token, sizeof token,
                            &err) == CROK_OK)
        CROK_ASSERT(strlen(token) < sizeof token);
    free(text);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * stage MATCH.db ADDRESS:PORT TOKEN [NEXT.json]: a server that plays what
 * standard input says, a line at a time, as a watching engine in the same
 * process would:
 *
 *   {"type": "shot", ...}       an event of crokeye.event/1, appended
 *   {"source": "still", "words": "", "seen": [{"id", "side", "x_mm", "y_mm"}]}
 *                               published; side is a place in the match's
 *   {"picture": 41, "disc": 6, "file": "x.png"}
 *   {"replay": 41, "width_px": 320, "height_px": 180, "pause_ms": 300,
 *    "files": ["a.jpg", "b.jpg"]}  with the way of one disc
 *
 * Each line is answered with "ok" or with what was wrong. It ends with its
 * input. */
#include <cjson/cJSON.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/file.h"
#include "core/json.h"
#include "rules/rules_json.h"
#include "serve/serve.h"

static const cJSON *field(const cJSON *obj, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(obj, name);
}

static int whole(const cJSON *obj, const char *name)
{
    return (int)cJSON_GetNumberValue(field(obj, name));
}

static crok_status append(crok_serve *s, cJSON *doc, crok_err *err)
{
    crok_event *e = calloc(1, sizeof *e);
    crok_status st = CROK_OK;
    if (e == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory");
    st = crok_event_from_json(doc, "line", NULL, e, err);
    if (st == CROK_OK)
        st = crok_live_append(crok_serve_live(s, 0), e, CROK_SEQ_ANY, err);
    free(e);
    return st;
}

static crok_status publish(crok_serve *s, const cJSON *doc, crok_err *err)
{
    crok_live_source *source = calloc(1, sizeof *source);
    const char *state = cJSON_GetStringValue(field(doc, "source"));
    const char *text = cJSON_GetStringValue(field(doc, "words"));
    const cJSON *seen = NULL;
    if (source == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory");
    while (source->state < CROK_LIVE_ENDED &&
           strcmp(crok_live_name(source->state), state) != 0)
        source->state++;
    (void)snprintf(source->words, sizeof source->words, "%s",
                   text == NULL ? "" : text);
    source->rate_hz = 30.0;
    cJSON_ArrayForEach(seen, field(doc, "seen"))
    {
        crok_disc *d = &source->seen[source->n_seen++];
        *d = (crok_disc){.id = whole(seen, "id"), .side = whole(seen, "side")};
        d->x_mm = cJSON_GetNumberValue(field(seen, "x_mm"));
        d->y_mm = cJSON_GetNumberValue(field(seen, "y_mm"));
    }
    (void)!crok_live_set_source(crok_serve_live(s, 0), source, true, NULL);
    free(source);
    return CROK_OK;
}

static crok_status put_picture(crok_serve *s, const cJSON *doc, crok_err *err)
{
    crok_picture_key key = {.seq = whole(doc, "picture"),
                            .is_call = true,
                            .disc = whole(doc, "disc")};
    char *bytes = NULL;
    size_t len = 0;
    crok_status st = crok_file_read(cJSON_GetStringValue(field(doc, "file")),
                                    CROK_PICTURE_MAX_BYTES, &bytes, &len, err);
    if (st == CROK_OK)
        st =
            crok_live_put_picture(crok_serve_live(s, 0), &key, bytes, len, err);
    free(bytes);
    return st;
}

static crok_status put_replay(crok_serve *s, const cJSON *doc, crok_err *err)
{
    crok_replay film = {.w_px = whole(doc, "width_px"),
                        .h_px = whole(doc, "height_px"),
                        .n_ways = 1,
                        .way = {{true, 2, {10, 60}, {10, 90}}}};
    uint8_t *jpeg[CROK_REPLAY_FRAMES] = {NULL};
    const uint8_t *pictures[CROK_REPLAY_FRAMES];
    const cJSON *file = NULL;
    crok_status st = CROK_OK;
    cJSON_ArrayForEach(file, field(doc, "files"))
    {
        const int i = film.n++;
        char *bytes = NULL;
        if (st == CROK_OK)
            st = crok_file_read(cJSON_GetStringValue(file),
                                CROK_PICTURE_MAX_BYTES, &bytes, &film.len[i],
                                err);
        film.t_ms[i] = i * whole(doc, "pause_ms");
        jpeg[i] = (uint8_t *)bytes;
        pictures[i] = jpeg[i];
    }
    if (st == CROK_OK)
        st = crok_live_put_replay(crok_serve_live(s, 0), whole(doc, "replay"),
                                  &film, pictures, err);
    for (int i = 0; i < film.n; i++)
        free(jpeg[i]);
    return st;
}

static crok_status play(crok_serve *s, const char *line, crok_err *err)
{
    cJSON *doc = NULL;
    crok_status st = crok_json_parse(line, strlen(line), "line", &doc, err);
    if (st != CROK_OK)
        return st;
    if (field(doc, "source") != NULL)
        st = publish(s, doc, err);
    else if (field(doc, "picture") != NULL)
        st = put_picture(s, doc, err);
    else if (field(doc, "replay") != NULL)
        st = put_replay(s, doc, err);
    else
        st = append(s, doc, err);
    cJSON_Delete(doc);
    return st;
}

int main(int argc, char **argv)
{
    static char line[1 << 20];
    crok_serve *s = NULL;
    crok_err err = {0};
    if (argc < 4 || argc > 5) {
        (void)fprintf(stderr,
                      "stage MATCH.db ADDRESS:PORT TOKEN [NEXT.json]\n");
        return 2;
    }
    (void)signal(SIGPIPE, SIG_IGN);
    crok_serve_config config = {.match = argv[1],
                                .listen = argv[2],
                                .token = argv[3],
                                .next = {argv[4]}}; /* or NULL */
    if (crok_serve_open(&config, &s, &err) != CROK_OK) {
        (void)fprintf(stderr, "stage: %s\n", err.msg);
        return 3;
    }
    (void)printf("%s\n", crok_serve_url(s));
    (void)fflush(stdout);
    while (fgets(line, sizeof line, stdin) != NULL) {
        crok_status st = play(s, line, &err);
        (void)printf("%s\n", st == CROK_OK ? "ok" : err.msg);
        (void)fflush(stdout);
    }
    crok_serve_close(&s);
    return 0;
}

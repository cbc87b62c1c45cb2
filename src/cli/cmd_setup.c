/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cmd_setup.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "capture/encode.h"
#include "capture/pace.h"
#include "cli/end_signal.h"
#include "cli/say.h"
#include "cli/source_options.h"
#include "cli/token.h"
#include "cli/usage.h"
#include "core/clock.h"
#include "core/words.h"
#include "cv/cv.h"
#include "serve/serve.h"
#include "setup/meter.h"
#include "setup/picture.h"
#include "setup/record.h"
#include "table/engine_frame.h"

enum { DONE = 0, SOME_FAILED = 1, WRONG_USAGE = 2, COULD_NOT_RUN = 3 };

#define WAIT_NS INT64_C(200000000)
/* If no picture comes, that is reported once in this time, ms. */
#define SILENT_MS 1000
#define PICTURE_QUALITY 82
/* The rest of a film is reported if it is at least this long, s. */
#define REST_LEAST_S 0.5
#define MOST_SECONDS 86400

enum { OPT_JSON = 256, OPT_SECONDS, OPT_PORT, OPT_LISTEN };

typedef struct setup_cli {
    crok_source_cli source;
    bool wants_json, wants_help;
    int seconds;     /* 0: no limit */
    char listen[96]; /* "": no page */
} setup_cli;

typedef struct run {
    setup_cli cli;
    crok_source *source;
    crok_meter *meter;
    crok_serve *server;             /* NULL: no page */
    char token[CROK_TOKEN_MAX + 1]; /* the server has one, and nobody writes */
    crok_pace pace;
    crok_frame_pictures pictures;
    int64_t began_ms, heard_ms; /* of the monotonic clock */
    int64_t first_ns, last_ns;  /* of the frames; first_ns < 0: none came */
    int64_t n_skipped;          /* counted so far */
    bool has_board, has_lines;
} run;

/* ---- options ---- */

static crok_status set_listen(setup_cli *c, const char *text, crok_err *err)
{
    int n = snprintf(c->listen, sizeof c->listen, "%s", text);
    if (n > 0 && (size_t)n < sizeof c->listen)
        return CROK_OK;
    return crok_words_wrong(err, "--listen", text, "ADDRESS:PORT");
}

static crok_status set_port(setup_cli *c, const char *text, crok_err *err)
{
    int port = 0;
    if (!crok_words_whole(text, 0, UINT16_MAX, '\0', &port, NULL))
        return crok_words_wrong(err, "--port", text,
                                "a number from 0 to 65535");
    (void)snprintf(c->listen, sizeof c->listen, "127.0.0.1:%d", port);
    return CROK_OK;
}

static crok_status take_option(setup_cli *c, int opt, char *value,
                               crok_err *err)
{
    switch (opt) {
    case OPT_JSON:
        c->wants_json = true;
        return CROK_OK;
    case OPT_SECONDS:
        return crok_words_whole(value, 1, MOST_SECONDS, '\0', &c->seconds, NULL)
                   ? CROK_OK
                   : crok_words_wrong(err, "--seconds", value,
                                      "a whole number from 1 to 86400");
    case OPT_PORT:
        return set_port(c, value, err);
    case OPT_LISTEN:
        return set_listen(c, value, err);
    case 'h':
        c->wants_help = true;
        return CROK_OK;
    default:
        return crok_source_cli_take(&c->source, opt, value, err);
    }
}

static crok_status parse(int argc, char **argv, setup_cli *c, crok_err *err)
{
    static const struct option options[] = {
        {"json", no_argument, NULL, OPT_JSON},
        {"seconds", required_argument, NULL, OPT_SECONDS},
        {"port", required_argument, NULL, OPT_PORT},
        {"listen", required_argument, NULL, OPT_LISTEN},
        CROK_SOURCE_OPTIONS,
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0}};
    crok_status st = CROK_OK;
    int opt = 0;
    opterr = 0;
    while (st == CROK_OK &&
           (opt = getopt_long(argc, argv, "h", options, NULL)) != -1) {
        if (opt == '?')
            crok_say_refused(argv, options);
        st = take_option(c, opt, optarg, err);
    }
    if (st != CROK_OK || c->wants_help)
        return st;
    st = crok_source_cli_name(&c->source, argc - optind, argv + optind, err);
    return st == CROK_OK && c->source.spec[0] == '\0'
               ? crok_source_cli_missing(err)
               : st;
}

/* ---- output ---- */

static int failed(const crok_err *err, int status)
{
    crok_say("crokeye setup: %s", err->msg);
    return status;
}

/* Show the figures and the picture on the page. */
static crok_status show_page(run *r, const crok_setup *s, const char *json,
                             crok_err *err)
{
    const crok_image *full = crok_meter_picture(r->meter);
    crok_image drawn = {0};
    unsigned char *jpeg = NULL;
    size_t len = 0;
    crok_status st = CROK_OK;
    if (full != NULL) {
        st = crok_setup_draw(s, full, &drawn, err);
        if (st == CROK_OK)
            st = crok_encode_jpeg_bytes(&drawn, PICTURE_QUALITY, &jpeg, &len,
                                        err);
        if (st == CROK_OK)
            st = crok_serve_show(r->server, CROK_SHOWN_PICTURE, jpeg, len, err);
    }
    if (st == CROK_OK)
        st = crok_serve_show(r->server, CROK_SHOWN_FIGURES, json, strlen(json),
                             err);
    free(jpeg);
    crok_image_free(&drawn);
    return st;
}

static crok_status print(run *r, const crok_setup *s, const char *json,
                         crok_err *err)
{
    char line[CROK_SETUP_LINE];
    crok_setup_line(s, line);
    if (!r->cli.wants_json && !r->has_lines)
        (void)puts(crok_setup_heading());
    r->has_lines = true;
    if (r->cli.wants_json)
        (void)puts(json);
    else
        crok_show(stdout, "%s\n", line);
    return crok_output_is_written()
               ? CROK_OK
               : crok_fail(err, CROK_EIO, "cannot write the output");
}

/* Report the time since the last report. */
static crok_status report(run *r, crok_err *err)
{
    const crok_health *h = crok_source_health(r->source);
    crok_meter_source source = {.n_lost = h->n_lost,
                                .is_frozen = h->is_frozen,
                                .is_recorded = h->is_recorded,
                                .words = h->words};
    static crok_setup s;
    char *json = NULL;
    crok_status st = crok_meter_report(r->meter, &source, &s, err);
    if (st != CROK_OK)
        return st;
    r->has_board = r->has_board || s.has_board;
    json = crok_setup_json(&s);
    if (json == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for the figures");
    st = print(r, &s, json, err);
    if (st == CROK_OK && r->server != NULL)
        st = show_page(r, &s, json, err);
    cJSON_free(json);
    return st;
}

/* ---- frames ---- */

/* The frames that were skipped since the last call. */
static int count_skipped(run *r)
{
    int64_t now = crok_source_health(r->source)->n_skipped;
    int n = (int)(now - r->n_skipped);
    r->n_skipped = now;
    return n;
}

/* Take a frame. A damaged frame is left out; the source counts it. */
static crok_status take(run *r, const crok_frame *f, crok_err *err)
{
    crok_engine_frame frame;
    crok_err why = {0};
    crok_status st = crok_engine_frame_of(f, &r->pictures, &frame, &why);
    if (st == CROK_OK)
        st = crok_meter_feed(r->meter, &frame, count_skipped(r), &why);
    if (st == CROK_EFORMAT)
        return CROK_OK;
    if (st != CROK_OK)
        return crok_fail(err, st, "%s", why.msg);
    r->heard_ms = crok_clock_monotonic_ms();
    r->first_ns = r->first_ns < 0 ? f->t_ns : r->first_ns;
    r->last_ns = f->t_ns;
    crok_pace_note(&r->pace, f->t_ns);
    return crok_meter_is_due(r->meter) ? report(r, err) : CROK_OK;
}

/* No frame came: report that once a second. */
static crok_status wait_on(run *r, crok_err *err)
{
    int64_t now = crok_clock_monotonic_ms();
    if (now - r->heard_ms < SILENT_MS)
        return CROK_OK;
    r->heard_ms = now;
    return report(r, err);
}

/* With a page a film is played at its own speed. */
static void keep_pace(const run *r)
{
    int64_t ms = r->server == NULL ? 0 : crok_pace_due_ms(&r->pace, r->last_ns);
    struct timespec rest = {.tv_sec = (time_t)(ms / 1000),
                            .tv_nsec = (long)(ms % 1000) * 1000000L};
    if (ms > 0)
        (void)nanosleep(&rest, NULL);
}

/* Are the seconds over that were asked for? Without
 * frames the time is taken from the clock. */
static bool is_over(const run *r)
{
    double s = (double)(r->last_ns - r->first_ns) / 1e9;
    if (r->cli.seconds == 0)
        return false;
    if (!crok_source_health(r->source)->is_recorded)
        s = fmax(s,
                 (double)(crok_clock_monotonic_ms() - r->began_ms) / 1e3 - 1.0);
    return s >= r->cli.seconds;
}

static crok_status step(run *r, bool *more, crok_err *err)
{
    crok_frame frame = {0};
    crok_status st = crok_source_next(r->source, WAIT_NS, &frame, err);
    if (st != CROK_OK && st != CROK_ENODEV)
        return st;
    if (st == CROK_OK && frame.data != NULL)
        st = take(r, &frame, err);
    else if (crok_source_health(r->source)->state == CROK_SOURCE_ENDED)
        *more = false;
    else
        st = wait_on(r, err);
    *more = *more && !is_over(r);
    return st;
}

/* ---- the command ---- */

static crok_status open_page(run *r, crok_err *err)
{
    crok_serve_config config = {
        .listen = r->cli.listen, .token = r->token, .is_setup = true};
    crok_status st = crok_token_make(r->token, err);
    if (st == CROK_OK)
        st = crok_serve_open(&config, &r->server, err);
    if (st != CROK_OK)
        return st;
    crok_say("crokeye setup: the page is %s/setup", crok_serve_link(r->server));
    if (crok_serve_is_public(r->server))
        crok_say("crokeye setup: whoever reaches this machine can see the "
                 "camera's picture there");
    return CROK_OK;
}

static int blame(const crok_err *err)
{
    return failed(err, crok_source_cli_blame(err->status));
}

static int follow(run *r)
{
    crok_err err = {0};
    bool more = true;
    while (more && !crok_end_signal_came()) {
        if (step(r, &more, &err) != CROK_OK)
            return failed(&err, COULD_NOT_RUN);
        keep_pace(r);
    }
    if (!crok_end_signal_came() && r->first_ns >= 0 &&
        (!r->has_lines || crok_meter_span_s(r->meter) >= REST_LEAST_S) &&
        report(r, &err) != CROK_OK)
        return failed(&err, COULD_NOT_RUN);
    if (crok_end_signal_came() || r->has_board)
        return DONE;
    crok_say("crokeye setup: it has ended, and no board was seen in it");
    return SOME_FAILED;
}

static int run_setup(run *r)
{
    crok_err err = {0};
    crok_status st = crok_source_open(r->cli.source.spec,
                                      &r->cli.source.capture, &r->source, &err);
    if (st == CROK_OK)
        st = crok_meter_new(&r->meter, &err);
    if (st == CROK_OK && r->cli.listen[0] != '\0')
        st = open_page(r, &err);
    if (st != CROK_OK)
        return blame(&err);
    r->pace = crok_pace_of(r->cli.source.spec);
    r->began_ms = crok_clock_monotonic_ms();
    r->heard_ms = r->began_ms;
    return follow(r);
}

static void finish(run *r)
{
    crok_serve_close(&r->server);
    crok_meter_free(&r->meter);
    crok_source_close(&r->source);
    crok_frame_pictures_free(&r->pictures);
}

int crok_cmd_setup(int argc, char **argv)
{
    static run r;
    crok_err err = {0};
    int status = DONE;
    r = (run){.first_ns = -1};
    if (parse(argc, argv, &r.cli, &err) != CROK_OK) {
        if (err.msg[0] != '\0')
            crok_say("crokeye setup: %s", err.msg);
        crok_say("crokeye setup --help says more");
        return WRONG_USAGE;
    }
    if (r.cli.wants_help) {
        (void)fputs(crok_usage_setup, stdout);
        return DONE;
    }
    crok_end_signal_catch();
    crok_cv_init();
    status = run_setup(&r);
    finish(&r);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cmd_board.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/inputs.h"
#include "cli/say.h"
#include "cli/usage.h"
#include "core/image.h"
#include "core/save.h"
#include "core/text.h"
#include "core/words.h"
#include "cv/cv.h"
#include "score/score_photo.h"

enum { DONE = 0, SOME_FAILED = 1, WRONG_USAGE = 2, COULD_NOT_RUN = 3 };

/* The floor of the hole is reported as learnt from this chance on: in a later
 * picture it is then strong evidence. */
#define FLOOR_LEARNT 0.9

/* ---- the command line ---- */

typedef struct command {
    const char *output, *name;
    bool is_empty, has_prints, force, wants_help;
} command;

static int wrong(const char *what, const char *value)
{
    crok_say("crokeye board: %s%s%s (crokeye board --help says more)", what,
             value[0] == '\0' ? "" : ": ", value);
    return WRONG_USAGE;
}

static int take_option(command *c, int opt, const char *value)
{
    crok_err err = {0};
    switch (opt) {
    case 'o':
        c->output = value;
        return DONE;
    case 'n':
        c->name = value;
        if (crok_words_seen("--name", value, &err) != CROK_OK)
            return wrong(err.msg, "");
        return value[0] == '\0' ? wrong("--name is empty", "") : DONE;
    case 'e':
        c->is_empty = true;
        return DONE;
    case 'p':
        c->has_prints = true;
        return DONE;
    case 'f':
        c->force = true;
        return DONE;
    case 'h':
        c->wants_help = true;
        return DONE;
    default: /* crok_say_refused has printed a message */
        (void)fputs("crokeye board --help says more\n", stderr);
        return WRONG_USAGE;
    }
}

static int parse(int argc, char **argv, command *c)
{
    static const struct option options[] = {
        {"output", required_argument, NULL, 'o'},
        {"empty", no_argument, NULL, 'e'},
        {"name", required_argument, NULL, 'n'},
        {"prints", no_argument, NULL, 'p'},
        {"force", no_argument, NULL, 'f'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0}};
    int opt = 0;
    opterr = 0;
    while ((opt = getopt_long(argc, argv, "o:h", options, NULL)) != -1) {
        if (opt == '?')
            crok_say_refused(argv, options);
        if (take_option(c, opt, optarg) != DONE)
            return WRONG_USAGE;
    }
    if (c->wants_help)
        return DONE;
    if (c->has_prints && !c->is_empty)
        return wrong("--prints goes with --empty", "");
    if (c->output == NULL || c->output[0] == '\0')
        return wrong("-o FILE is missing: where to write to", "");
    return optind < argc ? DONE : wrong("name pictures of one board", "");
}

/* ---- the pictures ---- */

typedef struct run {
    command cli;
    crok_inputs inputs;
    crok_board_view *view; /* of the n_views pictures that can be used */
    int n_views, n_failed;
    crok_known_board board;
    crok_result result; /* of the present picture */
} run;

static void report(const char *path, const char *message)
{
    char *name = crok_text_printable(path);
    bool is_named = name != NULL && strncmp(message, name, strlen(name)) == 0;
    crok_say("crokeye board: %s%s%s", is_named || name == NULL ? "" : name,
             is_named ? "" : ": ", message);
    free(name);
}

/* The discs on the board that leave no doubt. Discs beside it may lie there.
 * Returns their number, and the first one in *first. */
static int sure_discs(const crok_observation *o, const crok_seen_disc **first)
{
    int n = 0;
    for (int i = o->n_discs - 1; i >= 0; i--) {
        const crok_seen_disc *d = &o->discs[i];
        if (d->state == CROK_DISC_OUT || d->confidence < CROK_DISC_SURE ||
            (crok_disc_in_hole(d->state) && d->state_unsure))
            continue;
        *first = d;
        n++;
    }
    return n;
}

/* Check that no disc is on the board, if a person says so: it would be learnt
 * as print, and a disc at its place would never count. */
static crok_status check_empty(const run *r, crok_err *err)
{
    const crok_seen_disc *d = NULL;
    const int n = sure_discs(&r->result.score.seen, &d);
    if (n == 0 || !r->cli.is_empty || r->cli.has_prints)
        return CROK_OK;
    return crok_fail(err, CROK_EARG,
                     "not empty: %d disc%s on the board, the first at %.0f, "
                     "%.0f mm; take them off, or leave out --empty; if this is "
                     "print, say --prints too",
                     n, n == 1 ? "" : "s", d->at.x, d->at.y);
}

/* Read what a picture shows of the board. If it cannot be used, report it and
 * go on without it. */
static void look_at(run *r, const char *path)
{
    crok_score_photo_options options = crok_score_photo_usual();
    crok_board_view *view = &r->view[r->n_views];
    options.is_empty = r->cli.is_empty;
    crok_score_photo_of_board(path, &options, NULL, &r->result, &view->seen);
    if (r->result.status == CROK_OK)
        r->result.status = check_empty(r, &r->result.err);
    if (r->result.status != CROK_OK) {
        report(path, r->result.err.msg);
        r->n_failed++;
        return;
    }
    view->source = path;
    r->n_views++;
}

static int look_at_all(run *r)
{
    r->view = calloc((size_t)r->inputs.n + 1, sizeof *r->view);
    if (r->view == NULL) {
        (void)fputs("crokeye board: no memory for so many pictures\n", stderr);
        return COULD_NOT_RUN;
    }
    for (int i = 0; i < r->inputs.n; i++) {
        const crok_input *in = &r->inputs.item[i];
        if (in->kind == CROK_INPUT_FILE &&
            (!in->from_dir || crok_inputs_is_picture_name(in->path))) {
            look_at(r, in->path);
        } else if (in->kind == CROK_INPUT_ERROR) {
            report(in->path, in->err->msg);
            r->n_failed++;
        }
    }
    if (r->n_views > 0)
        return DONE;
    (void)fputs("crokeye board: no picture of a board is left\n", stderr);
    return COULD_NOT_RUN;
}

/* ---- the result ---- */

/* The board's name: --name, or that of the file without folder and .json. */
static void name_of(const command *c, char *out, size_t room)
{
    const char *slash = strrchr(c->output, '/');
    const char *from = slash == NULL ? c->output : slash + 1;
    const char *end = strrchr(from, '.');
    int n = end == NULL || end == from ? (int)strlen(from) : (int)(end - from);
    if (c->name != NULL)
        (void)snprintf(out, room, "%s", c->name);
    else
        (void)snprintf(out, room, "%.*s", n, from);
}

static void print_result(const run *r)
{
    const crok_known_board *k = &r->board;
    const crok_board *b = &k->board;
    for (int i = 1; i < r->n_views; i++) {
        crok_show(
            stdout, "%s: turned by %d degrees to the first, correlation %.2f\n",
            r->view[i].source, 90 * r->view[i].turn, r->view[i].correlation);
    }
    crok_show(stdout,
              "board \"%s\": lines of radius %.1f, %.1f, %.1f mm (scale: "
              "%s), %.2f mm wide\n",
              b->model, b->line_mm[CROK_LINE_OUTER],
              b->line_mm[CROK_LINE_MIDDLE], b->line_mm[CROK_LINE_INNER],
              crok_scale_name(k->scale), b->line_width_mm);
    for (int i = 0; i < k->n_sides; i++)
        crok_show(stdout, "%s%s", i == 0 ? "discs: " : ", ", k->side[i].name);
    if (k->n_sides > 0)
        (void)puts("");
    if (k->floor.chance < FLOOR_LEARNT)
        (void)puts("The empty hole was not seen for sure: add a picture with "
                   "an empty hole, or say --empty.");
}

static crok_save_to target(const command *c)
{
    return (crok_save_to){.path = c->output,
                          .kind = &crok_save_board,
                          .force = c->force,
                          .waits = true};
}

static crok_status learn(run *r, crok_err *err)
{
    crok_save_to to = target(&r->cli);
    char name[sizeof r->board.board.model];
    char *text = NULL;
    crok_status st = CROK_OK;
    name_of(&r->cli, name, sizeof name);
    st = crok_known_merge(r->view, r->n_views, name, &r->board, err);
    if (st != CROK_OK)
        return st;
    text = crok_known_to_json(&r->board, r->view, r->n_views);
    st = text == NULL ? crok_fail(err, CROK_ENOMEM, "no memory")
                      : crok_save_text(&to, text, err);
    free(text);
    return st;
}

static int run_all(run *r, int argc, char **argv)
{
    crok_err err = {0};
    crok_status st = CROK_OK;
    int status = DONE;
    crok_save_to to = target(&r->cli);
    for (int i = optind; st == CROK_OK && i < argc; i++)
        st = crok_inputs_add(&r->inputs, argv[i], &err);
    if (st == CROK_OK && crok_inputs_has(&r->inputs, r->cli.output))
        return wrong("-o: it would replace one of the pictures", r->cli.output);
    if (st == CROK_OK)
        st = crok_save_check(&to, NULL, &err);
    if (st == CROK_EARG)
        status = WRONG_USAGE;
    else if (st == CROK_OK)
        status = look_at_all(r);
    if (st == CROK_OK && status == DONE)
        st = learn(r, &err);
    if (st != CROK_OK) {
        crok_say("crokeye board: %s", err.msg);
        return status == DONE ? COULD_NOT_RUN : status;
    }
    if (status != DONE)
        return status;
    print_result(r);
    return r->n_failed > 0 ? SOME_FAILED : DONE;
}

int crok_cmd_board(int argc, char **argv)
{
    run *r = calloc(1, sizeof *r);
    int status = COULD_NOT_RUN;
    if (r == NULL) {
        (void)fputs("crokeye board: no memory\n", stderr);
        return status;
    }
    crok_cv_init();
    crok_image_keep_memory();
    status = parse(argc, argv, &r->cli);
    if (status == DONE && r->cli.wants_help)
        (void)fputs(crok_usage_board, stdout);
    else if (status == DONE)
        status = run_all(r, argc, argv);
    if (!crok_output_is_written()) {
        (void)fputs("crokeye board: cannot write the output\n", stderr);
        status = COULD_NOT_RUN;
    }
    crok_inputs_free(&r->inputs);
    free(r->view);
    free(r);
    return status;
}

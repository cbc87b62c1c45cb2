/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cmd_score.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/answers.h"
#include "cli/confine.h"
#include "cli/inputs.h"
#include "cli/kept_photos.h"
#include "cli/options.h"
#include "cli/overlay_names.h"
#include "cli/pool.h"
#include "cli/progress.h"
#include "cli/say.h"
#include "cli/score_load.h"
#include "cli/score_page.h"
#include "cli/usage.h"
#include "core/image.h"
#include "core/text.h"
#include "cv/cv.h"
#include "cv/net.h"
#include "report/questions.h"
#include "score/board_groups.h"

/* Widest name in the table; a longer one gets its own line. */
#define NAME_WIDTH_MOST 40

enum { EXIT_DONE = 0, EXIT_SOME_FAILED, EXIT_USAGE, EXIT_CANNOT_RUN };

/* State of the command. The worker threads only read it, and not `groups`. */
typedef struct run {
    crok_score_cli cli;
    crok_inputs inputs;
    crok_answer_desk *desk; /* a person's answers */
    crok_kept_photos keep;
    char **overlay; /* for each input the path of its annotated picture; NULL:
                     * none are wanted */
    int name_width;
    bool is_seen_together; /* results say why a photo was not scored: no message
                            * repeats it where both are seen */
    /* counters of the main thread */
    int n_scored, n_failed, n_unwritten;
    int n_wrong_answers; /* photos with a given answer that is not possible */
    crok_status kept;    /* of noting answers, to be kept */
    int dir_used, dir_passed; /* files of the present folder: pictures, and
                               * files that are not pictures */
    bool learns;              /* photos of one board learn from each other */
    crok_board_groups groups;
    crok_html *page; /* NULL: none is wanted */
} run;

/* Inputs that are scored before the first of them is printed, if photos learn
 * from each other. They take 8 MB. Chosen by hand: a round's or an evening's
 * photos of one table. */
#define BATCH 100

/* The inputs first .. first + n - 1. */
typedef struct batch {
    const run *run;
    int first, n;
} batch;

/* One input of a batch. */
typedef struct scored {
    crok_result result;
    crok_board_photo *photo; /* what others of its board may know of it; NULL:
                              * that is not wanted, or it was not scored */
    int group;               /* of photos of one board; -1: none */
    crok_answers *answers;   /* a person's, to this photo; NULL: none */
} scored;

/* The text of one input, for standard output. */
typedef struct outcome {
    char *text;
    bool is_failed;
    bool is_passed;             /* a file in a folder that is not a picture */
    crok_status overlay_status; /* status of writing the annotated picture */
    crok_err err;
} outcome;

/* Report that a file or name that an option gives cannot be used. Returns the
 * exit status. */
static int bad_argument(const crok_err *err)
{
    crok_say("crokeye score: %s", err->msg);
    return err->status == CROK_ENOMEM ? EXIT_CANNOT_RUN : EXIT_USAGE;
}

static int cannot_run(const char *what, const crok_err *err)
{
    crok_say("crokeye score: %s%s%s", what, what[0] == '\0' ? "" : ": ",
             err->msg);
    return err->status == CROK_EARG ? EXIT_USAGE : EXIT_CANNOT_RUN;
}

static char *result_text(const run *r, const crok_result *result)
{
    switch (r->cli.output) {
    case CROK_OUTPUT_CSV:
        return crok_result_csv(result);
    case CROK_OUTPUT_TABLE:
        return crok_result_table(result, r->name_width);
    case CROK_OUTPUT_JSON:
    default:
        return crok_result_json(result);
    }
}

static const char *overlay_of(const run *r, int i)
{
    return r->overlay == NULL ? NULL : r->overlay[i];
}

/* Score a photo, and keep what others of its board may know of it. */
static void score_for_others(const run *r, int input,
                             const crok_score_photo_options *options,
                             scored *out)
{
    crok_known_board *seen = malloc(sizeof *seen);
    crok_score_photo_of_board(r->inputs.item[input].path, options,
                              overlay_of(r, input), &out->result, seen);
    if (seen != NULL && out->result.status == CROK_OK)
        out->photo = malloc(sizeof *out->photo);
    if (out->photo != NULL)
        crok_board_photo_make(input, seen, &out->result.score, out->photo);
    free(seen);
}

/* The job of a worker: score input i of the batch. NULL: no memory. */
static void *score_one(void *ctx, int i)
{
    const batch *b = ctx;
    const run *r = b->run;
    const crok_input *in = &r->inputs.item[b->first + i];
    scored *out = calloc(1, sizeof *out);
    if (out == NULL)
        return NULL;
    out->group = -1;
    out->result.image = in->path;
    if (in->kind == CROK_INPUT_ERROR) {
        out->result.err = *in->err;
        out->result.status = in->err->status;
    } else if (in->kind == CROK_INPUT_FILE) {
        crok_score_photo_options options = r->cli.words.photo;
        out->answers = crok_answer_desk_read(r->desk, b->first + i);
        options.score.answers = r->learns ? NULL : out->answers;
        if (r->learns)
            score_for_others(r, b->first + i, &options, out);
        else
            crok_score_photo(in->path, &options, overlay_of(r, b->first + i),
                             &out->result);
    }
    return out;
}

static void scored_free(scored *s)
{
    if (s != NULL) {
        free(s->photo);
        free(s->answers);
    }
    free(s);
}

/* Make the text of a scored input. NULL: no memory. */
static outcome *outcome_of(const run *r, const crok_input *in, const scored *s)
{
    outcome *out = calloc(1, sizeof *out);
    if (out == NULL || in->kind == CROK_INPUT_DIR_END)
        return out;
    out->is_failed = s->result.status != CROK_OK;
    out->overlay_status = s->result.overlay_status;
    out->err = s->result.overlay_status != CROK_OK ? s->result.overlay_err
                                                   : s->result.err;
    out->is_passed = out->is_failed && s->result.w_px == 0 && in->from_dir &&
                     !crok_inputs_is_picture_name(in->path);
    if (!out->is_passed)
        out->text = result_text(r, &s->result);
    return out;
}

static void tell_failure(const char *path, const char *message)
{
    char *name = crok_text_printable(path);
    bool is_named = name != NULL && strncmp(message, name, strlen(name)) == 0;
    crok_say("crokeye: %s%s%s", is_named || name == NULL ? "" : name,
             is_named ? "" : ": ", message);
    free(name);
}

/* Do results and messages go to the same place, a terminal or a file? */
static bool is_seen_together(void)
{
    struct stat out;
    struct stat messages;
    return fstat(STDOUT_FILENO, &out) == 0 &&
           fstat(STDERR_FILENO, &messages) == 0 &&
           out.st_dev == messages.st_dev && out.st_ino == messages.st_ino;
}

/* Make the outcome for the end of a folder: a folder that contains no picture
 * is an error. */
static outcome *end_dir(run *r, const char *path)
{
    crok_result *result = calloc(1, sizeof *result);
    outcome *out = calloc(1, sizeof *out);
    if (r->dir_passed > 0 && r->dir_used > 0) {
        char *name = crok_text_printable(path);
        crok_say("crokeye: %s: %d %s passed over", name == NULL ? "" : name,
                 r->dir_passed,
                 r->dir_passed == 1 ? "file that is no picture was"
                                    : "files that are no pictures were");
        free(name);
    }
    if (result != NULL && out != NULL && r->dir_used == 0) {
        result->image = path;
        result->status =
            crok_fail(&result->err, CROK_EFORMAT,
                      "no pictures in this folder; folders in it are not "
                      "looked into");
        out->is_failed = true;
        out->err = result->err;
        out->text = result_text(r, result);
    }
    r->dir_used = 0;
    r->dir_passed = 0;
    free(result);
    return out;
}

/* Print a result. Documents stay as they are, unless to a terminal. */
static void print_text(const run *r, const char *text)
{
    if (r->cli.output == CROK_OUTPUT_TABLE || isatty(STDOUT_FILENO) == 1)
        crok_show(stdout, "%s", text);
    else
        (void)fputs(text, stdout);
    if (r->cli.output == CROK_OUTPUT_JSON)
        (void)fputc('\n', stdout);
}

/* Print and free the result of one input. */
static bool print_outcome(run *r, const crok_input *in, outcome *out)
{
    bool ok = out != NULL;
    if (ok && in->kind == CROK_INPUT_DIR_END) {
        free(out);
        out = end_dir(r, in->path);
        ok = out != NULL;
    } else if (ok && in->from_dir) {
        r->dir_passed += out->is_passed;
        r->dir_used += !out->is_passed;
    }
    if (ok && out->text != NULL) {
        print_text(r, out->text);
        (void)fflush(stdout);
        if (out->overlay_status != CROK_OK ||
            (out->is_failed && !r->is_seen_together))
            tell_failure(in->path, out->err.msg);
        r->n_unwritten += out->overlay_status != CROK_OK;
        r->n_failed += out->is_failed;
        r->n_scored += !out->is_failed;
    } else if (ok && !out->is_passed && in->kind != CROK_INPUT_DIR_END) {
        ok = false;
    }
    if (out != NULL)
        free(out->text);
    free(out);
    return ok;
}

static void print_header(run *r)
{
    char *header = NULL;
    for (int i = 0; i < r->inputs.n; i++) {
        char *name = crok_text_printable(r->inputs.item[i].path);
        int width = name == NULL ? 0 : (int)crok_text_width(name);
        free(name);
        if (width > r->name_width && width <= NAME_WIDTH_MOST)
            r->name_width = width;
    }
    if (r->cli.output == CROK_OUTPUT_CSV)
        (void)fputs(crok_result_csv_header(), stdout);
    if (r->cli.output != CROK_OUTPUT_TABLE)
        return;
    header = crok_result_table_header(r->name_width);
    if (header != NULL)
        (void)fputs(header, stdout);
    free(header);
}

/* ---- photos of one board ---- */

/* A photo that is scored again with what other photos of its board show. */
typedef struct second_look {
    const run *run;
    int input;
    const crok_result *first; /* its result from itself alone */
    const crok_board_lesson *lesson;
    bool uses_bare, uses_names; /* of the lesson */
} second_look;

/* Have its sides other names than those of the other photos? */
static bool has_other_names(const crok_score *s, const crok_board_lesson *of)
{
    for (int i = 0; of->n_names > 0 && i < s->seen.n_sides; i++) {
        bool is_named = false;
        for (int k = 0; k < of->names.n_sides; k++)
            is_named = is_named || strcmp(s->seen.sides[i].name,
                                          of->names.side[k].name) == 0;
        if (!is_named)
            return true;
    }
    return false;
}

/* Is there anything that the bare board may answer? */
static bool has_question(const crok_score *s)
{
    for (int i = 0; i < s->seen.n_sides; i++)
        if (s->side[i].lo != s->side[i].hi)
            return true;
    return s->is_open || s->n_warnings > 0;
}

/* Have the sides of both scores the same names? */
static bool has_same_names(const crok_score *a, const crok_score *b)
{
    for (int i = 0; i < a->seen.n_sides && i < b->seen.n_sides; i++)
        if (strcmp(a->seen.sides[i].name, b->seen.sides[i].name) != 0)
            return false;
    return a->seen.n_sides == b->seen.n_sides;
}

/* Warn that the score uses what other photos of the board show, if it does. */
static void tell_learned(const second_look *look, crok_score *s)
{
    const char *what = look->uses_bare ? "the bare board is known from"
                                       : "sides are named as in";
    const int n =
        look->uses_bare ? look->lesson->n_bare : look->lesson->n_names;
    char text[sizeof s->warnings[0]];
    if (!look->uses_bare &&
        (!look->uses_names || has_same_names(s, &look->first->score)))
        return;
    (void)snprintf(text, sizeof text,
                   "%s %d other photo%s of this board (--each: from this one "
                   "alone)",
                   what, n, n == 1 ? "" : "s");
    crok_score_warn(s, text);
}

/* Score a photo again. What the other photos of its board show is used before a
 * person's answers, so that the questions and their ids are those that were
 * printed without answers. */
static void look_again(const second_look *look, const crok_answers *answers,
                       crok_result *out)
{
    crok_score_photo_options options = look->run->cli.words.photo;
    options.scan.known = look->uses_bare ? &look->lesson->bare : NULL;
    options.names = look->uses_names ? &look->lesson->names : NULL;
    options.score.numbered = &look->first->score;
    options.score.answers = answers;
    crok_score_photo(look->run->inputs.item[look->input].path, &options,
                     overlay_of(look->run, look->input), out);
    if (out->status == CROK_OK)
        tell_learned(look, &out->score);
}

/* Score a photo again if the other photos of its group may answer a question of
 * it. A result that does not agree with the first one is not used; then only
 * the sides' names are taken. */
static void use_lesson(second_look *look, crok_result *out)
{
    const crok_score *first = &look->first->score;
    look->uses_names = has_other_names(first, look->lesson);
    look->uses_bare = look->lesson->n_bare > 0 && has_question(first);
    if (!look->uses_bare && !look->uses_names)
        return;
    look_again(look, NULL, out);
    if (!look->uses_bare || (out->status == CROK_OK &&
                             crok_board_groups_agrees(first, &out->score)))
        return;
    look->uses_bare = false;
    look_again(look, NULL, out);
}

/* Does an answer have no question? */
static bool has_lost_answer(const crok_score *s)
{
    for (int i = 0; i < s->n_unused; i++)
        if (s->unused[i].why == CROK_UNUSED_NO_QUESTION)
            return true;
    return false;
}

/* Score a photo with a person's answers. One of them may be to the question of
 * the hole, which other photos have answered: the person's goes first. */
static void look_answered(second_look *look, const crok_answers *answers,
                          crok_result *out)
{
    look_again(look, answers, out);
    if (!look->uses_bare || out->status != CROK_OK ||
        !has_lost_answer(&out->score))
        return;
    look->uses_bare = false;
    look_again(look, answers, out);
}

/* Score one photo of a batch again if the other photos of its group, or a
 * person's answers, may answer a question of it. */
static void learn_one(const run *r, int input, scored *s,
                      crok_board_lesson *lesson)
{
    crok_result *first = malloc(sizeof *first);
    second_look look = {
        .run = r, .input = input, .first = first, .lesson = lesson};
    if (s->result.status == CROK_OK && first == NULL) {
        s->result.status = crok_fail(&s->result.err, CROK_ENOMEM,
                                     "no memory to compare it with others");
    } else if (s->result.status == CROK_OK) {
        *first = s->result;
        *lesson = (crok_board_lesson){.n_bare = 0};
        if (s->photo != NULL && s->group >= 0)
            crok_board_groups_learn(&r->groups, s->group, s->photo, lesson);
        use_lesson(&look, &s->result);
        if (s->answers != NULL)
            look_answered(&look, s->answers, &s->result);
    }
    free(first);
}

/* Group a batch's photos by their boards, and score those again about which
 * others of their group may tell more. */
static void learn_from_each_other(run *r, const batch *b, scored **of)
{
    crok_board_lesson *lesson = malloc(sizeof *lesson);
    for (int i = 0; i < b->n; i++)
        if (of[i] != NULL && of[i]->photo != NULL)
            of[i]->group = crok_board_groups_add(&r->groups, of[i]->photo);
    for (int i = 0; lesson != NULL && i < b->n; i++)
        if (of[i] != NULL)
            learn_one(r, b->first + i, of[i], lesson);
    free(lesson);
}

/* ---- all inputs ---- */

/* Report the answers that were not used: a result has room for few of them. */
static void tell_unused(const char *path, const scored *s)
{
    const crok_score *score = &s->result.score;
    char text[CROK_UNUSED_TEXT];
    for (int i = 0; i < score->n_unused; i++) {
        crok_questions_unused_words(score,
                                    &s->answers->answer[score->unused[i].index],
                                    score->unused[i].why, text);
        tell_failure(path, text);
    }
}

/* Report the answers that were not used, and note those that are to be kept. */
static void take_answers(run *r, int input, const scored *s)
{
    const char *path = r->inputs.item[input].path;
    crok_err err = {0};
    crok_status st = CROK_OK;
    if (s->answers == NULL || s->result.status != CROK_OK)
        return;
    tell_unused(path, s);
    r->n_wrong_answers += s->result.score.n_wrong > 0;
    if (r->cli.keeps_answers)
        st = crok_answer_desk_keep(r->desk, input, &s->result, &err);
    if (st == CROK_OK)
        return;
    tell_failure(path, err.msg);
    r->kept = st;
}

/* Keep the photo for training, if it is one to be kept. */
static void keep_photo(run *r, const scored *s)
{
    crok_err err = {0};
    if (crok_kept_photos_add(&r->keep, &s->result, &err) == CROK_OK)
        return;
    tell_failure(s->result.image, err.msg);
    r->n_unwritten++;
}

static void tell_kept(const run *r)
{
    const bool is_one = r->keep.n == 1;
    if (r->keep.n > 0)
        crok_say("crokeye score: %d %s kept in %s", r->keep.n,
                 is_one ? "photo with its answers is"
                        : "photos with their answers are",
                 r->keep.dir);
    else if (r->keep.dir != NULL && r->n_unwritten == 0)
        crok_say("crokeye score: no photo is kept in %s: none has an answer "
                 "(--answer) and no open question",
                 r->keep.dir);
}

/* Print and free one input's result. */
static bool print_scored(run *r, int input, scored *s)
{
    const crok_input *in = &r->inputs.item[input];
    outcome *out = s == NULL ? NULL : outcome_of(r, in, s);
    bool is_shown = out != NULL && out->text != NULL;
    bool ok = s != NULL && print_outcome(r, in, out);
    if (ok) {
        take_answers(r, input, s);
        keep_photo(r, s);
    }
    if (ok && is_shown && r->page != NULL)
        crok_html_add(r->page, &s->result);
    scored_free(s);
    return ok;
}

/* How many of the first n inputs are photos, for who waits for them? */
static int n_awaited(const run *r, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += crok_input_is_awaited(&r->inputs.item[i]);
    return sum;
}

/* Score the inputs of a batch and print their results: each as soon as it is
 * there, or if photos learn from each other, all at the end. */
static crok_status score_batch(run *r, const batch *b, crok_progress *bar,
                               bool *ok, crok_err *err)
{
    const bool learns = r->learns;
    scored *of[BATCH] = {NULL};
    crok_pool *pool = NULL;
    crok_status st = crok_pool_open(b->n, r->cli.n_workers, score_one,
                                    (void *)b, &pool, err);
    if (st != CROK_OK)
        return st;
    for (int i = 0; i < b->n; i++) {
        of[i] = crok_pool_next(pool);
        crok_progress_hide(bar);
        if (!learns) {
            *ok = print_scored(r, b->first + i, of[i]) && *ok;
            of[i] = NULL;
        }
        crok_progress_show(bar, n_awaited(r, b->first + i + 1));
    }
    crok_pool_close(&pool);
    if (!learns)
        return CROK_OK;
    learn_from_each_other(r, b, of);
    crok_progress_hide(bar);
    for (int i = 0; i < b->n; i++)
        if (!print_scored(r, b->first + i, of[i]))
            *ok = false;
    return CROK_OK;
}

static int score_all(run *r)
{
    crok_err err = {0};
    crok_progress bar = crok_progress_start(n_awaited(r, r->inputs.n));
    bool ok = true;
    print_header(r);
    for (int first = 0; first < r->inputs.n; first += BATCH) {
        int n = r->inputs.n - first;
        batch b = {.run = r, .first = first, .n = n < BATCH ? n : BATCH};
        if (score_batch(r, &b, &bar, &ok, &err) != CROK_OK)
            return cannot_run("", &err);
    }
    if (!ok) {
        (void)crok_fail(&err, CROK_ENOMEM, "out of memory; try fewer jobs");
        return cannot_run("", &err);
    }
    if (r->cli.output == CROK_OUTPUT_TABLE && r->n_scored + r->n_failed > 1)
        (void)printf("%d pictures: %d scored, %d not\n",
                     r->n_scored + r->n_failed, r->n_scored, r->n_failed);
    if (!crok_output_is_written()) {
        (void)crok_fail(&err, CROK_EIO, "results cannot be written: %s",
                        strerror(errno));
        return cannot_run("", &err);
    }
    tell_kept(r);
    if (crok_answer_desk_save(r->desk, &err) != CROK_OK)
        return cannot_run("", &err);
    if (r->page != NULL &&
        crok_score_page_save(r->page, r->cli.html_dir, r->cli.words.photo.force,
                             &err) != CROK_OK)
        return cannot_run("", &err);
    if (r->n_unwritten > 0 || r->kept != CROK_OK)
        return EXIT_CANNOT_RUN;
    if (r->n_wrong_answers > 0)
        return EXIT_USAGE;
    return r->n_failed > 0 ? EXIT_SOME_FAILED : EXIT_DONE;
}

static crok_status collect_inputs(run *r, int argc, char **argv, crok_err *err)
{
    crok_status st = CROK_OK;
    for (int i = r->cli.first_input; st == CROK_OK && i < argc; i++) {
        if (strcmp(argv[i], "-") == 0)
            st = crok_inputs_add_list(&r->inputs, stdin, r->cli.list_end, err);
        else
            st = crok_inputs_add(&r->inputs, argv[i], err);
    }
    return st;
}

/* Choose the annotated pictures' names, and check that the page may be
 * written. */
static crok_status prepare_overlays(run *r, crok_err *err)
{
    const char *html_dir = r->cli.html_dir;
    crok_status st = CROK_OK;
    if (r->cli.overlay_dir == NULL)
        return CROK_OK;
    st = crok_overlay_dir_make(r->cli.overlay_dir, &r->inputs, err);
    if (st == CROK_OK)
        st = crok_overlay_names(r->cli.overlay_dir, &r->inputs, &r->overlay,
                                err);
    if (st != CROK_OK || html_dir == NULL)
        return st;
    r->page = crok_html_new();
    if (r->page == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for the page");
    return crok_score_page_check(html_dir, r->cli.words.photo.force, err);
}

static int prepare(run *r, int argc, char **argv)
{
    crok_err err = {0};
    crok_status st = CROK_OK;
    crok_answer_desk_options desk;
    if (crok_score_cli_load(&r->cli, &err) != CROK_OK)
        return bad_argument(&err);
    st = collect_inputs(r, argc, argv, &err);
    if (st != CROK_OK)
        return cannot_run("", &err);
    desk = (crok_answer_desk_options){.given = &r->cli.given,
                                      .path = r->cli.answers_path,
                                      .keeps = r->cli.keeps_answers,
                                      .force = r->cli.words.photo.force};
    if (crok_answer_desk_open(&desk, &r->inputs, &r->desk, &err) != CROK_OK)
        return bad_argument(&err);
    r->learns = !r->cli.is_each && r->inputs.n > 1 &&
                r->cli.words.photo.scan.known == NULL &&
                r->cli.words.photo.fixed_pose == NULL;
    r->keep = (crok_kept_photos){.dir = r->cli.keep_dir,
                                 .options = &r->cli.words.photo.score,
                                 .force = r->cli.words.photo.force};
    st = crok_kept_photos_begin(&r->keep, &r->inputs, &err);
    if (st == CROK_OK)
        st = prepare_overlays(r, &err);
    return st == CROK_OK ? EXIT_DONE : cannot_run("", &err);
}

static int confine(void)
{
    crok_err err = {0};
    crok_status st = crok_net_load(&err); /* a module is a file */
    if (st == CROK_OK)
        st = crok_confine(&err);
    return st == CROK_OK ? EXIT_DONE : cannot_run("", &err);
}

int crok_cmd_score(int argc, char **argv)
{
    run r = {0};
    int status = EXIT_DONE;
    if (crok_score_cli_parse(argc, argv, &r.cli) != CROK_OK)
        return EXIT_USAGE;
    if (r.cli.wants_help) {
        (void)fputs(crok_usage_score, stdout);
        return EXIT_DONE;
    }
    crok_cv_init();
    crok_image_keep_memory();
    r.is_seen_together = is_seen_together();
    status = prepare(&r, argc, argv);
    if (status == EXIT_DONE && r.cli.is_confined)
        status = confine();
    if (status == EXIT_DONE)
        status = score_all(&r);
    crok_answer_desk_close(&r.desk);
    crok_board_groups_free(&r.groups);
    crok_overlay_names_free(r.overlay, r.inputs.n);
    crok_html_free(r.page);
    crok_inputs_free(&r.inputs);
    return status;
}

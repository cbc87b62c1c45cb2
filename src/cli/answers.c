/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/answers.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/file.h"
#include "core/path.h"
#include "report/questions.h"
#include "score/answer_file.h"

/* ---- the command line ---- */

bool crok_given_answer_parse(const char *text, crok_given_answer *out)
{
    const char *equals = strrchr(text, '=');
    const char *id = equals;
    crok_answer answer;
    if (equals == NULL)
        return false;
    while (id > text && id[-1] != ':')
        id--;
    *out =
        (crok_given_answer){.photo = text,
                            .n_photo = id > text ? (size_t)(id - text) - 1 : 0,
                            .value = equals + 1};
    if ((id > text && out->n_photo == 0) || !crok_answer_parse(id, &answer))
        return false;
    out->id = answer.id;
    return true;
}

bool crok_given_answer_is_same_question(const crok_given_answer *a,
                                        const crok_given_answer *b)
{
    return a->id == b->id && a->n_photo == b->n_photo &&
           strncmp(a->photo, b->photo, a->n_photo) == 0;
}

/* ---- which photo is meant ---- */

/* May the input be a photo? A file that is no picture may be in a folder. */
static bool is_photo(const crok_input *in)
{
    return in->kind == CROK_INPUT_FILE &&
           (!in->from_dir || crok_inputs_is_picture_name(in->path));
}

static bool is_text(const char *text, const char *part, size_t n)
{
    return strlen(text) == n && strncmp(text, part, n) == 0;
}

/* Is the answer of this input? Its path or its name may be said. */
static bool is_of(const crok_given_answer *a, const crok_input *in)
{
    return is_photo(in) &&
           (a->n_photo == 0 || is_text(in->path, a->photo, a->n_photo) ||
            is_text(crok_path_name(in->path), a->photo, a->n_photo));
}

/* Check that a given answer is of exactly one photo, which may be there
 * twice. */
static crok_status check_photo(const crok_given_answer *a,
                               const crok_inputs *inputs, crok_err *err)
{
    const char *path = NULL;
    int length = (int)a->n_photo;
    for (int i = 0; i < inputs->n; i++) {
        const crok_input *in = &inputs->item[i];
        if (!is_of(a, in))
            continue;
        if (path != NULL && strcmp(path, in->path) != 0 && length == 0)
            return crok_fail(err, CROK_EARG,
                             "--answer %d=%s: say of which photo, "
                             "PHOTO:%d=%s",
                             a->id, a->value, a->id, a->value);
        if (path != NULL && strcmp(path, in->path) != 0)
            return crok_fail(err, CROK_EARG,
                             "--answer %.*s:%d=%s: several photos have this "
                             "name, give the path",
                             length, a->photo, a->id, a->value);
        path = in->path;
    }
    if (path == NULL)
        return crok_fail(err, CROK_EARG,
                         "--answer %.*s%s%d=%s: there is no such photo", length,
                         a->photo, length == 0 ? "" : ":", a->id, a->value);
    return CROK_OK;
}

/* ---- the files ---- */

typedef struct store {
    char *path;             /* owned */
    crok_answer_file *file; /* owned; NULL: there is none yet */
} store;

/* An answer that is to be kept. */
typedef struct to_keep {
    int store;
    const char *image; /* the photo's name */
    char sha256[CROK_SHA256_HEX];
    double within_px;
    crok_answer answer;
} to_keep;

struct crok_answer_desk {
    crok_answer_desk_options options;
    const crok_inputs *inputs;
    int n_stores;
    store *store;
    int *store_of; /* of each input; -1: none */
    int n_kept;
    to_keep kept[CROK_MAX_GIVEN_ANSWERS];
};

static int find_store(const crok_answer_desk *d, const char *path)
{
    for (int i = 0; i < d->n_stores; i++)
        if (strcmp(d->store[i].path, path) == 0)
            return i;
    return -1;
}

/* Load the file at `path`, which the desk takes. A file that is not there has
 * no answers, unless a person has named it. */
static crok_status add_store(crok_answer_desk *d, char *path, crok_err *err)
{
    struct stat st;
    bool may_be_new = d->options.path == NULL || d->options.keeps;
    store *more =
        realloc(d->store, ((size_t)d->n_stores + 1) * sizeof *d->store);
    if (more == NULL || path == NULL) {
        d->store = more == NULL ? d->store : more;
        free(path);
        return crok_fail(err, CROK_ENOMEM, "no memory for answers");
    }
    d->store = more;
    d->store[d->n_stores] = (store){.path = path};
    d->n_stores++;
    if (may_be_new && stat(path, &st) != 0 && errno == ENOENT)
        return CROK_OK;
    return crok_answer_file_load(path, &d->store[d->n_stores - 1].file, err);
}

/* Find or load the file with the answers to one input. */
static crok_status take_store(crok_answer_desk *d, int input, crok_err *err)
{
    const crok_input *in = &d->inputs->item[input];
    const char *named = d->options.path;
    char *path = NULL;
    d->store_of[input] = -1;
    if (!is_photo(in))
        return CROK_OK;
    path = named != NULL ? strdup(named)
                         : crok_path_beside(in->path, CROK_ANSWER_FILE_NAME);
    d->store_of[input] = path == NULL ? -1 : find_store(d, path);
    if (d->store_of[input] >= 0) {
        free(path);
        return CROK_OK;
    }
    d->store_of[input] = d->n_stores;
    return add_store(d, path, err);
}

crok_status crok_answer_desk_open(const crok_answer_desk_options *options,
                                  const crok_inputs *inputs,
                                  crok_answer_desk **out, crok_err *err)
{
    crok_answer_desk *d = calloc(1, sizeof *d);
    crok_status st = CROK_OK;
    if (d != NULL)
        d->store_of = calloc((size_t)inputs->n + 1, sizeof *d->store_of);
    if (d == NULL || d->store_of == NULL) {
        free(d);
        return crok_fail(err, CROK_ENOMEM, "no memory for answers");
    }
    d->options = *options;
    d->inputs = inputs;
    for (int i = 0; st == CROK_OK && i < options->given->n; i++)
        st = check_photo(&options->given->of[i], inputs, err);
    for (int i = 0; st == CROK_OK && i < inputs->n; i++)
        st = take_store(d, i, err);
    if (st == CROK_OK)
        *out = d;
    else
        crok_answer_desk_close(&d);
    return st;
}

void crok_answer_desk_close(crok_answer_desk **desk)
{
    crok_answer_desk *d = *desk;
    if (d == NULL)
        return;
    for (int i = 0; i < d->n_stores; i++) {
        crok_answer_file_free(&d->store[i].file);
        free(d->store[i].path);
    }
    free(d->store);
    free(d->store_of);
    free(d);
    *desk = NULL;
}

static void read_kept(const crok_answer_desk *d, int input, crok_answers *out)
{
    const char *path = d->inputs->item[input].path;
    int at = d->store_of[input];
    char sha256[CROK_SHA256_HEX];
    if (at < 0 || d->store[at].file == NULL ||
        crok_sha256_file(path, sha256, NULL) != CROK_OK)
        return;
    crok_answer_file_find(d->store[at].file, sha256, crok_path_name(path), out);
}

crok_answers *crok_answer_desk_read(const crok_answer_desk *d, int input)
{
    const crok_given_answers *given = d->options.given;
    crok_answers *out = calloc(1, sizeof *out);
    if (out == NULL)
        return NULL;
    read_kept(d, input, out);
    for (int i = 0; i < given->n; i++) {
        crok_answer *a = &out->answer[out->n];
        if (!is_of(&given->of[i], &d->inputs->item[input]))
            continue;
        *a = (crok_answer){.id = given->of[i].id, .is_given = true};
        (void)snprintf(a->value, sizeof a->value, "%s", given->of[i].value);
        out->n++;
    }
    if (out->n > 0 || out->has_other_version)
        return out;
    free(out);
    return NULL;
}

/* ---- keeping ---- */

/* Write what is to be kept of a given answer to *to. Returns false if it was
 * not used. */
static bool find_given(const crok_score *s, const crok_given_answer *given,
                       crok_answer *to)
{
    const crok_answer *done = crok_questions_answered(s, given->id);
    if (done != NULL && done->is_given) {
        *to = *done;
        return true;
    }
    *to = (crok_answer){.id = given->id};
    (void)snprintf(to->value, sizeof to->value, "%s", CROK_ANSWER_ASK);
    return strcasecmp(given->value, CROK_ANSWER_ASK) == 0 &&
           crok_questions_place(s, given->id, to);
}

crok_status crok_answer_desk_keep(crok_answer_desk *d, int input,
                                  const crok_result *result, crok_err *err)
{
    const crok_given_answers *given = d->options.given;
    const char *path = d->inputs->item[input].path;
    const crok_score *s = &result->score;
    for (int i = 0; result->status == CROK_OK && i < given->n; i++) {
        to_keep *to = &d->kept[d->n_kept];
        crok_status st = CROK_OK;
        if (d->n_kept == CROK_MAX_GIVEN_ANSWERS ||
            !is_of(&given->of[i], &d->inputs->item[input]) ||
            !find_given(s, &given->of[i], &to->answer))
            continue;
        to->store = d->store_of[input];
        to->image = crok_path_name(path);
        to->within_px = crok_questions_reach_px(s, &to->answer);
        st = crok_sha256_file(path, to->sha256, err);
        if (st != CROK_OK)
            return st;
        d->n_kept++;
    }
    return CROK_OK;
}

/* Add the answers to the file as it is now: another program, or a person, may
 * have changed it since it was read. */
static crok_status save_again(crok_answer_desk *d, int at, crok_err *err)
{
    store *to = &d->store[at];
    crok_status st = CROK_OK;
    crok_answer_file_free(&to->file);
    st = access(to->path, F_OK) == 0
             ? crok_answer_file_load(to->path, &to->file, err)
             : crok_answer_file_new(&to->file, err);
    for (int i = 0; st == CROK_OK && i < d->n_kept; i++) {
        const to_keep *k = &d->kept[i];
        if (k->store == at)
            st = crok_answer_file_keep(to->file, k->sha256, k->image,
                                       &k->answer, k->within_px, err);
    }
    return st == CROK_OK ? crok_answer_file_save(to->file, to->path,
                                                 d->options.force, err)
                         : st;
}

static crok_status save_store(crok_answer_desk *d, int at, crok_err *err)
{
    crok_status st = CROK_OK;
    int lock = -1;
    int n = 0;
    for (int i = 0; i < d->n_kept; i++)
        n += d->kept[i].store == at;
    if (n == 0)
        return CROK_OK;
    lock = crok_file_lock_folder(d->store[at].path);
    st = save_again(d, at, err);
    if (lock >= 0)
        (void)close(lock);
    return st;
}

crok_status crok_answer_desk_save(crok_answer_desk *d, crok_err *err)
{
    crok_status first = CROK_OK;
    for (int i = 0; i < d->n_stores; i++) {
        crok_err here = {0};
        crok_status st = save_store(d, i, &here);
        if (st == CROK_OK || first != CROK_OK)
            continue;
        first = st;
        if (err != NULL)
            *err = here;
    }
    return first;
}

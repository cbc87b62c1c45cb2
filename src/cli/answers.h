/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/answers.h: a person's answers to the photos of one call of `crokeye
 * score`: those of --answer, and those that are kept in files.
 *
 * Room     cli.
 * Threads  crok_answer_desk_read may run in any thread until the first call of
 *          crok_answer_desk_save; everything else has one owner. */
#ifndef CROK_CLI_ANSWERS_H
#define CROK_CLI_ANSWERS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/inputs.h"
#include "report/result.h"

/* Answers in one call. One photo has no more questions. */
#define CROK_MAX_GIVEN_ANSWERS CROK_MAX_ANSWERS

/* "[PHOTO:]ID=VALUE" of the command line. The texts are borrowed from it. */
typedef struct crok_given_answer {
    const char *photo; /* n_photo bytes: a path, or a name without folders */
    size_t n_photo;    /* 0: the only photo */
    int id;
    const char *value;
} crok_given_answer;

typedef struct crok_given_answers {
    int n;
    crok_given_answer of[CROK_MAX_GIVEN_ANSWERS];
} crok_given_answers;

/* Parse "[PHOTO:]ID=VALUE". Returns false if it is none. */
bool crok_given_answer_parse(const char *text, crok_given_answer *out);

bool crok_given_answer_is_same_question(const crok_given_answer *a,
                                        const crok_given_answer *b);

/* Where answers are looked up and kept. */
typedef struct crok_answer_desk crok_answer_desk;

typedef struct crok_answer_desk_options {
    const crok_given_answers *given; /* kept until close */
    const char *path; /* the file of all photos; NULL: each folder's own */
    bool keeps;       /* the given answers will be kept; then the file at path
                         need not exist */
    bool force;       /* --force: see crok_save_to */
} crok_answer_desk_options;

/* Load the files with the answers to the inputs.
 *
 *   inputs  kept until close
 *   out     written only on CROK_OK; returned: crok_answer_desk_close
 *   err     may be NULL
 *
 * CROK_EARG                a given answer says no photo of these, or several
 * CROK_EFORMAT, CROK_ETOOLARGE, CROK_EIO  a file cannot be used
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_answer_desk_open(
    const crok_answer_desk_options *options, const crok_inputs *inputs,
    crok_answer_desk **out, crok_err *err);

/* Get the answers to an input. Returned: free with free(). NULL: there are
 * none, the photo cannot be read, or there is no memory. */
crok_answers *crok_answer_desk_read(const crok_answer_desk *desk, int input);

/* Note the answers that were given to an input, to be kept.
 *
 *   result  of the input: where its questions are
 *
 * CROK_EIO     the photo cannot be read any more
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_answer_desk_keep(crok_answer_desk *desk,
                                                int input,
                                                const crok_result *result,
                                                crok_err *err);

/* Write the files with what is to be kept. The first failure is reported.
 *
 * CROK_EIO, CROK_ENOMEM */
CROK_MUST_USE crok_status crok_answer_desk_save(crok_answer_desk *desk,
                                                crok_err *err);

/* Free a desk and set *desk to NULL. *desk may be NULL. */
void crok_answer_desk_close(crok_answer_desk **desk);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * score/answer_file.h: the file in which a person's answers to photos are kept,
 * crokeye.answers/1. A photo is known by the SHA-256 of its bytes: renamed or
 * moved it keeps its answers, and a changed photo has none. What the program
 * does not know in the file stays as it is.
 *
 * Frames   px: the full picture, upright.
 * Room     score: uses core and report.
 * Threads  any number of threads may read a file that none changes. */
#ifndef CROK_SCORE_ANSWER_FILE_H
#define CROK_SCORE_ANSWER_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/sha256.h"
#include "core/status.h"
#include "report/answer.h"

/* The name of the file that is found in the folder of a photo. */
#define CROK_ANSWER_FILE_NAME "crokeye-answers.json"

typedef struct crok_answer_file crok_answer_file;

/* Parse a document, or load it from a file.
 *
 *   where  its name in messages
 *   out    written only on CROK_OK; returned: crok_answer_file_free
 *   err    may be NULL
 *
 * CROK_EFORMAT   no crokeye.answers/1, or not a possible one: the message names
 *                the field and the place
 * CROK_ETOOLARGE, CROK_ENOMEM; load: CROK_EIO */
CROK_MUST_USE crok_status crok_answer_file_parse(const char *text, size_t len,
                                                 const char *where,
                                                 crok_answer_file **out,
                                                 crok_err *err);
CROK_MUST_USE crok_status crok_answer_file_load(const char *path,
                                                crok_answer_file **out,
                                                crok_err *err);

/* Make a file without answers. CROK_ENOMEM */
CROK_MUST_USE crok_status crok_answer_file_new(crok_answer_file **out,
                                               crok_err *err);

/* Free a file and set *f to NULL. *f may be NULL. */
void crok_answer_file_free(crok_answer_file **f);

/* Get the answers that are kept for a photo.
 *
 *   sha256  of its bytes
 *   image   its file name, without folders
 *   out     always written; none are kept: n is 0 */
void crok_answer_file_find(const crok_answer_file *f, const char *sha256,
                           const char *image, crok_answers *out);

/* Keep an answer, in place of those to the same question: with its id, or about
 * the same kind of thing within within_px of its place. The answer
 * CROK_ANSWER_ASK only removes these. The photo gets the name `image`.
 *
 * CROK_ENOMEM  the file may have lost the former answer */
CROK_MUST_USE crok_status crok_answer_file_keep(
    crok_answer_file *f, const char *sha256, const char *image,
    const crok_answer *answer, double within_px, crok_err *err);

/* Returns the document; free it with free(). NULL: no memory. */
char *crok_answer_file_text(const crok_answer_file *f);

/* Write the file, complete or not at all.
 *
 *   force  replace also a file that has no answers
 *
 * CROK_EARG, CROK_EIO, CROK_ENOMEM  as crok_save */
CROK_MUST_USE crok_status crok_answer_file_save(const crok_answer_file *f,
                                                const char *path, bool force,
                                                crok_err *err);

#endif

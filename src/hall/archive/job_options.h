/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/archive/job_options.h: the options of a job as text, as arguments of
 * `crokeye score`, and the files that they name.
 *
 * Room     hall, wing archive.
 * Threads  values only; any thread. */
#ifndef CROK_HALL_ARCHIVE_JOB_OPTIONS_H
#define CROK_HALL_ARCHIVE_JOB_OPTIONS_H

#include "hall/archive.h"

/* Returns the options as a JSON object, always the same for the same options;
 * "" if none is given. Free it with free(); NULL: no memory. */
char *crok_job_options_text(const crok_job_options *o);

/* Read such a text, which came from the broker: other options are refused.
 *
 *   text  NULL or "": none is given
 *
 * CROK_EFORMAT  it is none */
CROK_MUST_USE crok_status crok_job_options_parse(const char *text,
                                                 crok_job_options *out,
                                                 crok_err *err);

/* The options as arguments, with the files that they name. */
typedef struct crok_job_words {
    char *word[CROK_N_JOB_OPTIONS]; /* owned: "--board=/proc/1/fd/7" */
    int file[CROK_N_JOB_OPTIONS];   /* owned descriptors, -1: none */
    int n;
} crok_job_words;

/* Make the arguments; files are read from the stream ARCHIVE.
 *
 *   out  written only on CROK_OK; free with crok_job_words_free
 *
 * CROK_EFORMAT  a file is not there */
CROK_MUST_USE crok_status crok_job_words_make(const crok_hall_link *link,
                                              const crok_job_options *o,
                                              crok_job_words *out,
                                              crok_err *err);
void crok_job_words_free(crok_job_words *w);

/* Write the path by which a child process of this one opens a descriptor of
 * this process. */
void crok_archive_fd_path(int fd, char out[48]);

#endif

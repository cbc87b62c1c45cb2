/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/cli/program.h: run the program as a person would, in a folder made
 * for the test, and look at what it wrote. */
#ifndef CROK_TESTS_CLI_PROGRAM_H
#define CROK_TESTS_CLI_PROGRAM_H

#include <stddef.h>

#include <cjson/cJSON.h>

#define PROGRAM_MAX_DOCS 64

typedef struct program_run {
    int status; /* exit status; -1 when it was ended by a signal */
    char *out, *err;
    int n_docs; /* standard output read as a JSON document a line */
    cJSON *doc[PROGRAM_MAX_DOCS];
} program_run;

/* Run crokeye with the arguments behind its name, ended by NULL. `input` goes
 * to its standard input, n_input bytes; may be NULL. */
program_run program(const char *const *args, const char *input, size_t n_input);

/* The same, for a short list of arguments. */
#define PROGRAM(...) program((const char *const[]){__VA_ARGS__, NULL}, NULL, 0)

/* Reads out as JSON documents; fails the test where a line is none. */
void program_parse(program_run *run);

void program_free(program_run *run);

/* The document's error code, "" where it has none. */
const char *program_code(const cJSON *doc);

/* The folder that the tests may fill; the working directory. Group set-up and
 * tear-down of cmocka. */
int program_folder_make(void **state);
int program_folder_remove(void **state);

/* A file with these bytes. */
void program_write(const char *path, const void *bytes, size_t n);

/* A picture of nothing, as JPEG; larger than a disc is wide. */
void program_write_photo(const char *path);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Files of answers from anyone. What is accepted must be usable, and the same
 * when written and read again, also after an answer was kept. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "score/answer_file.h"

#define HASH "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_found(const crok_answer_file *f, int n_least)
{
    crok_answers *a = calloc(1, sizeof *a);
    CROK_ASSERT(a != NULL);
    crok_answer_file_find(f, HASH, "p.jpg", a);
    CROK_ASSERT(a->n >= n_least && a->n <= CROK_MAX_ANSWERS);
    for (int i = 0; i < a->n; i++)
        CROK_ASSERT(crok_answer_is_text(a->answer[i].value) &&
                    isfinite(a->answer[i].at_px.x));
    free(a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    crok_answer_file *f = NULL;
    crok_err err = {0};
    crok_answer to = {.id = 3, .at_px = {10.0, 20.0}, .value = "15"};
    char *text = NULL;
    if (crok_answer_file_parse((const char *)data, size, "fuzz", &f, &err) !=
        CROK_OK) {
        CROK_ASSERT(err.msg[0] != '\0');
        return 0;
    }
    check_found(f, 0);
    CROK_ASSERT(crok_answer_file_keep(f, HASH, "p.jpg", &to, 5.0, &err) ==
                CROK_OK);
    text = crok_answer_file_text(f);
    crok_answer_file_free(&f);
    CROK_ASSERT(text != NULL);
    if (crok_answer_file_parse(text, strlen(text), "again", &f, &err) ==
        CROK_OK)
        check_found(f, 1);
    else /* it had as many answers as are read before */
        CROK_ASSERT(strstr(err.msg, "too many") != NULL);
    crok_answer_file_free(&f);
    free(text);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/score_load.h"

#include "journal/load_book.h"

crok_status crok_score_cli_load(crok_score_cli *c, crok_err *err)
{
    crok_score_words *w = &c->words;
    crok_status st = CROK_OK;
    if (w->rules_name != NULL)
        st = crok_book_values_load(w->rules_name, &w->photo.score.rules, err);
    return st == CROK_OK ? crok_score_words_load(w, err) : st;
}

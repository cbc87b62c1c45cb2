/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/score_load.h"

#include <string.h>

#include "board/calib.h"
#include "cli/load_book.h"

static crok_status load_rules(const char *name, crok_value_rules *out,
                              crok_err *err)
{
    crok_book book;
    crok_status st = crok_book_load(name, &book, NULL, err);
    if (st == CROK_OK)
        *out = crok_book_value_rules(&book);
    return st;
}

static crok_status find_model(const char *name, const crok_board **out,
                              crok_err *err)
{
    const crok_board *known = crok_board_tournament();
    if (strcmp(name, known->model) != 0)
        return crok_fail(err, CROK_EARG,
                         "%.80s: no such board model; there is \"%s\"", name,
                         known->model);
    *out = known;
    return CROK_OK;
}

crok_status crok_score_cli_load(crok_score_cli *c, crok_err *err)
{
    crok_score_photo_options *p = &c->photo;
    crok_status st = CROK_OK;
    if (c->rules_name != NULL)
        st = load_rules(c->rules_name, &p->score.rules, err);
    if (st == CROK_OK && c->model_name != NULL)
        st = find_model(c->model_name, &p->model, err);
    if (st == CROK_OK && c->board_path != NULL) {
        st = crok_known_load(c->board_path, &c->known, err);
        p->scan.known = &c->known;
    }
    if (st == CROK_OK && c->calib_path != NULL) {
        st = crok_calib_load(c->calib_path, &c->calibrated, err);
        p->fixed_pose = &c->calibrated;
    }
    return st;
}

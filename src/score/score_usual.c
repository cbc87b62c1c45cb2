/* SPDX-License-Identifier: Apache-2.0
 *
 * The options of score/score_photo.h. Commands that only read them, and send
 * them to others, link nothing that decodes or measures a photo. */
#include "score/score_photo.h"

crok_score_photo_options crok_score_photo_usual(void)
{
    return (crok_score_photo_options){
        .scan = {.n_sides = 2},
        .score = {.rules = crok_value_rules_default(), .n_sides = 2}};
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The match in forms that programs take without code of their own. */
#include "core/json.h"
#include "serve/answer.h"
#include "serve/flat.h"
#include "serve/handlers.h"

/* Add the row of a table. Returns false if there is no memory. */
static bool add_row(crok_serve *s, int place, cJSON *rows)
{
    crok_frame *frame = crok_feed_take(&s->feed, place);
    cJSON *row = crok_flat_row(frame->text + frame->json_at, frame->json_len);
    crok_feed_drop(&s->feed, frame);
    return row != NULL && cJSON_AddItemToArray(rows, row);
}

/* Answer with an array of flat rows, one of each table that is meant. */
enum MHD_Result crok_get_flat(crok_serve *s, struct MHD_Connection *c,
                              const crok_request *r)
{
    cJSON *rows = cJSON_CreateArray();
    char *text = NULL;
    bool ok = rows != NULL;
    for (int i = 0; ok && i < CROK_FEED_TABLES; i++)
        if (crok_set_has(&r->tables, i))
            ok = add_row(s, i, rows);
    text = ok ? crok_json_text(rows, false) : NULL;
    cJSON_Delete(rows);
    return crok_answer_json(c, text);
}

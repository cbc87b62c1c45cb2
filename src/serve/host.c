/* SPDX-License-Identifier: Apache-2.0
 *
 * What the page of all tables needs: the server's addresses, what a browser is
 * signed in to, a code for each table, and withdrawing it. */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "serve/answer.h"
#include "serve/handlers.h"
#include "serve/qr.h"
#include "serve/secret.h"

static const char *argument(struct MHD_Connection *c, const char *name)
{
    return MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, name);
}

/* Answer with the addresses in the network, and what the browser may write. */
enum MHD_Result crok_get_host(crok_serve *s, struct MHD_Connection *c,
                              const crok_request *r)
{
    cJSON *doc = cJSON_CreateObject();
    cJSON *addresses = cJSON_AddArrayToObject(doc, "addresses");
    cJSON *tables = cJSON_AddArrayToObject(doc, "may_write");
    unsigned may = crok_secret_may_write(s, c);
    crok_addresses list;
    char *text = NULL;
    (void)r;
    crok_serve_addresses(s, &list);
    for (int i = 0; i < list.n; i++)
        cJSON_AddItemToArray(addresses, cJSON_CreateString(list.url[i]));
    for (int i = 0; i < s->n_tables; i++)
        if ((may & (1U << i)) != 0)
            cJSON_AddItemToArray(tables, cJSON_CreateNumber(i + 1));
    cJSON_AddBoolToObject(doc, "is_host", may == CROK_EVERY_TABLE);
    cJSON_AddBoolToObject(doc, "local_only", !crok_serve_is_public(s));
    text = crok_json_text(doc, false);
    cJSON_Delete(doc);
    return crok_answer_json(c, text);
}

/* The address that ?address=NUMBER of the list means, from 0; the first one
 * without it. NULL: there is none. */
static const char *chosen_address(struct MHD_Connection *c,
                                  const crok_addresses *list)
{
    const char *text = argument(c, "address");
    long i = 0;
    if (text != NULL && !crok_number(text, list->n - 1, &i))
        return NULL;
    return list->url[i];
}

/* Answer with the code that signs a phone in at the table. */
enum MHD_Result crok_get_qr(crok_serve *s, struct MHD_Connection *c,
                            const crok_request *r)
{
    const char *page = argument(c, "page");
    crok_addresses list;
    const char *host = NULL;
    char link[CROK_LINK_TEXT];
    crok_serve_addresses(s, &list);
    host = chosen_address(c, &list);
    if (host == NULL)
        return crok_answer_not_found(c);
    crok_serve_table_link(s, r->table->place, host,
                          page != NULL && strcmp(page, "photo") == 0
                              ? CROK_LINK_PHOTO
                              : CROK_LINK_CONSOLE,
                          link);
    return crok_answer_svg(c, crok_qr_svg(link));
}

/* End the table's token and all sign-ins with it. */
enum MHD_Result crok_post_withdraw(crok_serve *s, struct MHD_Connection *c,
                                   const crok_request *r)
{
    crok_err err = {0};
    crok_answer a = {.status = MHD_HTTP_NO_CONTENT, .bytes = ""};
    return crok_keys_withdraw(&s->keys, r->table->place, &err) == CROK_OK
               ? crok_answer_send(c, &a)
               : crok_answer_failure(c, &err, 0);
}

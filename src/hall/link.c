/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/link.h"

#include "hall/key_file.h"

static const char *or_none(const char *text)
{
    return text[0] == '\0' ? NULL : text;
}

crok_status crok_hall_link_open(const crok_engine_options *o,
                                crok_hall_link *out, crok_err *err)
{
    crok_hall_link link = {0};
    crok_hall_key key = {.user = ""};
    crok_status st = crok_broker_load(&link.calls, err);
    if (st == CROK_OK && o->key_path != NULL)
        st = crok_hall_key_read(o->key_path, &key, err);
    if (st == CROK_OK) {
        const crok_broker_login login = {.url = o->url,
                                         .user = or_none(key.user),
                                         .password = or_none(key.password),
                                         .authority = or_none(key.authority),
                                         .inbox = or_none(key.inbox),
                                         .name = o->name,
                                         .wait_ms = o->wait_ms};
        st = link.calls->open(&login, &link.broker, err);
    }
    if (st == CROK_OK)
        *out = link;
    return st;
}

void crok_hall_link_close(crok_hall_link *link)
{
    if (link->calls != NULL)
        link->calls->close(&link->broker);
    *link = (crok_hall_link){0};
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/contact.h"

#include "core/clock.h"

static void add_time(cJSON *to, const char *name, int64_t t_ms)
{
    char text[CROK_CLOCK_TEXT_MAX];
    if (t_ms == 0) {
        cJSON_AddNullToObject(to, name);
        return;
    }
    crok_clock_text(t_ms, text);
    cJSON_AddStringToObject(to, name, text);
}

void crok_hall_contact_add(cJSON *doc, const crok_hall_contact *contact)
{
    cJSON *away = NULL;
    if (contact->away_ms == 0) {
        cJSON_AddNullToObject(doc, "away");
        return;
    }
    away = cJSON_AddObjectToObject(doc, "away");
    add_time(away, "since", contact->away_ms);
    add_time(away, "read", contact->read_ms);
}

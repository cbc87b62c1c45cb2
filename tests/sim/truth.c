/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/truth.h"

#include <stdlib.h>

#include "rules/rules_json.h"

static const char *place_name(crok_sim_place place)
{
    static const char *const name[] = {[CROK_SIM_SURFACE] = "surface",
                                       [CROK_SIM_HOLE] = "hole",
                                       [CROK_SIM_LEANING] = "leaning",
                                       [CROK_SIM_DITCH] = "ditch",
                                       [CROK_SIM_AWAY] = "away"};
    return name[place];
}

static bool write_line(FILE *to, cJSON *doc)
{
    char *text = doc == NULL ? NULL : cJSON_PrintUnformatted(doc);
    bool ok = text != NULL && fprintf(to, "%s\n", text) > 0;
    cJSON_free(text);
    cJSON_Delete(doc);
    return ok;
}

bool crok_sim_write_event(FILE *to, const crok_event *event)
{
    return write_line(to, crok_event_to_json(event));
}

static cJSON *discs_of(const crok_sim_moment *m, const crok_sim_colours *c)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < m->n_discs; i++) {
        const crok_sim_disc *d = &m->discs[i];
        cJSON *one = NULL;
        if (d->place == CROK_SIM_AWAY)
            continue;
        one = cJSON_CreateObject();
        cJSON_AddNumberToObject(one, "id", d->id);
        cJSON_AddStringToObject(one, "side", c->side[d->side].name);
        cJSON_AddStringToObject(one, "place", place_name(d->place));
        cJSON_AddNumberToObject(one, "x_mm", d->at_mm.x);
        cJSON_AddNumberToObject(one, "y_mm", d->at_mm.y);
        cJSON_AddItemToArray(list, one);
    }
    return list;
}

static cJSON *held_of(const crok_sim_moment *m)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < m->n_discs; i++)
        if ((m->held & 1ULL << i) != 0)
            cJSON_AddItemToArray(list, cJSON_CreateNumber(m->discs[i].id));
    return list;
}

bool crok_sim_write_frame(FILE *to, const crok_sim_truth *truth,
                          const crok_sim_colours *colours)
{
    cJSON *doc = cJSON_CreateObject();
    cJSON_AddNumberToObject(doc, "frame", (double)truth->index);
    cJSON_AddNumberToObject(doc, "t_s", truth->t_s);
    cJSON_AddBoolToObject(doc, "moving", truth->moving);
    cJSON_AddBoolToObject(doc, "hand", truth->hand);
    cJSON_AddBoolToObject(doc, "quiet", truth->quiet);
    cJSON_AddBoolToObject(doc, "frozen", truth->frozen);
    cJSON_AddNumberToObject(doc, "light", truth->moment.light);
    cJSON_AddNumberToObject(doc, "knock", truth->moment.knock);
    cJSON_AddItemToObject(doc, "held", held_of(&truth->moment));
    cJSON_AddItemToObject(doc, "discs", discs_of(&truth->moment, colours));
    return write_line(to, doc);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/about.h"

#include <stdio.h>
#include <string.h>

static bool is_set_to(const crok_conf_settings *day, const char *name,
                      const char *value)
{
    const char *text = crok_day_text(day, name);
    return text != NULL && strcmp(text, value) == 0;
}

bool crok_is_singles(const char *category)
{
    return category != NULL && strcmp(category, "Singles") == 0;
}

crok_hall_about crok_hall_about_of(const crok_day_file *file)
{
    const crok_conf_settings *day = &file->day;
    crok_hall_about about = {
        .date = crok_day_text(day, "date"),
        .tournament = crok_day_text(day, "tournament"),
        .division = crok_day_text(day, "division"),
        .category = crok_day_text(day, "category"),
        .league = crok_day_text(day, "league"),
        .format = crok_day_text(day, "format"),
        .stage = crok_day_text(day, "stage"),
        .individual = crok_day_text(day, "individual"),
        .head_to_head = is_set_to(day, "ties", "head-to-head"),
        .count_unpaired = is_set_to(day, "unpaired", "count"),
        .pairings = crok_day_text(day, "pairings"),
        .file = file};
    if (about.tournament == NULL)
        about.tournament = crok_day_text(day, "title");
    return about;
}

static crok_status copy(const char *text, char *to, size_t size, crok_err *err)
{
    if (text == NULL || to[0] != '\0')
        return CROK_OK;
    if (strlen(text) >= size)
        return crok_fail(err, CROK_EARG,
                         "\"%.60s\": a text of the day has at most %zu bytes",
                         text, size - 1);
    (void)snprintf(to, size, "%s", text);
    return CROK_OK;
}

crok_status crok_hall_about_settings(const crok_hall_about *about,
                                     crok_day_settings *s, crok_err *err)
{
    const struct {
        const char *text;
        char *to;
        size_t size;
    } texts[] = {
        {about->date, s->date, sizeof s->date},
        {about->tournament, s->tournament, sizeof s->tournament},
        {about->division, s->division, sizeof s->division},
        {about->category, s->category, sizeof s->category},
        {about->league, s->league, sizeof s->league},
        {about->format, s->format, sizeof s->format},
        {about->stage, s->stage, sizeof s->stage},
        {about->individual, s->individual, sizeof s->individual},
    };
    crok_status st = CROK_OK;
    s->head_to_head = s->head_to_head || about->head_to_head;
    s->count_unpaired = s->count_unpaired || about->count_unpaired;
    for (size_t i = 0; i < sizeof texts / sizeof *texts && st == CROK_OK; i++)
        st = copy(texts[i].text, texts[i].to, texts[i].size, err);
    return st;
}

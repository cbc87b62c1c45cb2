/* SPDX-License-Identifier: Apache-2.0
 *
 * A file of pairings of unknown origin: read, given to a day, and shown. */
#include <stdint.h>
#include <stdlib.h>

#include <cjson/cJSON.h>

#include "hall/day_document.h"
#include "hall/sheets.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const crok_day_settings none;
    crok_pairings p = {0};
    crok_day *day = NULL;
    char *text = NULL;
    if (crok_pairings_read((const char *)data, size, "p.csv", false, &p,
                           NULL) != CROK_OK)
        return 0;
    day = crok_day_new(&none);
    if (day == NULL)
        abort();
    crok_day_set_pairings(day, &p);
    cJSON_free(crok_day_document(day, &(crok_hall_contact){0}));
    cJSON_free(crok_day_next_document(day, "1"));
    if (crok_sheet_faults(day, &text, NULL) != CROK_OK)
        abort();
    free(text);
    crok_day_free(&day);
    return 0;
}

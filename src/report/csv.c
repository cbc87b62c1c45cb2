/* SPDX-License-Identifier: Apache-2.0 */
#include "report/csv.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"

void crok_csv_add(crok_str *t, const char *text)
{
    bool formula = text[0] != '\0' && strchr("=+-@\t\r\n", text[0]) != NULL;
    const char *before = formula ? "'" : "";
    char *clean = crok_text_utf8(text);
    if (clean == NULL) {
        t->failed = true;
        return;
    }
    if (strpbrk(clean, ",\"\r\n") == NULL) {
        crok_str_add(t, before);
        crok_str_add(t, clean);
    } else {
        crok_str_addf(t, "\"%s", before);
        for (const char *p = clean; *p != '\0'; p++)
            crok_str_addf(t, *p == '"' ? "\"%c" : "%c", *p);
        crok_str_add(t, "\"");
    }
    free(clean);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "report/csv.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

/* Would a spreadsheet take the text for a formula? It may also begin with a
 * mark of the byte order, or have the wide signs U+FF1D, U+FF0B, U+FF0D,
 * U+FF20. */
static bool is_formula(const char *text)
{
    static const char *const wide[] = {"\xEF\xBC\x9D", "\xEF\xBC\x8B",
                                       "\xEF\xBC\x8D", "\xEF\xBC\xA0"};
    static const char mark[] = "\xEF\xBB\xBF";
    while (strncmp(text, mark, sizeof mark - 1) == 0)
        text += sizeof mark - 1;
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (strncmp(text, wide[i], strlen(wide[i])) == 0)
            return true;
    return text[0] != '\0' && strchr("=+-@\t\r\n", text[0]) != NULL;
}

void crok_csv_add(crok_str *t, const char *text)
{
    const char *before = is_formula(text) ? "'" : "";
    char *clean = crok_text_plain(text);
    if (clean == NULL) {
        t->failed = true;
        return;
    }
    if (strpbrk(clean, ",;\t\"\r\n") == NULL) {
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

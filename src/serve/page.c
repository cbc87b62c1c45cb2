/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/page.h"

#include <string.h>

const crok_page *crok_page_find(const char *name)
{
    for (int i = 0; i < crok_n_pages; i++)
        if (strcmp(crok_pages[i].name, name) == 0)
            return &crok_pages[i];
    return NULL;
}

const char *crok_page_type(const char *name)
{
    const char *ending = strrchr(name, '.');
    if (ending != NULL && strcmp(ending, ".js") == 0)
        return "text/javascript; charset=utf-8";
    if (ending != NULL && strcmp(ending, ".css") == 0)
        return "text/css; charset=utf-8";
    return "text/html; charset=utf-8";
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/score_page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/save.h"

/* Is the mark among the first bytes? */
static bool is_page(const char *mark, const char *bytes, size_t n)
{
    const size_t len = strlen(mark);
    for (size_t i = 0; i + len <= n; i++)
        if (memcmp(bytes + i, mark, len) == 0)
            return true;
    return n == 0;
}

static const crok_save_kind page_kind = {"a page of crokeye's", CROK_HTML_MARK,
                                         is_page, CROK_HTML_MARK_WITHIN};

/* Returned: free. NULL: no memory. */
static char *path_in(const char *dir)
{
    size_t room = strlen(dir) + sizeof "/index.html";
    char *path = malloc(room);
    if (path != NULL)
        (void)snprintf(path, room, "%s/index.html", dir);
    return path;
}

static crok_status no_memory(crok_err *err)
{
    return crok_fail(err, CROK_ENOMEM, "no memory for the page");
}

crok_status crok_score_page_check(const char *dir, bool force, crok_err *err)
{
    char *path = path_in(dir);
    crok_save_to to = {.path = path, .kind = &page_kind, .force = force};
    crok_status st =
        path == NULL ? no_memory(err) : crok_save_check(&to, NULL, err);
    free(path);
    return st;
}

crok_status crok_score_page_save(crok_html *page, const char *dir, bool force,
                                 crok_err *err)
{
    char *path = path_in(dir);
    char *text = crok_html_text(page);
    crok_save_to to = {.path = path, .kind = &page_kind, .force = force};
    crok_status st = CROK_OK;
    if (path == NULL || text == NULL)
        st = no_memory(err);
    else
        st = crok_save(&to, text, strlen(text), err);
    free(text);
    free(path);
    return st;
}

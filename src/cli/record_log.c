/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/record_log.h"

#include <stdio.h>
#include <string.h>

#include "cli/say.h"
#include "journal/journal.h"

static void print(const char *what)
{
    static _Thread_local char last[256];
    if (strcmp(what, last) == 0)
        return;
    (void)snprintf(last, sizeof last, "%s", what);
    crok_say("crokeye: %s", what);
}

void crok_record_log_print(void)
{
    crok_journal_hear(print);
}

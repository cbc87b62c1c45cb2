/* SPDX-License-Identifier: Apache-2.0
 *
 * `crokeye`, which people start: records, rule books, the day and the hall's
 * broker. */
#include "cli/cmd_add.h"
#include "cli/cmd_export.h"
#include "cli/cmd_hall.h"
#include "cli/cmd_import.h"
#include "cli/cmd_publish.h"
#include "cli/cmd_record.h"
#include "cli/cmd_results.h"
#include "cli/cmd_rules.h"
#include "cli/program.h"
#include "cli/record_log.h"

static const crok_own_command own[] = {
    {"rules", NULL, crok_cmd_rules},     {"publish", NULL, crok_cmd_publish},
    {"export", NULL, crok_cmd_export},   {"import", NULL, crok_cmd_import},
    {"add", NULL, crok_cmd_add},         {"backup", NULL, crok_cmd_backup},
    {"check", NULL, crok_cmd_check},     {"hall", NULL, crok_cmd_hall},
    {"results", NULL, crok_cmd_results},
};

int main(int argc, char **argv)
{
    crok_record_log_print();
    return crok_program_main(argc, argv, own, sizeof own / sizeof *own);
}

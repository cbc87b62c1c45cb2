/* SPDX-License-Identifier: Apache-2.0
 *
 * `crokeye-tables`: the commands that read cameras or serve pages
 * (cli/program.h). */
#include "cli/cmd_calibrate.h"
#include "cli/cmd_devices.h"
#include "cli/cmd_serve.h"
#include "cli/cmd_setup.h"
#include "cli/cmd_watch.h"
#include "cli/hall_serve.h"
#include "cli/program.h"
#include "cli/record_log.h"

static const crok_own_command own[] = {
    {"calibrate", NULL, crok_cmd_calibrate},
    {"setup", NULL, crok_cmd_setup},
    {"watch", NULL, crok_cmd_watch},
    {"serve", NULL, crok_cmd_serve},
    {"devices", NULL, crok_cmd_devices},
    {"hall", "serve", crok_hall_serve_main},
};

int main(int argc, char **argv)
{
    crok_record_log_print();
    return crok_program_main(argc, argv, own, sizeof own / sizeof *own);
}

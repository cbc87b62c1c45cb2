/* SPDX-License-Identifier: Apache-2.0
 *
 * `crokeye-photos`: the commands that score photos or send them
 * (cli/program.h). */
#include "cli/cmd_board.h"
#include "cli/cmd_enqueue.h"
#include "cli/cmd_score.h"
#include "cli/cmd_work.h"
#include "cli/program.h"

static const crok_own_command own[] = {
    {"score", NULL, crok_cmd_score},
    {"board", NULL, crok_cmd_board},
    {"enqueue", NULL, crok_cmd_enqueue},
    {"work", NULL, crok_cmd_work},
};

int main(int argc, char **argv)
{
    return crok_program_main(argc, argv, own, sizeof own / sizeof *own);
}

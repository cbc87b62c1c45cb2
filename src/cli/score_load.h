/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/score_load.h: load what the options of `crokeye score` name: a rule book,
 * a board, a calibration, a board's model.
 *
 * Room     cli.
 * Threads  values only; any thread. */
#ifndef CROK_CLI_SCORE_LOAD_H
#define CROK_CLI_SCORE_LOAD_H

#include "cli/options.h"

/* Load what --rules, --board, --calib and --model name. *c must stay where it
 * is from now on.
 *
 * CROK_EARG    no rule book or model has this name
 * CROK_EIO, CROK_EFORMAT, CROK_ETOOLARGE  a file cannot be used
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_score_cli_load(crok_score_cli *c, crok_err *err);

#endif

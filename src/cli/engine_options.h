/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/engine_options.h: parse the options --engine URL and --key FILE: the
 * address of the hall's broker, and the key to sign in there.
 *
 * Room     cli.
 * Threads  values only; any thread. */
#ifndef CROK_CLI_ENGINE_OPTIONS_H
#define CROK_CLI_ENGINE_OPTIONS_H

#include <stdbool.h>

#include "hall/link.h"

/* Two lines for a command's help. */
#define CROK_ENGINE_HELP                                                       \
    "  --engine URL   the hall's broker, nats:// or tls://, several "          \
    "separated\n"                                                              \
    "                 by commas (" CROK_ENGINE_DEFAULT ")\n"                   \
    "  --key FILE     user, password and authority (`crokeye hall keys`)\n"

/* How long a call waits for the broker's answer, ms. A broker on a busy disk
 * answers within about 50 ms. A call without an answer is made again. */
#define CROK_ENGINE_WAIT_MS 2000

/* The options' defaults. `name` is the client's name in the broker's log. */
crok_engine_options crok_engine_defaults(const char *name);

/* Is argv[*i] --engine or --key? Then it is taken with its value, and *i is
 * the index of that value. `--engine=URL` and `--key=FILE` are taken, too. If
 * the value is missing, false is returned.
 *
 *   argv  borrowed as long as *o is used */
bool crok_engine_option(int argc, char **argv, int *i, crok_engine_options *o);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/engine_take.h: take the options of the engine out of a command line whose
 * others getopt_long(3) reads.
 *
 * Room     cli.
 * Threads  values only; any thread. */
#ifndef CROK_CLI_ENGINE_TAKE_H
#define CROK_CLI_ENGINE_TAKE_H

#include "cli/engine_options.h"

/* Take all --engine and --key before "--". They are moved behind the others and
 * a NULL that ends these; argv ended with NULL before. Returns the number of
 * the others, argv[0] included. */
int crok_engine_take(int argc, char **argv, crok_engine_options *o);

#endif

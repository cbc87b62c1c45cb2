/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/engine_parse.h"

#include <string.h>

#include "cli/say.h"

/* Move argv[from] to the place `to` before it. */
static void move_before(char **argv, int from, int to)
{
    char *moved = argv[from];
    memmove(argv + to + 1, argv + to, (size_t)(from - to) * sizeof *argv);
    argv[to] = moved;
}

/* Take all --engine and --key before "--". They are moved behind the others and
 * a NULL that ends these. Returns the number of the others, argv[0] included.
 */
static int take_engine(int argc, char **argv, crok_engine_options *o)
{
    bool is_over = false;
    int n = 1; /* the others so far; behind them are those that were taken */
    for (int i = 1; i < argc; i++) {
        is_over = is_over || strcmp(argv[i], "--") == 0;
        if (!is_over && crok_engine_option(argc, argv, &i, o))
            continue;
        move_before(argv, i, n);
        n++;
    }
    /* those that were taken stay behind the end, where their texts are kept */
    if (n < argc)
        move_before(argv, argc, n);
    return n;
}

int crok_engine_parse(int argc, char **argv, const crok_engine_parser *p,
                      crok_engine_options *engine)
{
    int opt = 0;
    argc = take_engine(argc, argv, engine);
    opterr = 0;
    while ((opt = getopt_long(argc, argv, p->letters, p->options, NULL)) !=
           -1) {
        if (opt == '?')
            crok_say_refused(argv, p->options);
        if (!p->take(p->context, opt, optarg)) {
            crok_say("%s --help says more", argv[0]);
            return -1;
        }
    }
    return argc - optind;
}

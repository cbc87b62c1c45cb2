/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/engine_take.h"

#include <string.h>

/* Move argv[from] to the place `to` before it. */
static void move_before(char **argv, int from, int to)
{
    char *moved = argv[from];
    memmove(argv + to + 1, argv + to, (size_t)(from - to) * sizeof *argv);
    argv[to] = moved;
}

int crok_engine_take(int argc, char **argv, crok_engine_options *o)
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

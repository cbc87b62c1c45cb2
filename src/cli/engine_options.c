/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/engine_options.h"

#include <string.h>

crok_engine_options crok_engine_defaults(const char *name)
{
    return (crok_engine_options){.url = CROK_ENGINE_DEFAULT,
                                 .name = name,
                                 .wait_ms = CROK_ENGINE_WAIT_MS};
}

/* Take the option `name` with its value. */
static bool take(int argc, char **argv, int *i, const char *name,
                 const char **out)
{
    size_t n = strlen(name);
    if (strncmp(argv[*i], name, n) != 0)
        return false;
    if (argv[*i][n] == '=' && argv[*i][n + 1] != '\0') {
        *out = argv[*i] + n + 1;
        return true;
    }
    if (argv[*i][n] != '\0' || *i + 1 >= argc)
        return false;
    *out = argv[++*i];
    return true;
}

bool crok_engine_option(int argc, char **argv, int *i, crok_engine_options *o)
{
    return take(argc, argv, i, "--engine", &o->url) ||
           take(argc, argv, i, "--key", &o->key_path);
}

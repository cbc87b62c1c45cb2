/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/version.h"

#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

void crok_version_show(FILE *to)
{
    (void)fprintf(to, "crokeye %s\ncompiler " COMPILER "\n%s", CROK_VERSION,
                  crok_built_with);
}

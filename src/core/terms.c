/* SPDX-License-Identifier: Apache-2.0 */
#include "core/terms.h"

#include <stddef.h>

const char *crok_line_name(crok_line line)
{
    static const char *const name[CROK_N_LINES] = {
        [CROK_LINE_OUTER] = "outer",
        [CROK_LINE_MIDDLE] = "middle",
        [CROK_LINE_INNER] = "inner",
    };
    return line == CROK_LINE_NONE ? NULL : name[line];
}

const char *crok_disc_state_name(crok_disc_state state)
{
    static const char *const name[CROK_N_DISC_STATES] = {
        [CROK_DISC_FLAT] = "flat",
        [CROK_DISC_HOLE] = "hole",
        [CROK_DISC_LEANING] = "leaning",
        [CROK_DISC_OUT] = "out",
    };
    return name[state];
}

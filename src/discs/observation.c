/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/observation.h"

const char *crok_disc_state_name(crok_disc_state state)
{
    static const char *const name[] = {"flat", "hole", "leaning", "out"};
    CROK_ASSERT((int)state >= 0 && state <= CROK_DISC_OUT);
    return name[state];
}

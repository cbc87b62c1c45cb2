/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/live_source.h"

const char *crok_live_name(crok_live_state state)
{
    static const char *const name[CROK_N_LIVE] = {"none",   "starting", "still",
                                                  "moving", "covered",  "lost",
                                                  "down",   "ended"};
    return name[state];
}

bool crok_live_sees_board(crok_live_state state)
{
    return state == CROK_LIVE_STILL || state == CROK_LIVE_MOVING ||
           state == CROK_LIVE_COVERED;
}

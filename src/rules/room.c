/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/room.h"

/* Does the event change an earlier one, or end a round? */
static bool is_repair(const crok_event *e)
{
    return crok_event_corrects(e) || e->type == CROK_EVENT_ROUND_END;
}

int crok_room_for(const crok_event *e)
{
    if (e->type == CROK_EVENT_MATCH_END)
        return CROK_MAX_EVENTS;
    return CROK_MAX_EVENTS -
           (is_repair(e) ? CROK_KEPT_FOR_ENDS : CROK_KEPT_FOR_REPAIRS);
}

bool crok_room_is_short(int n_events)
{
    return n_events >= CROK_MAX_EVENTS / 5 * 4;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/pace.h"

#include <string.h>

#include "core/clock.h"

crok_pace crok_pace_of(const char *spec)
{
    return (crok_pace){.is_paced = strstr(spec, "://") == NULL &&
                                   strncmp(spec, "/dev/", 5) != 0};
}

void crok_pace_note(crok_pace *p, int64_t t_ns)
{
    if (p->started_ms != 0)
        return;
    p->started_ms = crok_clock_monotonic_ms();
    p->first_ns = t_ns;
}

int64_t crok_pace_due_ms(const crok_pace *p, int64_t t_ns)
{
    int64_t late_ms = 0;
    if (!p->is_paced || p->started_ms == 0)
        return 0;
    late_ms = crok_clock_monotonic_ms() - p->started_ms -
              (t_ns - p->first_ns) / 1000000;
    return late_ms < 0 ? -late_ms : 0;
}

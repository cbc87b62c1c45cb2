/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/archive_progress.h"

#include <stdio.h>

#include "core/clock.h"
#include "hall/subjects.h"

crok_archive_progress crok_archive_progress_start(void)
{
    return (crok_archive_progress){.bar = crok_progress_start(0),
                                   .start_ms = crok_clock_monotonic_ms()};
}

/* Write a time as people say it: ", 50 s", "12 min", "3 h 20 min". */
static void write_time(double s, char *out, size_t n)
{
    const double min = s / 60.0;
    if (s < 100.0)
        (void)snprintf(out, n, ", %.0f s", s);
    else if (min < 100.0)
        (void)snprintf(out, n, ", %.0f min", min);
    else
        (void)snprintf(out, n, ", %d h %d min", (int)(min / 60.0),
                       (int)min % 60);
}

void crok_archive_progress_show(crok_archive_progress *p,
                                const crok_hall_link *link, int64_t jobs,
                                double photos)
{
    crok_stream_figures queue = {0};
    crok_stream_figures results = {0};
    crok_err err = {0};
    char line[160];
    char text[48] = "";
    char left[32] = "";
    double s = (double)(crok_clock_monotonic_ms() - p->start_ms) * 1e-3;
    double rate = 0.0;
    if (!p->bar.is_terminal ||
        link->calls->figures(link->broker, crok_hall_stream_name(CROK_HALL_JOB),
                             &queue, &err) != CROK_OK ||
        link->calls->figures(link->broker,
                             crok_hall_stream_name(CROK_HALL_RESULT), &results,
                             &err) != CROK_OK)
        return;
    if (!p->has_first)
        p->first = results.messages;
    p->has_first = true;
    if (jobs < 0)
        jobs = (int64_t)queue.messages;
    if (s > 0.0)
        rate = (double)(results.messages - p->first) / s;
    if (photos > 0.0)
        (void)snprintf(text, sizeof text, ", about %.0f photos",
                       (double)jobs * photos);
    if (rate > 0.0 && photos > 0.0)
        write_time((double)jobs * photos / rate, left, sizeof left);
    (void)snprintf(line, sizeof line,
                   "%llu photos have results, %.1f more a second; left: %lld "
                   "jobs%s%s",
                   (unsigned long long)results.messages, rate, (long long)jobs,
                   text, left);
    crok_progress_say(&p->bar, line);
}

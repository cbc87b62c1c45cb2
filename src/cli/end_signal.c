/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/end_signal.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t wants_end;

static void end_soon(int signal)
{
    (void)signal;
    wants_end = 1;
}

void crok_end_signal_catch(void)
{
    struct sigaction act = {.sa_handler = end_soon};
    struct sigaction hangup;
    (void)sigemptyset(&act.sa_mask);
    (void)sigaction(SIGINT, &act, NULL);
    (void)sigaction(SIGTERM, &act, NULL);
    (void)sigaction(SIGHUP, NULL, &hangup);
    if (hangup.sa_handler != SIG_IGN)
        (void)sigaction(SIGHUP, &act, NULL);
    act.sa_handler = SIG_IGN;
    (void)sigaction(SIGPIPE, &act, NULL);
}

bool crok_end_signal_came(void)
{
    return wants_end != 0;
}

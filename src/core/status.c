/* SPDX-License-Identifier: Apache-2.0 */
#include "core/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#undef crok_fail
crok_status crok_fail(crok_err *err, crok_status st, const char *fmt, ...)
{
    if (err != NULL) {
        va_list ap;
        err->status = st;
        va_start(ap, fmt);
        (void)vsnprintf(err->msg, sizeof err->msg, fmt, ap);
        va_end(ap);
    }
    return st;
}

const char *crok_status_code(crok_status st)
{
    static const char *const code[CROK_N_STATUS] = {
        [CROK_OK] = "ok",
        [CROK_EARG] = "bad_argument",
        [CROK_ENOMEM] = "no_memory",
        [CROK_EIO] = "unreadable",
        [CROK_EFORMAT] = "unreadable",
        [CROK_EUNSUPPORTED] = "unsupported",
        [CROK_ETOOLARGE] = "too_large",
        [CROK_ENODEV] = "no_device",
        [CROK_EVISION] = "vision",
        [CROK_ENOBOARD] = "no_board",
        [CROK_ECUTOFF] = "board_cut_off",
        [CROK_ECOVERED] = "covered",
        [CROK_ESIDES] = "sides_unclear",
        [CROK_ECONFLICT] = "conflict",
    };
    if ((int)st < 0 || st >= CROK_N_STATUS)
        return "unknown";
    return code[st];
}

void crok_assert_failed(const char *cond, const char *file, int line)
{
    (void)fprintf(stderr, "crokeye: bug: %s:%d: %s does not hold\n", file, line,
                  cond);
    abort();
}

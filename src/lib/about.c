/* SPDX-License-Identifier: Apache-2.0
 *
 * What the library is, and its statuses. */
#include "core/status.h"
#include "lib/crokeye.h"
#include "lib/status.h"

int crokeye_abi(void)
{
    return CROKEYE_ABI;
}

const char *crokeye_version(void)
{
    return CROK_VERSION;
}

const char *crokeye_status_code(crokeye_status status)
{
    return crok_status_code((crok_status)status);
}

/* The library's statuses are those of the rooms, under names of its own. */
#define SAME(ours, theirs)                                                     \
    _Static_assert((int)(ours) == (int)(theirs), #ours " is " #theirs)
SAME(CROKEYE_OK, CROK_OK);
SAME(CROKEYE_ARGUMENT, CROK_EARG);
SAME(CROKEYE_NO_MEMORY, CROK_ENOMEM);
SAME(CROKEYE_UNREADABLE, CROK_EIO);
SAME(CROKEYE_FORMAT, CROK_EFORMAT);
SAME(CROKEYE_UNSUPPORTED, CROK_EUNSUPPORTED);
SAME(CROKEYE_TOO_LARGE, CROK_ETOOLARGE);
SAME(CROKEYE_NO_DEVICE, CROK_ENODEV);
SAME(CROKEYE_VISION, CROK_EVISION);
SAME(CROKEYE_NO_BOARD, CROK_ENOBOARD);
SAME(CROKEYE_CUT_OFF, CROK_ECUTOFF);
SAME(CROKEYE_COVERED, CROK_ECOVERED);
SAME(CROKEYE_SIDES, CROK_ESIDES);
SAME(CROKEYE_CONFLICT, CROK_ECONFLICT);
_Static_assert((int)CROKEYE_CONFLICT + 1 == (int)CROK_N_STATUS, "all of them");

crokeye_status crok_lib_status(crok_err *err, crok_status st)
{
    err->status = st;
    if (st == CROK_OK)
        err->msg[0] = '\0';
    return (crokeye_status)st;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/streams.h"

bool crok_hall_stream_missing(const crok_hall_link *link,
                              crok_hall_stream stream, crok_err *err)
{
    const char *name = crok_hall_stream_name(stream);
    crok_stream_figures f = {0};
    crok_err why = {0};
    if (link->calls->figures(link->broker, name, &f, &why) != CROK_EARG)
        return false;
    if (crok_hall_stream_make(link->calls, link->broker, stream, 1, &why) ==
        CROK_OK)
        return true;
    (void)crok_fail(
        err, why.status, "there is no stream %s, nor may it be made: %.150s%s",
        name, why.msg,
        why.status == CROK_EIO ? "; call `crokeye hall streams`, with setup.key"
                               : "");
    return false;
}

crok_status crok_hall_stream_need(const crok_hall_link *link,
                                  crok_hall_stream stream,
                                  crok_stream_figures *out, crok_err *err)
{
    const char *name = crok_hall_stream_name(stream);
    crok_status st = link->calls->figures(link->broker, name, out, err);
    if (st == CROK_EARG && crok_hall_stream_missing(link, stream, err))
        st = link->calls->figures(link->broker, name, out, err);
    return st;
}

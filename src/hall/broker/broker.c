/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/broker/broker.h"

#ifdef CROK_HAS_NATS

#include "core/library.h"

crok_status crok_broker_load(const crok_broker_calls **out, crok_err *err)
{
    static const crok_library_call name = {CROK_BROKER_ENTRY, 0};
    crok_broker_entry *entry = NULL;
    char why[160];
    if (!crok_module_load(CROK_BROKER_MODULE, &name, 1, (void *)&entry, why,
                          sizeof why))
        return crok_fail(err, CROK_EUNSUPPORTED,
                         "a hall's broker cannot be reached: %.160s; install "
                         "libnats3.4 and crokeye",
                         why);
    if (entry()->version != CROK_BROKER_VERSION)
        return crok_fail(
            err, CROK_EUNSUPPORTED,
            "a hall's broker cannot be reached: " CROK_BROKER_MODULE
            " is of another version; install crokeye again");
    *out = entry();
    return CROK_OK;
}

#else

crok_status crok_broker_load(const crok_broker_calls **out, crok_err *err)
{
    *out = NULL;
    return crok_fail(err, CROK_EUNSUPPORTED,
                     "this crokeye was built without NATS (CROK_NATS=OFF); "
                     "build it with libnats-dev to reach a hall's broker");
}

#endif

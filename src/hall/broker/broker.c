/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/broker/broker.h"

#include <string.h>

#ifdef CROK_HAS_NATS

#include <dlfcn.h>

crok_status crok_broker_load(const crok_broker_calls **out, crok_err *err)
{
    crok_broker_entry *entry = NULL;
    void *module = dlopen(CROK_BROKER_MODULE, RTLD_NOW | RTLD_LOCAL);
    void *symbol = module == NULL ? NULL : dlsym(module, CROK_BROKER_ENTRY);
    if (symbol == NULL)
        return crok_fail(err, CROK_EUNSUPPORTED,
                         "a hall's broker cannot be reached: %.160s; install "
                         "libnats3.4 and crokeye",
                         dlerror());
    /* ISO C does not convert void * to a function pointer; POSIX guarantees
     * that both have the same representation */
    memcpy(&entry, &symbol, sizeof entry);
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

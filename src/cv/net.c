/* SPDX-License-Identifier: Apache-2.0 */
#include "cv/net.h"

#include <pthread.h>
#include <stdio.h>

#include "core/library.h"
#include "cv/net_module.h"

/* NULL: it cannot be loaded, for the reason `why`. */
static const crok_net_module_calls *module;
static char why[160];

static void load(void)
{
    static const crok_library_call name = {CROK_NET_ENTRY, 0};
    crok_net_entry *entry = NULL;
    if (!crok_module_load(CROK_NET_MODULE, &name, 1, (void *)&entry, why,
                          sizeof why))
        return;
    if (entry()->version == CROK_NET_VERSION)
        module = entry();
    else
        (void)snprintf(why, sizeof why,
                       CROK_NET_MODULE " is of another version");
}

crok_status crok_net_load(crok_err *err)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, load);
    if (module != NULL)
        return CROK_OK;
    return crok_fail(err, CROK_EUNSUPPORTED,
                     "pictures cannot be looked at: %.120s; install "
                     "libopencv-dnn406 and crokeye again",
                     why);
}

crok_status crok_net_run(const crok_net *net, const crok_net_planes *in,
                         const crok_net_planes *out, int n_out, crok_err *err)
{
    char msg[160] = "";
    crok_status st = crok_net_load(err);
    if (st != CROK_OK)
        return st;
    st = module->run(net, in, out, n_out, msg, sizeof msg);
    return st == CROK_OK ? CROK_OK : crok_fail(err, st, "%s", msg);
}

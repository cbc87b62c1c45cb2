/* SPDX-License-Identifier: Apache-2.0
 *
 * cv/net_module.h: the interface of the shared library crokeye_net.so; private
 * to this room.
 *
 * Room     cv.
 * Threads  as net.h. */
#ifndef CROK_CV_NET_MODULE_H
#define CROK_CV_NET_MODULE_H

#include "cv/net.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_NET_MODULE "crokeye_net.so"
#define CROK_NET_ENTRY "crok_net_module"

/* Increase this when crok_net_module_calls or the meaning of its functions
 * changes. A library of another version is refused. */
enum { CROK_NET_VERSION = 1 };

/* The library's functions. It calls no function of the program. */
typedef struct crok_net_module_calls {
    int version;
    /* As crok_net_run. After a failure msg, which has room for size bytes, has
     * the reason. */
    crok_status (*run)(const crok_net *net, const crok_net_planes *in,
                       const crok_net_planes *out, int n_out, char *msg,
                       size_t size);
} crok_net_module_calls;

typedef const crok_net_module_calls *crok_net_entry(void);

#ifdef __cplusplus
}
#endif
#endif

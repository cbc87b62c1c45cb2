/* SPDX-License-Identifier: Apache-2.0
 *
 * cv/net.h: a C interface to OpenCV's dnn, which runs learnt networks. The code
 * is in a shared library, crokeye_net.so, which the first call loads: what does
 * not look at pictures does not need it.
 *
 * Room     cv: uses core; the module uses OpenCV (core, dnn).
 * Threads  any. Each thread that runs a network keeps a copy of it, of some
 *          megabytes, until the thread ends. The arithmetic is done by the
 *          calling thread alone, so that the same input gives the same output
 *          whatever else runs. */
#ifndef CROK_CV_NET_H
#define CROK_CV_NET_H

#include <stddef.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A network as an ONNX file in memory. */
typedef struct crok_net {
    const unsigned char *onnx; /* borrowed for as long as the program runs */
    size_t n_bytes;
} crok_net;

/* Values of a network: n x h x w, in this order, n planes of h rows. */
typedef struct crok_net_planes {
    const char *name; /* borrowed: of an output; not used of an input */
    int n, h, w;
    float *value; /* borrowed: n * h * w elements */
} crok_net_planes;

#define CROK_NET_MAX_OUTPUTS 4

/* Run a network on one input.
 *
 *   net     borrowed
 *   in      borrowed
 *   out     n_out <= CROK_NET_MAX_OUTPUTS elements: the values are written on
 *           CROK_OK only
 *   err     may be NULL
 *
 * CROK_EUNSUPPORTED  the module is missing
 * CROK_ENOMEM
 * CROK_EVISION       OpenCV cannot run it, or an output has another shape */
CROK_MUST_USE crok_status crok_net_run(const crok_net *net,
                                       const crok_net_planes *in,
                                       const crok_net_planes *out, int n_out,
                                       crok_err *err);

/* Load the module: before the process gives up the right to open files.
 * CROK_EUNSUPPORTED */
CROK_MUST_USE crok_status crok_net_load(crok_err *err);

#ifdef __cplusplus
}
#endif
#endif

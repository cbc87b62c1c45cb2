/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/handlers.h: the handler of each address, called after a request has
 * passed the checks of route.c.
 *
 * Room     serve, internal: uses libmicrohttpd.
 * Threads  libmicrohttpd's. */
#ifndef CROK_SERVE_HANDLERS_H
#define CROK_SERVE_HANDLERS_H

#include "serve/serve_inner.h"

/* A request that passed the checks; all borrowed for the call. */
typedef struct crok_request {
    const char *path;   /* "/pages/overlay.js" */
    bool is_head;       /* HEAD, which is answered as GET without a body */
    const char *below;  /* "overlay.js": the part of the path after the route's
                         * own path */
    crok_hosted *table; /* the table that the address means, of several the
                         * first; NULL: the route has no table */
    unsigned tables;    /* bit set of all that it means */
    crok_event_type event; /* type of the event that the route appends */
    const char *body;      /* the body's bytes; no zero follows them */
    size_t len;
    crok_photo_job *photo; /* of an upload: its place in the queue */
} crok_request;

typedef enum MHD_Result crok_handler(crok_serve *s, struct MHD_Connection *c,
                                     const crok_request *r);

/* get.c */
crok_handler crok_get_root, crok_get_overlay, crok_get_console, crok_get_page,
    crok_get_icon, crok_get_call, crok_get_rest, crok_get_view, crok_get_event,
    crok_get_health, crok_get_match, crok_get_events, crok_get_log,
    crok_get_rules, crok_get_photo, crok_get_setup, crok_get_setup_figures,
    crok_get_setup_picture, crok_get_theme;

/* host.c */
crok_handler crok_get_host, crok_get_qr, crok_post_withdraw;

/* feeds.c */
crok_handler crok_get_flat;

/* pairings.c */
crok_handler crok_get_pairings, crok_post_pairings;

/* upload.c */
crok_handler crok_post_photo;

/* post.c */
crok_handler crok_post_event, crok_post_try, crok_post_login, crok_post_here;

#endif

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
    int place;          /* of the table that the address means, of several the
                         * first, from 0; 0 if the route has no table */
    crok_hosted *table; /* this table; NULL: the route has no table, or the
                         * server is a hall's */
    crok_set tables;    /* all that it means */
    crok_event_type event; /* type of the event that the route appends */
    const char *body;      /* the body's bytes; no zero follows them */
    size_t len;
    const char *via; /* what let it write, as the field "x-via" of an event says
                      * it (docs/FORMATS.md); "": nothing */
    bool is_host;    /* it has the server's token, not a table's */
    crok_photo_job *photo; /* of an upload: its place in its queue */
} crok_request;

typedef enum MHD_Result crok_handler(crok_serve *s, struct MHD_Connection *c,
                                     const crok_request *r);

/* get.c */
crok_handler crok_get_root, crok_get_overlay, crok_get_console, crok_get_page,
    crok_get_icon, crok_get_call, crok_get_rest, crok_get_view, crok_get_event,
    crok_get_health, crok_get_match, crok_get_events, crok_get_log,
    crok_get_rules, crok_get_photo, crok_get_setup, crok_get_setup_figures,
    crok_get_setup_picture, crok_get_theme, crok_get_day, crok_get_screen;

/* Answer with a stream of these documents of the feed. */
enum MHD_Result crok_answer_stream(crok_serve *s, struct MHD_Connection *c,
                                   const crok_set *docs, bool is_head);

/* Answer with a part that the caller shows, or 404 where there is none yet. */
enum MHD_Result crok_answer_shown(crok_serve *s, struct MHD_Connection *c,
                                  crok_shown_part part, const char *type);

/* host.c */
crok_handler crok_get_host, crok_get_qr, crok_post_withdraw;

/* feeds.c */
crok_handler crok_get_flat;

/* pairings.c */
crok_handler crok_get_pairings, crok_post_pairings;

/* hall.c */
crok_handler crok_get_wall_document, crok_get_wall_events,
    crok_get_day_document, crok_get_day_events, crok_get_matches_sheet,
    crok_get_results_sheet, crok_get_hall_health;

/* upload.c */
crok_handler crok_post_photo, crok_get_photo_kept, crok_post_photo_kept;

/* replay.c */
crok_handler crok_get_replay, crok_post_replay;

/* post.c */
crok_handler crok_post_event, crok_post_try, crok_post_login, crok_post_here;

#endif

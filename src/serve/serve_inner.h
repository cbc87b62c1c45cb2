/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/serve_inner.h: the server's state, which its requests share.
 *
 * Room     serve, internal.
 * Threads  each live record has a lock, and so have the feed and the visitors.
 *          A thread that needs a record's lock and the feed's takes the
 *          record's first; nobody holds the visitors' with another. The other
 * fields, except guesses, consoles, pairings and keys, do not change while the
 * server is open. */
#ifndef CROK_SERVE_SERVE_INNER_H
#define CROK_SERVE_SERVE_INNER_H

#include <microhttpd.h>
#include <pthread.h>

#include "core/sha256.h"
#include "serve/consoles.h"
#include "serve/day_list.h"
#include "serve/feed.h"
#include "serve/given.h"
#include "serve/guesses.h"
#include "serve/hosted.h"
#include "serve/keys.h"
#include "serve/pairings.h"
#include "serve/photos.h"
#include "serve/player.h"
#include "serve/public_url.h"
#include "serve/request.h"
#include "serve/serve.h"
#include "serve/shown.h"
#include "serve/taps.h"
#include "serve/texts.h"
#include "serve/visitors.h"

struct crok_serve {
    crok_address address;
    char url[96];
    char link[CROK_ADDRESS_TEXT]; /* crok_serve_link */
    crok_public_url public_url;
    char machine[256]; /* name of this machine; empty if it has none */
    char token[CROK_TOKEN_MAX + 1];
    bool is_random;                  /* the token, so that nobody guesses it */
    char session[CROK_SHA256_HEX];   /* value of the cookie of a console that is
                                      * signed in; serve/secret.h */
    crok_keys keys;                  /* of single tables; used by
                                      * libmicrohttpd's thread only */
    char *token_path;                /* owned; may be NULL */
    crok_guesses guesses;            /* used by libmicrohttpd's thread only */
    crok_consoles consoles;          /* likewise */
    crok_taps taps[CROK_MAX_TABLES]; /* likewise */
    crok_pairings pairings[CROK_MAX_TABLES]; /* likewise */
    crok_day_list day[CROK_MAX_TABLES];      /* each has a lock of its own */
    void (*message)(void *context, const char *what);
    void (*beat)(void *context);
    void *context;
    /* Name of the cookie, such as "crokeye8080". It contains the port: browsers
     * share cookies between the ports of a host, and several servers may run on
     * one machine. */
    char cookie[16];
    char *state_path;      /* owned; may be NULL */
    crok_state_file state; /* its path is state_path */
    crok_texts *texts;     /* NULL: none are written */
    int n_tables;
    crok_hosted table[CROK_MAX_TABLES];
    char *sheet[CROK_MAX_TABLES]; /* owned: theme.css of each table */
    crok_feed feed;
    crok_player player; /* of replays */
    crok_visitors visitors;
    crok_photos photos; /* to be scored */
    crok_photos kept;   /* to be kept */
    char *keep_dir;     /* owned; may be NULL */
    bool is_setup;
    bool is_hall;
    crok_given given; /* the tables of a hall */
    crok_shown shown;
    pthread_t keeper; /* thread that sends heartbeats and writes the state
                       * file and the texts */
    struct MHD_Daemon *daemon;
};

/* Read the days' lists of the tables that have changed, and say what is wrong
 * with them. Any thread. */
void crok_pairings_renew(crok_serve *s);

/* The two callbacks of libmicrohttpd. */
enum MHD_Result crok_route(void *cls, struct MHD_Connection *c, const char *url,
                           const char *method, const char *version,
                           const char *upload, size_t *upload_len,
                           void **request);
void crok_route_done(void *cls, struct MHD_Connection *c, void **request,
                     enum MHD_RequestTerminationCode how);

#endif

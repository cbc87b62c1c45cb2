/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/serve.h: serve a match to browsers over HTTP: the live document, the
 * overlay for a stream and the operator's console.
 *
 * A server may have several tables. Each has its own match and record
 * (journal/live.h). ?table=NAME in an address chooses the table by the name
 * that its match gives it, ?n=NUMBER by its number, counted from 1. Without
 * either it is the first table. No table takes the name of another. One event
 * stream may carry several tables (?n=4,5), because a browser opens at most six
 * connections to a host.
 *
 * A server may instead show a camera that is being set up, or a hall: the
 * documents of many tables that the caller gives it, without records, and
 * nothing can be written.
 *
 * Everybody who can reach the address may read. Writing needs the token. No
 * text of a request is used as a file path: pages are bytes of the program,
 * pictures are rows of the record.
 *
 * Room     serve: uses core, rules, journal; libmicrohttpd.
 * Threads  the server has three threads: one for connections, one (`keep`) for
 *          heartbeats and the state file, and one that paces replays. Between
 *          open and close, any thread may make any call.
 * Source   section HTTP of docs/FORMATS.md; Server-sent events in the HTML
 *          standard; RFC 9110. */
#ifndef CROK_SERVE_SERVE_H
#define CROK_SERVE_SERVE_H

#include <stddef.h>

#include "core/status.h"
#include "journal/live.h"
#include "journal/state_file.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_SERVE_LISTEN "127.0.0.1:8080"
/* Shortest token in characters: a shorter one could be guessed. */
#define CROK_TOKEN_MIN 16
#define CROK_TOKEN_MAX 128
/* Length of a token of 128 random bits, in hexadecimal digits of lower case. */
#define CROK_TOKEN_RANDOM 32
#define CROK_THEME_MAX_BYTES ((size_t)64 << 10)

#define CROK_MAX_TABLES 16
/* Tables of a hall: 100 are expected at most (the largest tournaments have
 * about that many), and some are spare. */
#define CROK_HALL_TABLES 128

typedef struct crok_serve crok_serve;

/* All borrowed. */
typedef struct crok_serve_config {
    const char *match;       /* path of the record; it is made if there is
                              * none. NULL: it is in memory only */
    const char *const *more; /* records of further tables; n_more of them */
    int n_more;              /* < CROK_MAX_TABLES */
    const char *table[CROK_MAX_TABLES]; /* for each table its name while its
                                         * match has none, or NULL */
    const char *next[CROK_MAX_TABLES];  /* for each table the file with the
                                         * matches that the day has next for
                                         * it, crokeye.next/1, or NULL */
    const char *listen; /* "ADDRESS:PORT", "[ADDRESS]:PORT" for IPv6; port 0:
                         * any free port */
    const char *token;  /* CROK_TOKEN_MIN to CROK_TOKEN_MAX printable ASCII
                         * characters without space, ';', ',' and '"'; one of
                         * CROK_TOKEN_RANDOM hexadecimal digits is taken for
                         * random */
    const char *token_path; /* the file whose first line the token is: it keeps
                             * which tokens of tables were withdrawn; or NULL */
    const char *public_url; /* "https://HOST[:PORT]" or "http://...": the
                             * address under which a proxy shows the server, or
                             * NULL */
    crok_state_file state;  /* the first table's document is written to it at
                             * every change; its path is NULL: none */
    const char *scorer;   /* path of the program crokeye, kept, which scores the
                           * pictures that phones send; NULL: none are taken */
    const char *keep_dir; /* a folder that is there, in which pictures of phones
                           * are kept with what a person said of them, for
                           * training; NULL: none are kept */
    const char *text_dir; /* a folder that is there, in which each column of
                           * the flat rows is a text file, or NULL */
    bool text_force;      /* files of others in it are replaced, too */
    const char *theme[CROK_MAX_TABLES]; /* for each table CSS that is added to
                                         * the built-in theme.css, or NULL */
    bool is_setup; /* the server shows a camera that is being set up, on /setup,
                    * and no match */
    bool is_hall;  /* the server shows the documents of many tables, which
                    * crok_serve_add_table and crok_serve_put give it; then
                    * match, more, table, next, state, scorer, keep_dir and
                    * text_dir are not used, and theme[0] is every table's */
    /* Told of tables of one name, by crok_serve_open; of wrong tokens and
     * cookies and of pictures that cannot be kept, by the thread for
     * connections; of texts that cannot be written,
     * by the thread `keep`; and of lists of next matches that cannot be taken,
     * by all of them. May be NULL. */
    void (*message)(void *context, const char *what);
    /* Called every few seconds by the thread `keep` while the server works: it
     * holds no lock that a caller could wait for. May be NULL. */
    void (*beat)(void *context);
    void *context; /* passed to message and beat */
} crok_serve_config;

/* Open the records and begin to listen.
 *
 *   out  written only on CROK_OK; close with crok_serve_close
 *
 * The process's soft limit of open files is raised if the connections need it.
 *
 * CROK_EARG  an address, the token, the theme or the number of tables is not
 *            as crok_serve_config requires, or one
 *            record is a copy of another
 * CROK_EIO   the address is taken or is not this machine's; the state file
 *            cannot be written; the process may open too few files
 * Others as crok_journal_open */
CROK_MUST_USE crok_status crok_serve_open(const crok_serve_config *config,
                                          crok_serve **out, crok_err *err);

/* End every viewer's stream and close the server. *s is set to NULL; NULL is
 * fine. */
void crok_serve_close(crok_serve **s);

/* The server's address with the port that was assigned:
 * "http://127.0.0.1:8080". */
const char *crok_serve_url(const crok_serve *s);

/* The address under which viewers reach the server: the public one; or that of
 * the machine in its network where the server listens at all addresses (the
 * first of crok_serve_addresses); or else crok_serve_url. */
const char *crok_serve_link(const crok_serve *s);

/* Where a link of a table leads. */
typedef enum crok_link_page {
    CROK_LINK_CONSOLE,
    CROK_LINK_PHOTO
} crok_link_page;

/* Write the link that signs a phone in at table i, from 0, and at no other.
 * Call it before the server is used, or in the thread for connections.
 *
 *   host  "http://192.168.1.5:8080", as crok_serve_addresses gives it
 *   out   CROK_LINK_TEXT bytes */
#define CROK_LINK_TEXT 320
void crok_serve_table_link(const crok_serve *s, int i, const char *host,
                           crok_link_page page, char out[CROK_LINK_TEXT]);

/* The addresses under which phones in the network may reach the server, the
 * likeliest first; at least one. */
#define CROK_ADDRESSES_MOST 8
#define CROK_ADDRESS_TEXT 256
typedef struct crok_addresses {
    int n;
    char url[CROK_ADDRESSES_MOST][CROK_ADDRESS_TEXT];
} crok_addresses;

void crok_serve_addresses(const crok_serve *s, crok_addresses *out);

/* Can other machines reach the server, by themselves or through a proxy? */
bool crok_serve_is_public(const crok_serve *s);

/* Does a token cross the network unencrypted on its way here? */
bool crok_serve_is_plain(const crok_serve *s);

/* Return the live record of table `i`, counted from 0 in the order of the
 * records. It belongs to the server. */
crok_live *crok_serve_live(crok_serve *s, int i);

/* What /setup shows: a document crokeye.setup/1 and a JPEG picture; and the
 * sheets of a hall's day, CSV (docs/FORMATS.md, "CSV of a day"). */
typedef enum crok_shown_part {
    CROK_SHOWN_FIGURES,
    CROK_SHOWN_PICTURE,
    CROK_SHOWN_MATCHES, /* /day/matches.csv */
    CROK_SHOWN_RESULTS, /* /day/results.csv */
    CROK_N_SHOWN
} crok_shown_part;

/* Show a new part: figures and picture on the page of a server with is_setup,
 * the sheets on that of a server with is_hall.
 *
 *   bytes, len  copied
 *
 * CROK_ENOMEM  the old one stays */
CROK_MUST_USE crok_status crok_serve_show(crok_serve *s, crok_shown_part part,
                                          const void *bytes, size_t len,
                                          crok_err *err);

/* ---- a hall ---- */

/* Add a table to a server with is_hall. Until its first document comes it shows
 * a match that waits.
 *
 *   name   borrowed; ?table= chooses the table by it
 *   place  the table's index, from 0 in the order in which they were added;
 *          written only on CROK_OK
 *
 * CROK_EARG       the name is empty or has CROK_NAME_MAX bytes or more
 * CROK_ECONFLICT  a table has this name, or there are CROK_HALL_TABLES
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_serve_add_table(crok_serve *s, const char *name,
                                               int *place, crok_err *err);

/* Show a new document of a table to those who follow it.
 *
 *   record  id of its record, for ?record=; "" where it has none
 *   json    borrowed: a crokeye.match/1 whose number is place + 1
 *
 * CROK_ENOMEM  the old one stays */
CROK_MUST_USE crok_status crok_serve_put(crok_serve *s, int place,
                                         const char *record, const char *json,
                                         crok_err *err);

/* The documents of a whole hall. */
typedef enum crok_hall_document {
    CROK_HALL_WALL, /* crokeye.tables/1 */
    CROK_HALL_DAY   /* crokeye.day/1 */
} crok_hall_document;

/* Say that what is shown may be old, because the hall's broker cannot be
 * reached, or that it is fresh again: /healthz answers so. */
void crok_serve_set_away(crok_serve *s, bool is_away);

/* Show a new document of the hall. Errors as crok_serve_put. */
CROK_MUST_USE crok_status crok_serve_put_hall(crok_serve *s,
                                              crok_hall_document which,
                                              const char *json, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif

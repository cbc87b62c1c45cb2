/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/broker/broker.h: the message broker that joins the machines of a hall:
 * NATS JetStream. The broker keeps messages in streams. Each message has a
 * subject, such as crok.hall.event.1, and a number in its stream.
 *
 * The calls are in a shared library, crokeye_nats.so, that is loaded when a
 * command needs a broker: so the program runs where libnats is not installed,
 * and a match never depends on it.
 *
 * All calls wait until the broker has answered, or until a time has passed; no
 * message is sent in the background. After a lost connection the library
 * connects again by itself, for ever; calls fail with CROK_EIO until then.
 *
 * Errors of all calls that ask the broker:
 * CROK_EIO      no connection, or no answer in time. The broker answers nothing
 *               at all to what a user may not do; the message then has the
 *               reason that the broker gave beside it
 * CROK_ENOMEM
 *
 * Room     hall, wing broker: uses core; the library uses libnats (Apache-2.0).
 * Threads  a connection may be used by several threads; a reader, a queue and a
 *          message by one at a time.
 * Source   JetStream's API, ADR-1 and ADR-8 of nats-architecture-and-design;
 *          nats.h of libnats 3.4. */
#ifndef CROK_HALL_BROKER_BROKER_H
#define CROK_HALL_BROKER_BROKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

typedef struct crok_broker crok_broker;
typedef struct crok_broker_reader crok_broker_reader;
typedef struct crok_broker_queue crok_broker_queue;

/* The longest subject in bytes, with its end. */
#define CROK_SUBJECT_MAX 256

/* How a connection is made. All borrowed during the call. */
typedef struct crok_broker_login {
    const char *url; /* nats://HOST[:PORT], or tls://; several are separated by
                      * commas */
    const char *user, *password; /* or NULL, NULL */
    const char *authority;       /* PEM file with the certificate of the
                                  * authority that signed the broker's; NULL:
                                  * those of the system */
    const char *inbox; /* prefix of the subjects of answers, which the user must
                        * be allowed to read; NULL: _INBOX */
    const char *name;  /* the client's name in the broker's log */
    int64_t wait_ms;   /* how long each call waits for its answer, > 0 */
} crok_broker_login;

/* A stream and what it keeps. All borrowed during the call. */
typedef struct crok_stream_plan {
    const char *name;     /* "EVENT" */
    const char *subjects; /* one subject, or a pattern such as crok.*.event.* */
    bool is_queue;        /* a message is deleted when it has been
                           * acknowledged; one program takes each */
    bool refuses_more;    /* what has no room, in the stream or in its subject's
                           * share, is refused; false: the oldest is deleted */
    bool forbids_deletion; /* messages can be deleted by their age only */
    int64_t per_subject;   /* how many messages of a subject are kept; 0: all */
    int64_t max_bytes;     /* of the stream; 0: no limit */
    int max_message;       /* bytes of a message with its headers; 0: what the
                            * broker takes */
    int64_t max_age_s;     /* 0: no limit */
    int64_t window_ms;     /* for how long an id that came is known; 0: the
                            * broker's default */
    int copies;            /* servers that keep it, 1, 3 or 5 */
} crok_stream_plan;

/* Value of `expected`: the subject's last message may be any. */
#define CROK_EXPECT_ANY (-1)

/* A message to be kept. All borrowed during the call. */
typedef struct crok_post {
    const char *stream;  /* the stream that must take it */
    const char *subject; /* < CROK_SUBJECT_MAX bytes */
    const void *data;
    size_t len;
    const char *id; /* a message with an id that the stream knows is dropped;
                     * NULL: none */
    const char *const
        *headers;     /* name, value, name, value, ..., NULL; or NULL */
    int64_t expected; /* number of the subject's last message, 0: it has none;
                       * CROK_EXPECT_ANY. Otherwise the message is refused */
} crok_post;

/* A message that was read. */
typedef struct crok_message {
    const char *subject; /* owned by the message; NULL: there is none */
    const char *data;    /* owned by the message; ended by a zero byte */
    size_t len;
    uint64_t number;  /* in its stream, from 1 */
    int n_deliveries; /* of a queue: how often it was handed out, from 1 */
    void *handle;     /* the library's; NULL where there is no message */
} crok_message;

/* Where a reader begins. */
typedef enum crok_read_from {
    CROK_READ_ALL,   /* the oldest message that is kept */
    CROK_READ_LAST,  /* the last message of each subject */
    CROK_READ_NUMBER /* the message `number`, or the first after it */
} crok_read_from;

/* What is read. All borrowed during the call. */
typedef struct crok_read_plan {
    const char *stream;
    const char *subjects; /* a subject or a pattern */
    crok_read_from from;
    uint64_t number; /* with CROK_READ_NUMBER, from 1 */
} crok_read_plan;

/* How a queue hands messages out. All borrowed during the call. */
typedef struct crok_queue_plan {
    const char *stream;
    const char *subjects; /* those of the stream */
    const char *name;     /* of the queue; all who take from it use one name */
    int64_t ack_wait_ms;  /* a message that was neither acknowledged nor
                           * prolonged for so long is handed out again */
    int64_t max_deliveries; /* > 0; later it is handed out no more */
} crok_queue_plan;

typedef struct crok_stream_figures {
    uint64_t messages, bytes;
    uint64_t first, last; /* numbers of the first and last message */
    int64_t made_ns;      /* when the stream was made, since 1970 */
    uint64_t of_subject;  /* messages of the subject that was asked for */
    /* its settings, as in crok_stream_plan */
    bool refuses_more;
    int max_message;
    int64_t max_messages; /* of the stream; 0: no limit */
    int copies;
} crok_stream_figures;

/* Increase this when crok_broker_calls or the meaning of its functions
 * changes. A library of another version is refused. */
enum { CROK_BROKER_VERSION = 4 };

/* The library's functions. */
typedef struct crok_broker_calls {
    int version;

    /* Connect. Close with `close`.
     *
     *   out  written only on CROK_OK
     *
     * CROK_EARG  the URL is none, or the file of the authority cannot be read
     * CROK_EIO   there is no broker at this address, or it refused the user */
    crok_status (*open)(const crok_broker_login *login, crok_broker **out,
                        crok_err *err);

    /* End the connection and free *b. *b is set to NULL; NULL is fine. Its
     * readers and queues must be closed before. */
    void (*close)(crok_broker **b);

    bool (*is_connected)(const crok_broker *b);

    /* Returns how often the connection has been lost: so a caller notices a
     * loss that was over before it asked. */
    long (*losses)(const crok_broker *b);

    /* The largest message in bytes that the broker takes, headers included. */
    int64_t (*largest)(const crok_broker *b);

    /* Make a stream. If there is one of this name, its settings become those of
     * the plan.
     *
     * CROK_ETOOLARGE  less than max_bytes are free of its storage limit
     * CROK_ECONFLICT  the broker refuses the settings; the message says why */
    crok_status (*make_stream)(crok_broker *b, const crok_stream_plan *plan,
                               crok_err *err);

    /* Delete a stream with all that it has.
     *
     * CROK_EARG  there is no such stream */
    crok_status (*remove_stream)(crok_broker *b, const char *stream,
                                 crok_err *err);

    /* CROK_EARG  there is no such stream */
    crok_status (*figures)(crok_broker *b, const char *stream,
                           crok_stream_figures *out, crok_err *err);

    /* The same, and count the messages of a subject. */
    crok_status (*figures_of)(crok_broker *b, const char *stream,
                              const char *subject, crok_stream_figures *out,
                              crok_err *err);

    /* Have a message kept. On CROK_OK it is in the stream.
     *
     *   number  the message's number in the stream; may be NULL
     *
     * After every other error than CROK_EIO it is not in the stream; after
     * CROK_EIO nobody knows.
     * CROK_ECONFLICT  the subject's last message is another than `expected`, or
     *                 the subject has its share and any was expected, or the
     *                 stream knows the id
     * CROK_ETOOLARGE  it is larger than a message may be, or than the room that
     *                 the stream or the subject's share of it has left
     * CROK_EARG       there is no such stream, or it does not keep this subject
     */
    crok_status (*publish)(crok_broker *b, const crok_post *post,
                           uint64_t *number, crok_err *err);

    /* Read the last message of a subject. If there is none, out->subject is
     * NULL. Free it with `drop`. */
    crok_status (*last)(crok_broker *b, const char *stream, const char *subject,
                        crok_message *out, crok_err *err);

    /* Read a stream in the order of its messages. Close with `end_reading`.
     *
     *   out  written only on CROK_OK
     *
     * CROK_EARG  there is no such stream */
    crok_status (*read)(crok_broker *b, const crok_read_plan *plan,
                        crok_broker_reader **out, crok_err *err);
    void (*end_reading)(crok_broker_reader **r);

    /* Wait for the next message, at most wait_ms. out->subject is NULL if none
     * came. Free it with `drop`.
     *
     * CROK_EIO  messages may have been missed, as after a lost connection, and
     *           no more come; close the reader and read anew, from the number
     *           after the last one. A broker that lost its tail in a power cut
     *           may give numbers again: so compare what is read with what was
     *           read */
    crok_status (*next)(crok_broker_reader *r, int64_t wait_ms,
                        crok_message *out, crok_err *err);

    /* Take part in a queue, which is made if there is none. Close with
     * `leave_queue`: the queue itself stays. That waits until the broker has
     * what was given back.
     *
     *   out  written only on CROK_OK
     *
     * CROK_EARG       there is no such stream
     * CROK_ECONFLICT  the broker refuses the settings; the message says why */
    crok_status (*join_queue)(crok_broker *b, const crok_queue_plan *plan,
                              crok_broker_queue **out, crok_err *err);
    void (*leave_queue)(crok_broker_queue **q);

    /* Take the next message of a queue; as `next`. */
    crok_status (*take)(crok_broker_queue *q, int64_t wait_ms,
                        crok_message *out, crok_err *err);

    /* Acknowledge a message of a queue: it is deleted from the queue when this
     * returns CROK_OK. */
    crok_status (*done)(crok_broker *b, crok_message *m, crok_err *err);

    /* Say that work on a message goes on: the time of ack_wait_ms begins
     * anew. */
    crok_status (*prolong)(crok_message *m, crok_err *err);

    /* Give a message of a queue back: it is handed out again at once, to
     * whoever takes part then. */
    crok_status (*give_back)(crok_message *m, crok_err *err);

    /* Say that a message must never be handed out again. */
    crok_status (*set_aside)(crok_message *m, crok_err *err);

    /* Returns the value of a header, owned by the message, or NULL. */
    const char *(*header)(const crok_message *m, const char *name);

    /* Free a message; it has none afterwards. It need not have one. */
    void (*drop)(crok_message *m);
} crok_broker_calls;

/* Load the library. It is never unloaded.
 *
 *   out  the functions, valid as long as the program; written only on CROK_OK
 *
 * CROK_EUNSUPPORTED  it is not installed, or its libnats is not, or it is of
 *                    another version, or the program was built without it */
CROK_MUST_USE crok_status crok_broker_load(const crok_broker_calls **out,
                                           crok_err *err);

/* The library's only visible function. */
#define CROK_BROKER_MODULE "crokeye_nats.so"
#define CROK_BROKER_ENTRY "crok_broker_module"
typedef const crok_broker_calls *crok_broker_entry(void);

#endif

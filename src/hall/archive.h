/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/archive.h: score an archive of photos with as many machines as there
 * are, each photo once.
 *
 *   JOB      a list of about 100 paths in a folder that all machines share; or
 *            the bytes of one photo. A queue: each is handed out until a
 *            worker has done it
 *   RESULT   under each photo's key, its crokeye.score/1. The first one stays
 *   ARCHIVE  for each job the paths of its photos with their keys; and the
 *            files that options name
 *
 * A photo's key is the SHA-256 of its bytes; where options change the result,
 * the SHA-256 of these hexadecimal digits and of the options' text. So equal
 * photos have one result, and photos that are scored already are not scored
 * again.
 *
 * Photos are scored by a child process, `crokeye score --each --json`. One that
 * ends its process or exceeds a limit is scored alone, and after
 * CROK_ARCHIVE_TRIES tries set aside: its result says why, the others go on.
 *
 * Errors of all calls that ask the broker are those of hall/broker/broker.h.
 *
 * Room     hall: uses core, report, score.
 * Threads  as the calls say. */
#ifndef CROK_HALL_ARCHIVE_H
#define CROK_HALL_ARCHIVE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/sha256.h"
#include "hall/link.h"

/* Photos of a job, and the most that one may have. Chosen by hand: a job then
 * takes a minute or so, and 10^6 photos are 10^4 jobs. */
#define CROK_JOB_PHOTOS 100
#define CROK_JOB_MAX_PHOTOS 1000

#define CROK_ARCHIVE_TRIES 3

/* Make the streams JOB, RESULT and ARCHIVE. */
CROK_MUST_USE crok_status crok_archive_make(const crok_hall_link *link,
                                            crok_err *err);

/* Look whether these streams are there, without making any: who only reads
 * results need not have the right to.
 *
 * CROK_EARG  one is not there */
CROK_MUST_USE crok_status crok_archive_look(const crok_hall_link *link,
                                            crok_err *err);

/* ---- options that change a result ---- */

typedef enum crok_job_option {
    CROK_JOB_RULES,
    CROK_JOB_BOARD,
    CROK_JOB_CALIB,
    CROK_JOB_MODEL,
    CROK_JOB_SIDES,
    CROK_JOB_COUNT_SIDES,
    CROK_N_JOB_OPTIONS
} crok_job_option;

#define CROK_JOB_VALUE_MAX 128

/* Their values as texts, "" where one is not given. "@" and a SHA-256 stand for
 * the content of a file. */
typedef struct crok_job_options {
    char value[CROK_N_JOB_OPTIONS][CROK_JOB_VALUE_MAX];
} crok_job_options;

/* Keep a file's content in the stream ARCHIVE, where workers find it, and give
 * an option this file as its value.
 *
 * CROK_ETOOLARGE  the broker does not take so large a message */
CROK_MUST_USE crok_status crok_job_options_keep(const crok_hall_link *link,
                                                crok_job_option which,
                                                const char *bytes, size_t n,
                                                crok_job_options *o,
                                                crok_err *err);

/* Write the key of a photo whose bytes have the SHA-256 `photo`. CROK_ENOMEM */
CROK_MUST_USE crok_status crok_archive_key(const char *photo,
                                           const crok_job_options *o,
                                           char out[CROK_SHA256_HEX],
                                           crok_err *err);

/* ---- queueing ---- */

/* What became of the photos that were to be queued. */
typedef struct crok_enqueued {
    int n_queued;    /* they are in the queue now */
    int n_waiting;   /* they were in the queue */
    int n_done;      /* their results, or those of their job, are there */
    int n_too_large; /* larger than the broker takes */
    int n_unread;    /* could not be read */
} crok_enqueued;

/* How photos are queued; one thread. */
typedef struct crok_enqueuer {
    const crok_hall_link *link;      /* borrowed */
    const crok_job_options *options; /* borrowed */
    bool sends;                      /* the photos' bytes are sent */
    bool again; /* also jobs that were done: their files are read again, those
                 * that have results are not scored, except where these say
                 * that the photo was set aside */
    crok_enqueued all;
    /* subjects of the jobs that were queued or are waiting; owned */
    char (*job)[CROK_SHA256_HEX];
    int n_jobs, room;
    void (*tell)(void *context, const char *path, const char *message);
    void *context; /* of tell, which hears of each photo that is not queued */
} crok_enqueuer;

/* Queue n <= CROK_JOB_MAX_PHOTOS photos with absolute paths. */
CROK_MUST_USE crok_status crok_archive_enqueue(crok_enqueuer *e,
                                               const char *const *paths, int n,
                                               crok_err *err);

/* How many of the jobs from *from on are still in the queue? *from is moved on
 * to the first one that is.
 *
 *   left  written on CROK_OK: the largest number of them that can be left */
CROK_MUST_USE crok_status crok_archive_left(const crok_enqueuer *e, int *from,
                                            int *left, crok_err *err);

void crok_enqueuer_end(crok_enqueuer *e);

/* ---- working ---- */

/* What workers have done so far: photos, and jobs. */
typedef struct crok_work_counts {
    int scored, known, aside, unread; /* photos */
    int jobs, job_photos; /* jobs that were done, and photos in them */
} crok_work_counts;

/* What all workers of a process share. Any thread. */
typedef struct crok_work {
    const crok_engine_options *engine; /* borrowed */
    const char *program;   /* borrowed: path of the program crokeye */
    int cpu_s;             /* what a photo may cost: processor time, */
    size_t bytes;          /* and memory */
    int64_t dead_after_ms; /* a job of which nothing was heard for so long is
                            * handed out again; the same for all workers */
    bool until_empty;      /* end when the queue is empty */
    bool (*wants_end)(void);
    void (*tell)(void *context, const char *message); /* by any thread */
    void *context;
    pthread_mutex_t lock; /* of counts: PTHREAD_MUTEX_INITIALIZER */
    crok_work_counts counts;
} crok_work;

/* Work in this thread, with a connection of its own, until wants_end() or the
 * end of the queue. A broker that is away is waited for. A job that was begun
 * when wants_end() came is given back; the results that it has are kept.
 *
 * CROK_EIO     the broker cannot be reached at the start, or no child can be
 *              made, or a folder of photos is not on this machine
 * CROK_ECONFLICT  the queue's workers have another dead_after_ms
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_work_run(crok_work *w, crok_err *err);

/* Returns what the workers have done so far. Any thread. */
crok_work_counts crok_work_counted(crok_work *w);

/* ---- results ---- */

/* A path of the archive. */
typedef struct crok_archive_entry {
    char *path;                /* owned */
    char key[CROK_SHA256_HEX]; /* "": it could not be read */
    char *message;             /* owned: why; NULL with a key */
} crok_archive_entry;

typedef struct crok_archive_list {
    crok_archive_entry *of; /* owned: sorted by path, each path once */
    int n, room;
} crok_archive_list;

/* Read which photos the archive has. One thread.
 *
 *   out  written only on CROK_OK; free with crok_archive_list_free */
CROK_MUST_USE crok_status crok_archive_list_read(const crok_hall_link *link,
                                                 crok_archive_list *out,
                                                 crok_err *err);
void crok_archive_list_free(crok_archive_list *list);

/* Get the result of a photo: a crokeye.score/1 on one line with the photo's own
 * path.
 *
 *   out  written on CROK_OK: free with free(); NULL: there is none yet */
CROK_MUST_USE crok_status crok_archive_result(const crok_hall_link *link,
                                              const crok_archive_entry *entry,
                                              char **out, crok_err *err);

/* A result as a record of CSV, and as a statement for sqlite3. Returned: free
 * with free(). NULL: no memory, or the text is no crokeye.score/1. */
const char *crok_archive_csv_header(void);
char *crok_archive_csv(const crok_archive_entry *entry, const char *json);
const char *crok_archive_sql_header(void);
char *crok_archive_sql(const crok_archive_entry *entry, const char *json);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/archive/bundle.h: the jobs that a worker has taken, and their photos.
 * One child process scores them all: a list of paths, or up to
 * CROK_BUNDLE_MESSAGES photos that were sent, so that starting the child costs
 * little.
 *
 * Room     hall, wing archive.
 * Threads  a bundle has one owner. */
#ifndef CROK_HALL_ARCHIVE_BUNDLE_H
#define CROK_HALL_ARCHIVE_BUNDLE_H

#include <sys/stat.h>

#include "hall/archive/job_options.h"
#include "hall/archive/kept.h"

/* Photos that were sent are in memory: 16 of them are about 50 MB. */
#define CROK_BUNDLE_MESSAGES 16

typedef enum crok_task_state {
    CROK_TASK_TODO,
    CROK_TASK_DONE,  /* its result is there */
    CROK_TASK_UNREAD /* it cannot be read: message */
} crok_task_state;

/* A photo. */
typedef struct crok_task {
    const char *path;  /* as it was queued; of the job's message */
    const char *bytes; /* NULL: they are at `path`; of the job's message */
    size_t n_bytes;
    int fd;     /* owned: a file with the bytes; -1: none is open */
    bool again; /* it is tried again, if it was set aside */
    char key[CROK_SHA256_HEX];
    char place[CROK_SHA256_HEX]; /* where its result is kept: kept.h */
    struct stat file;            /* with bytes == NULL: when its key was made */
    crok_task_state state;
    char *message; /* owned */
} crok_task;

typedef struct crok_bundle {
    crok_message message[CROK_BUNDLE_MESSAGES]; /* owned */
    int n_messages;
    bool is_sent; /* the messages have photos' bytes */
    crok_job_options options;
    crok_task *task; /* owned */
    int n;
} crok_bundle;

/* May the job be added to those of the bundle? Any may be the first. */
bool crok_bundle_fits(const crok_bundle *b, const crok_hall_link *link,
                      const crok_message *job);

/* Add a job that fits. The bundle takes the message on CROK_OK.
 *
 * CROK_EFORMAT  it is no job that this program knows
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_bundle_add(crok_bundle *b,
                                          const crok_hall_link *link,
                                          crok_message *job, crok_err *err);

/* Make the photo's key: its bytes are read. A photo that cannot be read gets
 * its state and message, which is CROK_OK, too. CROK_ENOMEM */
CROK_MUST_USE crok_status crok_bundle_identify(crok_bundle *b, crok_task *t,
                                               crok_err *err);

/* Say that a photo cannot be read. CROK_ENOMEM */
CROK_MUST_USE crok_status crok_task_leave(crok_task *t, const char *message,
                                          crok_err *err);

/* Has the file at the photo's path changed since its key was made? */
bool crok_task_has_changed(const crok_task *t);

/* Write the path at which a child process reads the photo; 48 bytes of room.
 * Returns it, or the photo's own path. NULL: no memory. */
const char *crok_task_open(crok_task *t, char room[48]);
void crok_task_close(crok_task *t);

/* Drop the messages and free what the bundle has; it is empty then. */
void crok_bundle_clear(crok_bundle *b, const crok_hall_link *link);

#endif

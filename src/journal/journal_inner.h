/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/journal_inner.h: the struct behind crok_journal.
 *
 * Room     journal, internal. */
#ifndef CROK_JOURNAL_JOURNAL_INNER_H
#define CROK_JOURNAL_JOURNAL_INNER_H

#include "journal/journal.h"
#include "journal/lock.h"
#include "journal/store.h"

/* An event that the disk has not taken yet. */
typedef struct crok_unsaved {
    long seq;
    char *line; /* owned */
} crok_unsaved;

struct crok_journal {
    crok_store store;
    crok_lock lock;
    crok_log log; /* the events of the store and the unsaved ones, folded */
    crok_unsaved *unsaved; /* owned: the last events of the log, in order */
    int n_unsaved, unsaved_max;
    crok_err trouble; /* why the last write failed; status CROK_OK: it did
                       * not */
};

/* Check that the journal may be written.
 *
 * CROK_EARG  it was not opened with CROK_JOURNAL_WRITE */
CROK_MUST_USE crok_status crok_journal_check_writes(const crok_journal *j,
                                                    crok_err *err);

#endif

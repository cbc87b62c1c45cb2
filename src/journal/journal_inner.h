/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/journal_inner.h: what a journal is made of.
 *
 * Room     journal, internal. */
#ifndef CROK_JOURNAL_JOURNAL_INNER_H
#define CROK_JOURNAL_JOURNAL_INNER_H

#include "journal/journal.h"
#include "journal/lock.h"
#include "journal/store.h"

struct crok_journal {
    crok_store store;
    crok_lock lock;
    crok_log log; /* what the store holds, folded */
};

/* CROK_EARG  the journal was opened to read */
CROK_MUST_USE crok_status crok_journal_check_writes(const crok_journal *j,
                                                    crok_err *err);

#endif

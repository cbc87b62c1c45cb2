/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/continues.h: does one file have the events of another? This
 * distinguishes an earlier state of a record from any other record.
 *
 * Room     journal, internal.
 * Threads  as store.h, both stores. */
#ifndef CROK_JOURNAL_CONTINUES_H
#define CROK_JOURNAL_CONTINUES_H

#include "journal/store.h"

/* Are the events of `earlier` in `later`, byte for byte, and first? At most
 * `may_lack` of the last ones may be absent. False if either cannot be read. */
bool crok_store_continues(crok_store *later, crok_store *earlier,
                          long may_lack);

#endif

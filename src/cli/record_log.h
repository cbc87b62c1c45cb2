/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/record_log.h: prints the messages of the records' database.
 *
 * Room     cli.
 * Threads  call it before any record is opened. */
#ifndef CROK_CLI_RECORD_LOG_H
#define CROK_CLI_RECORD_LOG_H

/* From now on print them to standard error. A message that comes again and
 * again, as on a full disk, is printed once. */
void crok_record_log_print(void);

#endif

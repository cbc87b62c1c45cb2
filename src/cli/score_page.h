/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/score_page.h: the file of the page of a batch of photos.
 *
 * Room     cli.
 * Threads  one owner. */
#ifndef CROK_CLI_SCORE_PAGE_H
#define CROK_CLI_SCORE_PAGE_H

#include <stdbool.h>

#include "report/html.h"

/* Check that DIR/index.html may be written, before the work.
 *
 * CROK_EARG  there is such a file, and this program did not write it
 * CROK_EIO, CROK_ENOMEM  as crok_save_check */
CROK_MUST_USE crok_status crok_score_page_check(const char *dir, bool force,
                                                crok_err *err);

/* Write the page to DIR/index.html. Nothing can be added to it after that.
 *
 * CROK_EARG, CROK_EIO, CROK_ENOMEM  as crok_save */
CROK_MUST_USE crok_status crok_score_page_save(crok_html *page, const char *dir,
                                               bool force, crok_err *err);

#endif

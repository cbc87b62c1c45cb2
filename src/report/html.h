/* SPDX-License-Identifier: Apache-2.0
 *
 * report/html.h: one page for a batch of photos: the totals of all of them,
 * what a person is asked, and each annotated picture beside its table. The page
 * needs nothing from a network. Names may have any bytes.
 *
 * Room     report: uses core, board, discs, rules. The text is returned, not
 *          printed.
 * Threads  one owner. */
#ifndef CROK_REPORT_HTML_H
#define CROK_REPORT_HTML_H

#include "report/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/* By this a page is known as this program's, in its first bytes. */
#define CROK_HTML_MARK "<meta name=\"generator\" content=\"crokeye score\">"
#define CROK_HTML_MARK_WITHIN 256

typedef struct crok_html crok_html;

/* Begin a page. Returned: free with crok_html_free. NULL: no memory. */
crok_html *crok_html_new(void);
void crok_html_free(crok_html *h);

/* Add a photo, scored or not.
 *
 *   r  borrowed; r->overlay is a path whose last part is the picture's name
 *      beside the page, or NULL: no picture is shown */
void crok_html_add(crok_html *h, const crok_result *r);

/* Returns the page, which the caller frees with free(). NULL if memory ran out.
 * Nothing can be added after that. */
char *crok_html_text(crok_html *h);

#ifdef __cplusplus
}
#endif
#endif

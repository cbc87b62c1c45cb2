/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/page.h: the files of src/serve/pages as bytes of the program; the
 * table is made at build time by scripts/cmake/CrokEmbed.cmake.
 *
 * Room     serve, internal.
 * Threads  constants. */
#ifndef CROK_SERVE_PAGE_H
#define CROK_SERVE_PAGE_H

#include <stddef.h>

typedef struct crok_page {
    const char *name; /* "overlay.html" */
    const unsigned char *text;
    size_t len;
} crok_page;

extern const crok_page crok_pages[];
extern const int crok_n_pages;

/* Return the page of this name, or NULL. */
const crok_page *crok_page_find(const char *name);

/* Return the content type of a page, from the extension of its name. */
const char *crok_page_type(const char *name);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * cv/letters_module.h: the interface of the shared library crokeye_letters.so;
 * private to this room.
 *
 * Room     cv: the library uses Pango and Cairo.
 * Threads  as draw.h. */
#ifndef CROK_CV_LETTERS_MODULE_H
#define CROK_CV_LETTERS_MODULE_H

#include <stddef.h>

#include "cv/draw.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_LETTERS_MODULE "crokeye_letters.so"
#define CROK_LETTERS_ENTRY "crok_letters_module"

/* Increase this when crok_letters_calls or the meaning of its functions
 * changes. A library of another version is refused. */
enum { CROK_LETTERS_VERSION = 1 };

/* A line of text. */
typedef struct crok_letters {
    const char *text; /* borrowed: valid UTF-8 */
    double height_px; /* as of crok_draw_text */
    bool is_bold;
} crok_letters;

/* The library's functions. It calls no function of the program. */
typedef struct crok_letters_calls {
    int version;
    /* as crok_draw_text_width */
    double (*width)(const crok_letters *letters);
    /* As crok_draw_text. After a failure msg, which has room for n bytes, has
     * the reason. CROK_ENOMEM, CROK_EVISION */
    crok_status (*draw)(const crok_image *img, crok_px at,
                        const crok_letters *letters, crok_ink ink, char *msg,
                        size_t n);
} crok_letters_calls;

typedef const crok_letters_calls *crok_letters_entry(void);

#ifdef __cplusplus
}
#endif
#endif

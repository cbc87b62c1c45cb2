/* SPDX-License-Identifier: Apache-2.0
 *
 * The text part of cv/draw.h. The code is in a shared library,
 * crokeye_letters.so, which the first text loads: most pictures are scored, not
 * drawn on, and Pango and Cairo bring 25 libraries. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/library.h"
#include "core/text.h"
#include "cv/draw.h"
#include "cv/letters_module.h"

#ifdef __SANITIZE_ADDRESS__
/* Fontconfig keeps its fonts until the process ends, behind pointers that it
 * encodes as offsets, which the leak sanitizer cannot follow. It looks for this
 * function from outside. */
__attribute__((visibility("default"))) const char *
__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig";
}
#endif

/* NULL: it cannot be loaded, for the reason `why`. */
static const crok_letters_calls *module;
static char why[160];

static void load(void)
{
    static const crok_library_call name = {CROK_LETTERS_ENTRY, 0};
    crok_letters_entry *entry = NULL;
    if (!crok_module_load(CROK_LETTERS_MODULE, &name, 1, (void *)&entry, why,
                          sizeof why))
        return;
    if (entry()->version == CROK_LETTERS_VERSION)
        module = entry();
    else
        (void)snprintf(why, sizeof why,
                       CROK_LETTERS_MODULE " is of another version");
}

static const crok_letters_calls *loaded(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, load);
    return module;
}

double crok_draw_text_width(const char *text, double height_px, bool is_bold)
{
    char *clean = loaded() == NULL ? NULL : crok_text_utf8(text);
    const crok_letters letters = {clean, height_px, is_bold};
    const double width = clean == NULL ? 0.0 : module->width(&letters);
    free(clean);
    return width;
}

void crok_draw_text(crok_canvas *c, crok_px at, const char *text,
                    double height_px, bool is_bold, crok_ink ink)
{
    crok_letters letters = {NULL, height_px, is_bold};
    char msg[120] = "";
    char *clean = NULL;
    if (c->status != CROK_OK)
        return;
    if (loaded() == NULL) {
        c->status = crok_fail(&c->err, CROK_EUNSUPPORTED,
                              "text cannot be drawn: %.130s; install crokeye "
                              "again",
                              why);
        return;
    }
    letters.text = clean = crok_text_utf8(text);
    c->status = clean == NULL
                    ? CROK_ENOMEM
                    : module->draw(c->img, at, &letters, ink, msg, sizeof msg);
    if (c->status == CROK_ENOMEM)
        (void)crok_fail(&c->err, CROK_ENOMEM, "no memory for a text");
    else if (c->status != CROK_OK)
        (void)crok_fail(&c->err, c->status, "cannot write text: %s", msg);
    free(clean);
}

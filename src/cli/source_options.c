/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/source_options.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/words.h"

enum { SOME_FAILED = 1, WRONG_USAGE = 2, COULD_NOT_RUN = 3 };

static crok_status set_size(crok_source_options *o, const char *text,
                            crok_err *err)
{
    const char *x = NULL;
    if (crok_words_whole(text, 1, CROK_FRAME_MAX_SIDE_PX, 'x', &o->w_px, &x) &&
        crok_words_whole(x + 1, 1, CROK_FRAME_MAX_SIDE_PX, '\0', &o->h_px,
                         NULL))
        return CROK_OK;
    return crok_words_wrong(err, "--size", text,
                            "WIDTHxHEIGHT, e.g. 1920x1080");
}

static crok_status set_fps(crok_source_options *o, const char *text,
                           crok_err *err)
{
    char *end = NULL;
    o->fps = strtod(text, &end);
    if (end != text && *end == '\0' && o->fps >= 0.01 && o->fps <= 1000.0)
        return CROK_OK;
    return crok_words_wrong(err, "--fps", text,
                            "frames a second, 0.01 to 1000");
}

/* Read a camera control "NAME=VALUE". The name is not copied: it stays in
 * argv. */
static crok_status add_control(crok_source_cli *c, char *text, crok_err *err)
{
    char *eq = strrchr(text, '=');
    crok_control *to = &c->control[c->capture.n_controls];
    if (c->capture.n_controls == CROK_MAX_CONTROLS_SET)
        return crok_words_wrong(err, "--control", text, "too many of them");
    if (eq == NULL || eq == text ||
        !crok_words_whole(eq + 1, INT_MIN, INT_MAX, '\0', &to->value, NULL))
        return crok_words_wrong(err, "--control", text,
                                "NAME=VALUE, VALUE a whole number");
    *eq = '\0';
    to->name = text;
    c->capture.n_controls++;
    return CROK_OK;
}

crok_status crok_source_cli_take(crok_source_cli *c, int opt, char *value,
                                 crok_err *err)
{
    switch (opt) {
    case CROK_OPT_FORMAT:
        c->capture.format = value;
        return CROK_OK;
    case CROK_OPT_SIZE:
        return set_size(&c->capture, value, err);
    case CROK_OPT_FPS:
        return set_fps(&c->capture, value, err);
    case CROK_OPT_CONTROL:
        return add_control(c, value, err);
    default: /* crok_say_refused has printed a message */
        return CROK_EARG;
    }
}

static crok_status two_sources(const char *second, crok_err *err)
{
    char shown[CROK_ADDRESS_MAX];
    crok_address_show(second, shown);
    return crok_fail(err, CROK_EARG, "%s: one source only", shown);
}

crok_status crok_source_cli_name(crok_source_cli *c, int n, char **names,
                                 crok_err *err)
{
    c->capture.controls = c->control;
    if (n > 1)
        return two_sources(names[1], err);
    return n > 0 ? crok_address_take(names[0], c->spec, err) : CROK_OK;
}

crok_status crok_source_cli_missing(crok_err *err)
{
    return crok_fail(err, CROK_EARG,
                     "name one source: a camera, a video, a folder or an "
                     "address");
}

int crok_source_cli_blame(crok_status st)
{
    switch (st) { /* all other statuses give "could not run" */
    case CROK_EARG:
        return WRONG_USAGE;
    case CROK_EFORMAT:
    case CROK_EUNSUPPORTED:
    case CROK_ETOOLARGE:
        return SOME_FAILED;
    case CROK_OK:
    case CROK_ENOMEM:
    case CROK_EIO:
    case CROK_ENODEV:
    case CROK_EVISION:
    case CROK_ENOBOARD:
    case CROK_ECUTOFF:
    case CROK_ECOVERED:
    case CROK_ESIDES:
    case CROK_ECONFLICT:
    case CROK_N_STATUS:
        break;
    }
    return COULD_NOT_RUN;
}

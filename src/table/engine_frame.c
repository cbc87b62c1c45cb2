/* SPDX-License-Identifier: Apache-2.0 */
#include "table/engine_frame.h"

#include "capture/square.h"

void crok_frame_pictures_free(crok_frame_pictures *p)
{
    crok_image_free(&p->luma);
    crok_image_free(&p->raw);
    p->frame = NULL;
}

static crok_status colour(void *context, int reduce, crok_image *out,
                          crok_err *err)
{
    crok_frame_pictures *p = context;
    return crok_square_rgb(p->frame, reduce, &p->raw, out, err);
}

crok_status crok_engine_frame_of(const crok_frame *frame,
                                 crok_frame_pictures *p, crok_engine_frame *out,
                                 crok_err *err)
{
    crok_status st =
        crok_square_luma(frame, CROK_ENGINE_LUMA, &p->raw, &p->luma, err);
    if (st != CROK_OK)
        return st;
    p->frame = frame;
    *out = (crok_engine_frame){.luma = &p->luma,
                               .t_ns = frame->t_ns,
                               .w_px = crok_square_width(frame, frame->w_px),
                               .h_px = frame->h_px,
                               .colour = colour,
                               .context = p};
    return CROK_OK;
}

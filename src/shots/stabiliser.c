/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/stabiliser.h"

#include "cv/cv.h"

/* A displacement below this is not corrected, px of the small picture. It is
 * the error of the registration (test_alignment). */
#define MIN_MOVED_PX 0.05

crok_status crok_stabiliser_set(crok_stabiliser *s, const crok_board_pose *pose,
                                const crok_image *luma,
                                const crok_rest_sight *rest, crok_err *err)
{
    crok_alignment *made = NULL;
    crok_status st =
        crok_alignment_new(pose, CROK_ENGINE_LUMA, luma, rest, &made, err);
    if (st != CROK_OK)
        return st;
    crok_alignment_free(&s->alignment);
    s->alignment = made;
    return CROK_OK;
}

void crok_stabiliser_rescale(crok_stabiliser *s, double k)
{
    if (s->alignment != NULL)
        crok_alignment_rescale(s->alignment, k);
}

void crok_stabiliser_free(crok_stabiliser *s)
{
    crok_alignment_free(&s->alignment);
    crok_image_free(&s->luma);
    crok_image_free(&s->raw);
}

const crok_aligned *crok_stabiliser_last(const crok_stabiliser *s)
{
    return s->alignment == NULL ? NULL : crok_alignment_last(s->alignment);
}

bool crok_stabiliser_has_moved(const crok_stabiliser *s)
{
    return s->alignment != NULL &&
           crok_alignment_last(s->alignment)->moved_px >= MIN_MOVED_PX;
}

/* The homography H of the small pictures for pictures of another reduction. A
 * pixel p of a picture reduced by `reduce` is the pixel k p + c of the small
 * picture, with k = reduce / CROK_ENGINE_LUMA and c = (k - 1) / 2. With the
 * matrix S of this map, the homography is S^-1 H S. */
static crok_mat3 rescaled(const crok_mat3 *h, int reduce)
{
    double k = (double)reduce / CROK_ENGINE_LUMA;
    double c = 0.5 * (k - 1.0);
    crok_mat3 to = {{k, 0, c, 0, k, c, 0, 0, 1}};
    crok_mat3 back = {{1.0 / k, 0, -c / k, 0, 1.0 / k, -c / k, 0, 0, 1}};
    crok_mat3 out = crok_mat3_mul(h, &to);
    return crok_mat3_mul(&back, &out);
}

/* The colour callback of a frame that is warped. */
static crok_status warped_colour(void *context, int reduce, crok_image *out,
                                 crok_err *err)
{
    crok_stabiliser *s = context;
    crok_mat3 to_frame =
        rescaled(&crok_alignment_last(s->alignment)->to_frame, reduce);
    crok_status st = s->frame->colour(s->frame->context, reduce, &s->raw, err);
    if (st == CROK_OK)
        st = crok_image_fit(s->raw.w_px, s->raw.h_px, s->raw.format, out, err);
    return st == CROK_OK ? crok_cv_warp(&s->raw, &to_frame, out, err) : st;
}

/* Make *out from s->frame by the displacement measured last. */
static crok_status make(crok_stabiliser *s, crok_engine_frame *out,
                        crok_err *err)
{
    const crok_image *luma = s->frame->luma;
    crok_status st = CROK_OK;
    *out = *s->frame;
    if (!crok_stabiliser_has_moved(s))
        return CROK_OK;
    st = crok_image_fit(luma->w_px, luma->h_px, CROK_GRAY8, &s->luma, err);
    if (st == CROK_OK)
        st = crok_cv_warp(luma, &crok_alignment_last(s->alignment)->to_frame,
                          &s->luma, err);
    out->luma = &s->luma;
    out->colour = warped_colour;
    out->context = s;
    return st;
}

crok_status crok_stabiliser_take(crok_stabiliser *s,
                                 const crok_engine_frame *frame,
                                 crok_engine_frame *out, crok_err *err)
{
    s->frame = frame;
    return make(s, out, err);
}

crok_status crok_stabiliser_measure(crok_stabiliser *s, crok_engine_frame *out,
                                    crok_err *err)
{
    if (s->alignment == NULL)
        return CROK_OK;
    (void)crok_alignment_measure(s->alignment, s->frame->luma);
    return make(s, out, err);
}

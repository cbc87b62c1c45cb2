/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/find/face_edges.h"

#include <math.h>
#include <stdlib.h>

#include "board/edges.h"
#include "cv/cv.h"

/* Highest resolution of the picture that is searched, px/mm. At this resolution
 * a disc of radius 16 mm is 29 px wide, and grain is blurred. Chosen by hand: a
 * higher resolution costs time and finds the grain's edges; a lower one merges
 * the edges of neighbouring discs. */
#define MOST_PX_PER_MM 0.9
/* An edge's slope (grey levels per px) is compared with the mean slope of its
 * neighbourhood. In that mean each slope is limited to this value. Without the
 * limit a strong edge hides a weak one beside it, for example that of a navy
 * disc on a blue board among white discs. Tried on 280 pictures with
 * bench_score: 40, 30, 20 and 12. */
#define STEEP 30.0F
/* Number of points on the circle of radius reach_mm whose images give the
 * bounding box. Between two of them the circle is up to 0.5 % of its radius
 * farther out than their chord. */
#define RIM_POINTS 32

/* A rectangle of the picture, px; both corners belong to it. */
typedef struct box {
    int x0, y0, x1, y1;
} box;

static int within(double x, int n)
{
    return x > 0.0 ? (x < n - 1 ? (int)x : n - 1) : 0;
}

/* The bounding box in the picture of the circle of radius reach_mm about the
 * board's axis at height z_mm, clipped to the picture. */
static box box_of(const crok_camera *cam, double z_mm, double reach_mm)
{
    double x0 = HUGE_VAL;
    double y0 = HUGE_VAL;
    double x1 = -HUGE_VAL;
    double y1 = -HUGE_VAL;
    for (int i = 0; i < RIM_POINTS; i++) {
        double a = 2.0 * CROK_PI * i / RIM_POINTS;
        crok_px p = crok_camera_project(
            cam, (crok_vec3){reach_mm * cos(a), reach_mm * sin(a), z_mm});
        x0 = fmin(x0, p.x);
        x1 = fmax(x1, p.x);
        y0 = fmin(y0, p.y);
        y1 = fmax(y1, p.y);
    }
    return (box){within(x0, cam->w_px), within(y0, cam->h_px),
                 within(x1 + 1.0, cam->w_px), within(y1 + 1.0, cam->h_px)};
}

/* The rectangle b of img as an image; the pixels are borrowed. */
static crok_image part_of(const crok_image *img, const box *b)
{
    return (crok_image){.data = crok_image_row(img, b->y0) +
                                (size_t)b->x0 * (size_t)img->format,
                        .w_px = b->x1 - b->x0 + 1,
                        .h_px = b->y1 - b->y0 + 1,
                        .stride_bytes = img->stride_bytes,
                        .format = img->format};
}

/* The camera of the image that part_of returns. */
static crok_camera camera_of(const crok_camera *cam, const box *b)
{
    crok_camera out = *cam;
    out.w_px = b->x1 - b->x0 + 1;
    out.h_px = b->y1 - b->y0 + 1;
    out.cx_px -= b->x0;
    out.cy_px -= b->y0;
    return out;
}

static crok_face_edge mapped(const crok_plane_point *t)
{
    double len =
        fmax(sqrt(t->per_px.x * t->per_px.x + t->per_px.y * t->per_px.y), 1e-9);
    return (crok_face_edge){(float)t->at.x, (float)t->at.y,
                            (float)(t->per_px.y / len),
                            (float)(-t->per_px.x / len), (float)len};
}

static crok_status map_all(const crok_edges *edges, const crok_camera *cam,
                           double z_mm, double reach_mm, crok_face_edges *out,
                           crok_err *err)
{
    crok_face_edge *to = malloc(((size_t)edges->n + 1U) * sizeof *to);
    crok_camera_plane faces = crok_camera_plane_at(cam, z_mm);
    crok_plane_point touch[CROK_EDGES_BATCH];
    int n = 0;
    if (to == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to find discs");
    for (int at = 0; at < edges->n; at += CROK_EDGES_BATCH) {
        int met = crok_edges_unproject(edges, at, 1, &faces, touch);
        for (int i = 0; i < met; i++) {
            crok_mm p = touch[i].at;
            if (p.x * p.x + p.y * p.y < reach_mm * reach_mm)
                to[n++] = mapped(&touch[i]);
        }
    }
    *out = (crok_face_edges){to, n, crok_camera_px_per_mm(cam)};
    return CROK_OK;
}

crok_status crok_face_edges_find(const crok_image *img, const crok_camera *cam,
                                 double z_mm, double reach_mm,
                                 crok_face_edges *out, crok_err *err)
{
    box b = box_of(cam, z_mm, reach_mm);
    crok_image part = part_of(img, &b);
    crok_camera of_part = camera_of(cam, &b);
    double k = fmin(1.0, MOST_PX_PER_MM / crok_camera_px_per_mm(cam));
    int w = (int)fmax(1.0, round(k * part.w_px));
    int h = (int)fmax(1.0, round(k * part.h_px));
    crok_image small = {0};
    crok_edges edges = {0};
    crok_status st = crok_cv_resize(&part, w, h, &small, err);
    of_part = crok_camera_rescaled(&of_part, (double)part.w_px / w, w, h);
    if (st == CROK_OK)
        st = crok_edges_find(&small, STEEP, &edges, err);
    if (st == CROK_OK)
        st = map_all(&edges, &of_part, z_mm, reach_mm, out, err);
    crok_edges_free(&edges);
    crok_image_free(&small);
    return st;
}

void crok_face_edges_free(crok_face_edges *edges)
{
    if (edges == NULL)
        return;
    free(edges->at);
    *edges = (crok_face_edges){0};
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/find/face_edges.h"

#include <math.h>
#include <stdbool.h>
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
/* Number of points on the circle around a place whose images give its bounding
 * box, and the part of the radius by which the circle is farther out than the
 * chord between two of them: 1 - cos(pi / RIM_POINTS). */
#define RIM_POINTS 8
#define RIM_SAG 0.08
/* Pixels around the places whose edges are compared with those near the places:
 * three cells of board/search/edges.c. */
#define MARGIN_PX 48

/* A rectangle of the picture, px; both corners belong to it. */
typedef struct box {
    double x0, y0, x1, y1;
} box;

/* The bounding box in the picture of the circle around a place. */
static box box_of(const crok_camera *cam, const crok_face_places *places,
                  crok_mm at)
{
    const double r = (1.0 + RIM_SAG) * places->reach_mm;
    box b = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < RIM_POINTS; i++) {
        double a = 2.0 * CROK_PI * i / RIM_POINTS;
        crok_px p = crok_camera_project(
            cam,
            (crok_vec3){at.x + r * cos(a), at.y + r * sin(a), places->z_mm});
        b.x0 = fmin(b.x0, p.x);
        b.x1 = fmax(b.x1, p.x);
        b.y0 = fmin(b.y0, p.y);
        b.y1 = fmax(b.y1, p.y);
    }
    return b;
}

static int within(double x, int n)
{
    return x > 0.0 ? (x < n - 1 ? (int)x : n - 1) : 0;
}

/* A rectangle of whole pixels around boxes, clipped to the picture. */
typedef struct frame {
    int x0, y0, w, h;
} frame;

/* The rectangle around the boxes of all places. */
static frame frame_of(const crok_camera *cam, const crok_face_places *places,
                      double margin)
{
    box all = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    frame f;
    for (int i = 0; i < places->n; i++) {
        box b = box_of(cam, places, places->at[i]);
        all = (box){fmin(all.x0, b.x0), fmin(all.y0, b.y0), fmax(all.x1, b.x1),
                    fmax(all.y1, b.y1)};
    }
    f.x0 = within(all.x0 - margin, cam->w_px);
    f.y0 = within(all.y0 - margin, cam->h_px);
    f.w = within(all.x1 + margin, cam->w_px) - f.x0 + 1;
    f.h = within(all.y1 + margin, cam->h_px) - f.y0 + 1;
    return f;
}

/* A part of img as an image; the pixels are borrowed. */
static crok_image part_of(const crok_image *img, const frame *f)
{
    return (crok_image){.data = crok_image_row(img, f->y0) +
                                (size_t)f->x0 * (size_t)img->format,
                        .w_px = f->w,
                        .h_px = f->h,
                        .stride_bytes = img->stride_bytes,
                        .format = img->format};
}

/* The camera of the image that part_of returns. */
static crok_camera camera_of(const crok_camera *cam, const frame *f)
{
    crok_camera out = *cam;
    out.w_px = f->w;
    out.h_px = f->h;
    out.cx_px -= f->x0;
    out.cy_px -= f->y0;
    return out;
}

/* Keep the edges in the boxes of places: mapping them costs more than this. */
static void keep_in_boxes(const crok_camera *cam,
                          const crok_face_places *places, crok_edges *edges)
{
    box b[CROK_FACE_PLACES];
    int n = 0;
    for (int k = 0; k < places->n; k++)
        b[k] = box_of(cam, places, places->at[k]);
    for (int i = 0; i < edges->n; i++) {
        double x = (double)edges->at[i].x_px;
        double y = (double)edges->at[i].y_px;
        bool is_in = false;
        for (int k = 0; k < places->n && !is_in; k++)
            is_in =
                x >= b[k].x0 && x <= b[k].x1 && y >= b[k].y0 && y <= b[k].y1;
        if (is_in)
            edges->at[n++] = edges->at[i];
    }
    edges->n = n;
}

static bool is_near(const crok_face_places *places, crok_mm p)
{
    for (int k = 0; k < places->n; k++)
        if (crok_mm_apart(places->at[k], p) < places->reach_mm)
            return true;
    return false;
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
                           const crok_face_places *places, crok_face_edges *out,
                           crok_err *err)
{
    crok_face_edge *to = malloc(((size_t)edges->n + 1U) * sizeof *to);
    crok_camera_plane faces = crok_camera_plane_at(cam, places->z_mm);
    crok_plane_point touch[CROK_EDGES_BATCH];
    int n = 0;
    if (to == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to find discs");
    for (int at = 0; at < edges->n; at += CROK_EDGES_BATCH) {
        int met = crok_edges_unproject(edges, at, 1, &faces, touch);
        for (int i = 0; i < met; i++)
            if (is_near(places, touch[i].at))
                to[n++] = mapped(&touch[i]);
    }
    *out = (crok_face_edges){to, n, crok_camera_px_per_mm(cam)};
    return CROK_OK;
}

crok_status crok_face_edges_find(const crok_image *img, const crok_camera *cam,
                                 const crok_face_places *places,
                                 crok_face_edges *out, crok_err *err)
{
    double k = fmin(1.0, MOST_PX_PER_MM / crok_camera_px_per_mm(cam));
    frame f;
    crok_image part;
    crok_camera of_part;
    crok_image small = {0};
    crok_edges edges = {0};
    crok_status st = CROK_OK;
    if (places->n == 0)
        return map_all(&edges, cam, places, out, err);
    f = frame_of(cam, places, MARGIN_PX / k);
    part = part_of(img, &f);
    of_part = camera_of(cam, &f);
    st = crok_cv_resize(&part, (int)fmax(1.0, round(k * f.w)),
                        (int)fmax(1.0, round(k * f.h)), &small, err);
    if (st == CROK_OK) {
        of_part = crok_camera_rescaled(&of_part, (double)f.w / small.w_px,
                                       small.w_px, small.h_px);
        st = crok_edges_find(&small, STEEP, &edges, err);
    }
    if (st == CROK_OK) {
        keep_in_boxes(&of_part, places, &edges);
        st = map_all(&edges, &of_part, places, out, err);
    }
    crok_edges_free(&edges);
    crok_image_free(&small);
    return st;
}

int crok_face_edges_about(const crok_face_edges *edges, crok_mm c,
                          double half_mm, crok_face_edge *out, int most)
{
    float x = (float)c.x;
    float y = (float)c.y;
    float half = (float)half_mm;
    int n = 0;
    for (int i = 0; i < edges->n && n < most; i++) {
        const crok_face_edge *e = &edges->at[i];
        if (fabsf(e->x_mm - x) < half && fabsf(e->y_mm - y) < half)
            out[n++] = *e;
    }
    return n;
}

void crok_face_edges_free(crok_face_edges *edges)
{
    if (edges == NULL)
        return;
    free(edges->at);
    *edges = (crok_face_edges){0};
}

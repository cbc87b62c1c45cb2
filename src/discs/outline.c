/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/outline.h"

#include <math.h>
#include <string.h>

/* Profiles across the outline: samples half a pixel apart; a change is the
 * difference of colours two samples to either side. */
#define STEP_PX 0.5
#define LAG 2
#define MAX_REACH_PX 8
#define N_PROFILE (4 * MAX_REACH_PX + 2 * LAG + 1)
/* A change weaker than this (grey levels) is noise. */
#define MIN_STRENGTH 6.0F
/* The foot shows where it lies beyond the upper edge by this, mm; a wall that
 * shows less than TELL_MM cannot be told from an edge. */
#define TELL_MM 1.0

/* The three circles that an outline consists of. */
typedef enum part { PART_RIM, PART_FACE, PART_FOOT } part;

typedef struct circle {
    double z_mm, radius_mm;
} circle;

static circle circle_of(const crok_disc_shape *d, part which)
{
    switch (which) {
    case PART_FACE:
        return (circle){d->height_mm, d->radius_mm - d->face_mm};
    case PART_FOOT:
        return (circle){CROK_DISC_ROUNDING_MM, d->radius_mm};
    case PART_RIM:
    default:
        return (circle){d->height_mm - CROK_DISC_ROUNDING_MM, d->radius_mm};
    }
}

crok_disc_shape crok_disc_shape_typical(double radius_mm, double height_mm)
{
    return (crok_disc_shape){.radius_mm = radius_mm,
                             .height_mm = height_mm,
                             .face_mm = 0.5 * CROK_DISC_ROUNDING_MM};
}

/* A circle's point in direction (c, s) and its outward normal, in the picture.
 * The normal is square to the image of the tangent. */
typedef struct rim {
    crok_px at;
    double nx, ny;
} rim;

static rim rim_at(const crok_camera *cam, crok_mm at, circle k, double c,
                  double s)
{
    double r = k.radius_mm;
    double z = k.z_mm;
    crok_px p =
        crok_camera_project(cam, (crok_vec3){at.x + r * c, at.y + r * s, z});
    crok_px t =
        crok_camera_project(cam, (crok_vec3){at.x + r * (c - 0.05 * s),
                                             at.y + r * (s + 0.05 * c), z});
    crok_px back =
        crok_camera_project(cam, (crok_vec3){at.x + r * (c + 0.05 * s),
                                             at.y + r * (s - 0.05 * c), z});
    double tx = t.x - back.x;
    double ty = t.y - back.y;
    double len = fmax(sqrt(tx * tx + ty * ty), 1e-9);
    /* counter-clockwise on the board is clockwise in the picture (y down): the
     * outward normal lies to the left of the tangent there */
    return (rim){p, -ty / len, tx / len};
}

/* How far the wall shows in direction (c, s), mm on the board: the foot's lead
 * over the rim as the camera sees it, (h - rounding) times the slope of the
 * sight line against that direction, less what the foot's circle differs. */
static double wall_mm(const crok_camera *cam, const crok_disc_shape *d,
                      crok_mm at, double c, double s)
{
    crok_vec3 eye = crok_camera_centre(cam);
    double slope = ((eye.x - at.x) * c + (eye.y - at.y) * s) /
                   fmax(eye.z - d->height_mm, 1.0);
    return slope * (d->height_mm - CROK_DISC_ROUNDING_MM);
}

crok_rim_at crok_outline_rim(const crok_camera *cam,
                             const crok_disc_shape *shape, crok_mm at, double c,
                             double s)
{
    rim r = rim_at(cam, at, circle_of(shape, PART_RIM), c, s);
    return (crok_rim_at){r.at, r.nx, r.ny, wall_mm(cam, shape, at, c, s)};
}

/* Colour change at the samples of one profile; false outside the picture. */
static bool changes_along(const crok_image *img, const rim *r, int n,
                          float change[N_PROFILE])
{
    float v[N_PROFILE][3];
    for (int i = 0; i <= 2 * (n + LAG); i++) {
        double d = (i - n - LAG) * STEP_PX;
        if (!crok_image_sample(img, r->at.x + d * r->nx, r->at.y + d * r->ny,
                               v[i]))
            return false;
    }
    for (int i = 0; i <= 2 * n; i++) {
        float sum = 0.0F;
        for (int c = 0; c < 3; c++) {
            float d = v[i + 2 * LAG][c] - v[i][c];
            sum += d * d;
        }
        change[i] = sqrtf(sum);
    }
    return true;
}

/* A local maximum of the change. */
typedef struct peak {
    crok_px at;
    float strength;
} peak;

/* The strongest local maxima of the change, with a parabola's vertex; how many
 * is returned. */
static int pick_edges(const rim *r, const float *change, int n,
                      peak best[CROK_OUTLINE_EDGES])
{
    int count = 0;
    memset(best, 0, sizeof *best * CROK_OUTLINE_EDGES);
    for (int i = 1; i < 2 * n; i++) {
        float m = change[i];
        double curve = (double)(change[i - 1] - 2.0F * m + change[i + 1]);
        double at = 0.0;
        peak e = {.strength = m};
        if (m < MIN_STRENGTH || m <= change[i - 1] || m < change[i + 1])
            continue;
        at = i - n +
             0.5 * (double)(change[i - 1] - change[i + 1]) / fmin(curve, -1e-6);
        e.at.x = r->at.x + at * STEP_PX * r->nx;
        e.at.y = r->at.y + at * STEP_PX * r->ny;
        for (int k = 0; k < CROK_OUTLINE_EDGES; k++) {
            if (best[k].strength < e.strength) {
                peak t = best[k];
                best[k] = e;
                e = t;
            }
        }
    }
    for (int k = 0; k < CROK_OUTLINE_EDGES; k++)
        if (best[k].strength > 0.4F * best[0].strength &&
            best[k].strength > 0.0F)
            best[count++] = best[k];
    return count;
}

/* Adds a peak with the places that it has if it belongs to each part. */
static void add_edge(const crok_camera *cam, const crok_disc_shape *shape,
                     const peak *p, double wall, int direction,
                     crok_outline *out)
{
    crok_outline_edge *e = &out->edge[out->n++];
    *e = (crok_outline_edge){.strength = p->strength,
                             .wall_mm = (float)wall,
                             .direction = (short)direction};
    e->rim = crok_camera_unproject(cam, p->at, circle_of(shape, PART_RIM).z_mm);
    if (wall < TELL_MM)
        return;
    e->face =
        crok_camera_unproject(cam, p->at, circle_of(shape, PART_FACE).z_mm);
    e->foot =
        crok_camera_unproject(cam, p->at, circle_of(shape, PART_FOOT).z_mm);
}

void crok_outline_read(const crok_image *img, const crok_camera *cam,
                       const crok_disc_shape *shape, crok_mm at,
                       double reach_px, crok_outline *out)
{
    int n = (int)lround(fmin(reach_px, MAX_REACH_PX) / STEP_PX);
    out->n = 0;
    out->n_inside = 0;
    for (int i = 0; i < CROK_OUTLINE_ANGLES; i++) {
        double a = 2.0 * CROK_PI * i / CROK_OUTLINE_ANGLES;
        double c = cos(a);
        double s = sin(a);
        double wall = wall_mm(cam, shape, at, c, s);
        rim up = rim_at(cam, at, circle_of(shape, PART_RIM), c, s);
        float change[N_PROFILE];
        peak best[CROK_OUTLINE_EDGES];
        int count = 0;
        if (wall > 0.0) {
            /* centred between the two edges where both show */
            rim low = rim_at(cam, at, circle_of(shape, PART_FOOT), c, s);
            up.at.x = 0.5 * (up.at.x + low.at.x);
            up.at.y = 0.5 * (up.at.y + low.at.y);
        }
        if (!changes_along(img, &up, n, change))
            continue;
        out->n_inside++;
        count = pick_edges(&up, change, n, best);
        for (int k = 0; k < count; k++)
            add_edge(cam, shape, &best[k], wall, i, out);
    }
}

/* The residual to one part: the circle's radius less the edge's distance. */
static crok_outline_row to_part(const crok_disc_shape *shape, part which,
                                crok_mm at, crok_mm edge)
{
    double dx = edge.x - at.x;
    double dy = edge.y - at.y;
    double d = fmax(sqrt(dx * dx + dy * dy), 1e-9);
    return (crok_outline_row){.r_mm = circle_of(shape, which).radius_mm - d,
                              .usable = which != PART_FOOT,
                              .d_shape = {1.0, which == PART_FACE ? -1.0 : 0.0},
                              .d_x = dx / d,
                              .d_y = dy / d};
}

crok_outline_row crok_outline_residual(const crok_disc_shape *shape, crok_mm at,
                                       const crok_outline_edge *edge)
{
    crok_outline_row face;
    crok_outline_row foot;
    if ((double)edge->wall_mm < TELL_MM) {
        face = to_part(shape, PART_RIM, at, edge->rim);
        face.usable = edge->wall_mm <= 0.0F;
        return face;
    }
    face = to_part(shape, PART_FACE, at, edge->face);
    foot = to_part(shape, PART_FOOT, at, edge->foot);
    return fabs(foot.r_mm) < fabs(face.r_mm) ? foot : face;
}

/* Adds an edge that lies (dx, dy) from the disc's middle and should lie at
 * radius_mm. */
static void add_pull(crok_outline_pull *p, double dx, double dy,
                     double radius_mm, double gate_mm)
{
    double d = sqrt(dx * dx + dy * dy);
    double r = radius_mm - d;
    double w = crok_tukey(r, gate_mm);
    if (w <= 0.0 || d <= 1e-9)
        return;
    dx /= d;
    dy /= d;
    p->a[0] += w * dx * dx;
    p->a[1] += w * dx * dy;
    p->a[2] += w * dy * dy;
    p->g[0] += w * dx * r;
    p->g[1] += w * dy * r;
}

static double length(double x, double y)
{
    return sqrt(x * x + y * y);
}

/* Is the edge nearer to the foot, seen from `at`, than to the face? */
static bool is_foot(const crok_outline_edge *e, crok_mm at, double face_mm,
                    double foot_mm)
{
    double to_face = length(e->face.x - at.x, e->face.y - at.y);
    double to_foot = length(e->foot.x - at.x, e->foot.y - at.y);
    return fabs(foot_mm - to_foot) < fabs(face_mm - to_face);
}

crok_outline_pull crok_outline_pull_of(const crok_outline *outline,
                                       const crok_disc_shape *shape, crok_mm at,
                                       double gate_mm)
{
    crok_outline_pull p = {{1e-6, 0.0, 1e-6}, {0.0, 0.0}};
    double rim_mm = circle_of(shape, PART_RIM).radius_mm;
    double face_mm = circle_of(shape, PART_FACE).radius_mm;
    double foot_mm = circle_of(shape, PART_FOOT).radius_mm;
    for (int k = 0; k < outline->n; k++) {
        const crok_outline_edge *e = &outline->edge[k];
        if (e->wall_mm <= 0.0F)
            add_pull(&p, e->rim.x - at.x, e->rim.y - at.y, rim_mm, gate_mm);
        else if ((double)e->wall_mm >= TELL_MM &&
                 !is_foot(e, at, face_mm, foot_mm))
            add_pull(&p, e->face.x - at.x, e->face.y - at.y, face_mm, gate_mm);
    }
    return p;
}

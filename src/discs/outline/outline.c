/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/outline/outline.h"

#include <math.h>
#include <string.h>

#include "discs/colour.h"

/* Profiles across the outline: samples STEP_PX apart. The change at a sample is
 * the difference of the colours LAG samples inside and outside it. The longest
 * reach in use (far_edges in find.c, 8.2 mm) is within MAX_REACH_PX if a pixel
 * is 0.45 mm or more. */
#define STEP_PX 0.5
#define LAG 2
#define MAX_REACH_PX CROK_OUTLINE_REACH_PX
#define N_PROFILE (4 * MAX_REACH_PX + 2 * LAG + 1)
/* A weaker change (grey levels) is noise. Chosen by hand: a smaller value keeps
 * noise as edges, a larger one loses discs of the board's colour. */
#define MIN_STRENGTH 6.0F
/* Smallest visible width of the wall, mm, at which the edges of face and foot
 * are separated. Chosen by hand: a smaller width confuses the two edges, a
 * larger one leaves directions unused. */
#define MIN_WALL_MM 1.0
/* Distance of the foot's visible edge outside the foot, mm, measured in
 * rendered pictures. It is there because the disc darkens the board. */
#define FOOT_DARK_MM 0.25
/* The luma outside each edge of a disc (`lit`) is divided by this quantile of
 * all of them. Chosen by hand: a higher one may be a highlight. */
#define LIT_QUANTILE 0.8
/* The surface outside an edge may be the wall, which is the face in other
 * light, if its crok_rgb_shade_distance from the face's colour is less than
 * this part of the edge's strength. Chosen by hand: a larger value takes the
 * board for a wall, a smaller one takes a wall for the board. */
#define MAX_WALL_RESIDUE 0.5

const crok_outline_search crok_outline_near = {CROK_OUTLINE_NEAR_MM, 2, 0.4F};

/* Half of the length of the tangent that is projected, in radii. */
#define TANGENT_RAD 0.05

/* The three circles of an outline, as described in outline.h. */
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
        return (circle){CROK_DISC_ROUNDING_MM, d->radius_mm + d->dark_mm};
    case PART_RIM:
    default:
        return (circle){d->height_mm - CROK_DISC_ROUNDING_MM, d->radius_mm};
    }
}

/* The circle of a part of the outline that is visible in a direction in which
 * the sight lines run outwards by `slope` mm per mm of height (negative:
 * inwards). For a rim without a visible wall it is the circle that the sight
 * lines graze on a rounding of radius q:
 *
 *     radius - q (1 - 1/l),  height - q slope/l,  l = sqrt(1 + slope^2)
 *
 * The lower rounding is not modelled: it lies in the disc's own shadow. */
static circle circle_seen(const crok_disc_shape *d, part which, double slope)
{
    circle k = circle_of(d, which);
    double len = sqrt(1.0 + slope * slope);
    if (which != PART_RIM || slope >= 0.0)
        return k;
    k.radius_mm -= CROK_DISC_ROUNDING_MM * (1.0 - 1.0 / len);
    k.z_mm -= CROK_DISC_ROUNDING_MM * slope / len;
    return k;
}

crok_disc_shape crok_disc_shape_typical(double radius_mm, double height_mm)
{
    return (crok_disc_shape){.radius_mm = radius_mm,
                             .height_mm = height_mm,
                             .face_mm = 0.5 * CROK_DISC_ROUNDING_MM,
                             .dark_mm = FOOT_DARK_MM};
}

/* A circle's point in direction (c, s) and its outward unit normal, in the
 * picture. The normal is perpendicular to the image of the tangent, which is
 * taken from two points TANGENT_RAD to either side. */
typedef struct contour_point {
    crok_px at;
    double nx, ny;
} contour_point;

static contour_point project_circle(const crok_camera *cam, crok_mm at,
                                    circle k, double c, double s)
{
    double r = k.radius_mm;
    double z = k.z_mm;
    crok_px p =
        crok_camera_project(cam, (crok_vec3){at.x + r * c, at.y + r * s, z});
    crok_px t = crok_camera_project(
        cam, (crok_vec3){at.x + r * (c - TANGENT_RAD * s),
                         at.y + r * (s + TANGENT_RAD * c), z});
    crok_px back = crok_camera_project(
        cam, (crok_vec3){at.x + r * (c + TANGENT_RAD * s),
                         at.y + r * (s - TANGENT_RAD * c), z});
    double tx = t.x - back.x;
    double ty = t.y - back.y;
    double len = fmax(sqrt(tx * tx + ty * ty), 1e-9);
    /* counter-clockwise on the board is clockwise in the picture (y down): the
     * outward normal lies to the left of the tangent there */
    return (contour_point){p, -ty / len, tx / len};
}

/* A direction from a disc's centre, and how far outwards the sight lines run
 * there per mm of height; the wall is hidden if that is negative. */
typedef struct bearing {
    double c, s, slope;
} bearing;

static bearing bearing_of(const crok_camera *cam, const crok_disc_shape *d,
                          crok_mm at, double c, double s)
{
    crok_vec3 eye = crok_camera_centre(cam);
    double slope = ((eye.x - at.x) * c + (eye.y - at.y) * s) /
                   fmax(eye.z - d->height_mm, 1.0);
    return (bearing){c, s, slope};
}

/* Visible width of the wall, mm on the board: the sight line over the rim meets
 * the board this far inside the rim's circle. If the width is negative, it
 * meets the board outside the circle, and the wall is hidden. */
static double wall_mm(const crok_disc_shape *d, const bearing *to)
{
    return to->slope * (d->height_mm - CROK_DISC_ROUNDING_MM);
}

/* The point and normal of a part of the outline in one direction, in the
 * picture. */
static contour_point project_part(const crok_camera *cam,
                                  const crok_disc_shape *d, crok_mm at,
                                  part which, const bearing *to)
{
    return project_circle(cam, at, circle_seen(d, which, to->slope), to->c,
                          to->s);
}

crok_rim_at crok_outline_rim(const crok_camera *cam,
                             const crok_disc_shape *shape, crok_mm at, double c,
                             double s)
{
    bearing to = bearing_of(cam, shape, at, c, s);
    contour_point r = project_part(cam, shape, at, PART_RIM, &to);
    return (crok_rim_at){r.at, r.nx, r.ny, wall_mm(shape, &to)};
}

/* The profile across the outline in one direction, from inside to outside: the
 * colours at the samples, and the distances between colours 2 LAG samples
 * apart, at the expected place and at n samples to either side of it. */
typedef struct profile {
    contour_point at;
    int n;
    float colour[N_PROFILE][3];
    float change[N_PROFILE];
} profile;

/* Read colours and changes. Returns false if a part of the profile is outside
 * the picture. */
static bool read_profile(const crok_image *img, profile *p)
{
    for (int i = 0; i <= 2 * (p->n + LAG); i++) {
        double d = (i - p->n - LAG) * STEP_PX;
        if (!crok_image_sample(img, p->at.at.x + d * p->at.nx,
                               p->at.at.y + d * p->at.ny, p->colour[i]))
            return false;
    }
    for (int i = 0; i <= 2 * p->n; i++)
        p->change[i] =
            crok_sample_distance(p->colour[i + 2 * LAG], p->colour[i]);
    return true;
}

/* A local maximum of the change, with the colours on both sides of it. */
typedef struct peak {
    crok_px at;
    float strength;
    const float *inside, *outside;
} peak;

/* Insert a peak into a list of n, sorted by descending strength, of which the
 * `most` strongest are kept. Returns the new number. */
static int insert_peak(peak *list, int n, int most, peak p)
{
    for (int k = 0; k < n; k++) {
        if (list[k].strength < p.strength) {
            peak t = list[k];
            list[k] = p;
            p = t;
        }
    }
    if (n < most)
        list[n++] = p;
    return n;
}

/* Find the strongest local maxima of the change. Each position is refined to
 * the vertex of a parabola through three samples. Returns the number of maxima.
 */
static int find_peaks(const profile *p, const crok_outline_search *search,
                      peak best[CROK_OUTLINE_EDGES])
{
    const float *change = p->change;
    const contour_point *r = &p->at;
    int n = p->n;
    int n_best = 0;
    int n_strong = 0;
    for (int i = 1; i < 2 * n; i++) {
        float m = change[i];
        double curve = (double)(change[i - 1] - 2.0F * m + change[i + 1]);
        double at = 0.0;
        peak e = {.strength = m,
                  .inside = p->colour[i],
                  .outside = p->colour[i + 2 * LAG]};
        if (m < MIN_STRENGTH || m <= change[i - 1] || m < change[i + 1])
            continue;
        at = i - n +
             0.5 * (double)(change[i - 1] - change[i + 1]) / fmin(curve, -1e-6);
        e.at.x = r->at.x + at * STEP_PX * r->nx;
        e.at.y = r->at.y + at * STEP_PX * r->ny;
        n_best = insert_peak(best, n_best, search->max_edges, e);
    }
    while (n_strong < n_best &&
           best[n_strong].strength > search->min_strength * best[0].strength)
        n_strong++;
    return n_strong;
}

bool crok_outline_shows_wall(const crok_outline_edge *edge)
{
    return (double)edge->wall_mm >= MIN_WALL_MM;
}

/* The colour of the face: per channel the median of points at a quarter and at
 * half of the radius. */
static void face_colour(const crok_image *img, const crok_camera *cam,
                        const crok_disc_shape *shape, crok_mm at, float face[3])
{
    double v[3][CROK_OUTLINE_ANGLES / 2];
    int n = 0;
    for (int i = 0; i < CROK_OUTLINE_ANGLES / 2; i++) {
        double a = 4.0 * CROK_PI * i / CROK_OUTLINE_ANGLES;
        double r = (i % 2 == 0 ? 0.5 : 0.25) * shape->radius_mm;
        float c[3] = {0};
        crok_px p = crok_camera_project(cam, (crok_vec3){at.x + r * cos(a),
                                                         at.y + r * sin(a),
                                                         shape->height_mm});
        if (!crok_image_sample(img, p.x, p.y, c))
            continue;
        for (int k = 0; k < 3; k++)
            v[k][n] = (double)c[k];
        n++;
    }
    for (int k = 0; k < 3; k++)
        face[k] = (float)crok_quantile(v[k], n, 0.5);
}

/* May the surface outside this edge be the wall of a disc with this face
 * colour? */
static bool may_be_wall(const peak *p, const float face[3])
{
    const float *c = p->outside;
    crok_rgb beyond = {(double)c[0], (double)c[1], (double)c[2]};
    crok_rgb of = {(double)face[0], (double)face[1], (double)face[2]};
    return crok_rgb_shade_distance(beyond, of) <
           MAX_WALL_RESIDUE * (double)p->strength;
}

/* The place of an edge on the board if it belongs to a part: its pixel is
 * unprojected to the visible circle's height, and moved outwards by the
 * difference between that circle's radius and the part's. */
static crok_mm place_on_board(const crok_camera *cam,
                              const crok_disc_shape *shape, part which,
                              const bearing *to, crok_px at)
{
    circle seen = circle_seen(shape, which, to->slope);
    double hidden = circle_of(shape, which).radius_mm - seen.radius_mm;
    crok_mm m = crok_camera_unproject(cam, at, seen.z_mm);
    return (crok_mm){m.x + hidden * to->c, m.y + hidden * to->s};
}

/* Set an edge from a peak, with its position on the board for each part.
 * e->wall_mm must already be set. */
static void fill_edge(const crok_camera *cam, const peak *p,
                      const crok_disc_shape *shape, const bearing *to,
                      const float face[3], crok_outline_edge *e)
{
    float off = crok_sample_distance(p->inside, face);
    e->strength = p->strength;
    e->leaves_face = fmaxf(0.0F, 1.0F - off / p->strength);
    e->rim = place_on_board(cam, shape, PART_RIM, to, p->at);
    if (!crok_outline_shows_wall(e))
        return;
    e->is_foot = !may_be_wall(p, face);
    e->face = place_on_board(cam, shape, PART_FACE, to, p->at);
    e->foot = place_on_board(cam, shape, PART_FOOT, to, p->at);
}

/* The expected outline: the rim, or the middle between rim and foot if the wall
 * is visible. */
static contour_point expected(const crok_camera *cam,
                              const crok_disc_shape *shape, crok_mm at,
                              const bearing *to)
{
    contour_point up = project_part(cam, shape, at, PART_RIM, to);
    contour_point low =
        to->slope > 0.0 ? project_part(cam, shape, at, PART_FOOT, to) : up;
    up.at.x = 0.5 * (up.at.x + low.at.x);
    up.at.y = 0.5 * (up.at.y + low.at.y);
    return up;
}

/* Divide each `lit` (grey levels) by the LIT_QUANTILE quantile of all. */
static void normalise_light(crok_outline *o)
{
    double lit[CROK_OUTLINE_ANGLES * CROK_OUTLINE_EDGES];
    float brightest = 1.0F;
    for (int k = 0; k < o->n; k++)
        lit[k] = (double)o->edge[k].lit;
    brightest = fmaxf(brightest, (float)crok_quantile(lit, o->n, LIT_QUANTILE));
    for (int k = 0; k < o->n; k++)
        o->edge[k].lit /= brightest;
}

void crok_outline_read(const crok_image *img, const crok_camera *cam,
                       const crok_disc_shape *shape, crok_mm at,
                       const crok_outline_search *search, crok_outline *out)
{
    double reach_px = search->reach_mm * crok_camera_px_per_mm(cam);
    profile p = {.n = (int)lround(fmin(reach_px, MAX_REACH_PX) / STEP_PX)};
    float face[3];
    out->n = 0;
    out->n_inside = 0;
    face_colour(img, cam, shape, at, face);
    for (int i = 0; i < CROK_OUTLINE_ANGLES; i++) {
        double a = 2.0 * CROK_PI * i / CROK_OUTLINE_ANGLES;
        bearing to = bearing_of(cam, shape, at, cos(a), sin(a));
        peak best[CROK_OUTLINE_EDGES];
        int count = 0;
        p.at = expected(cam, shape, at, &to);
        if (!read_profile(img, &p))
            continue;
        out->n_inside++;
        count = find_peaks(&p, search, best);
        for (int k = 0; k < count; k++) {
            crok_outline_edge *e = &out->edge[out->n++];
            *e =
                (crok_outline_edge){.wall_mm = (float)wall_mm(shape, &to),
                                    .lit = crok_luma(p.colour[2 * (p.n + LAG)]),
                                    .direction = (short)i};
            fill_edge(cam, &best[k], shape, &to, face, e);
        }
    }
    normalise_light(out);
}

/* The residual to one part: the circle's radius minus the edge's distance. */
static crok_outline_row residual_to(const crok_disc_shape *shape, part which,
                                    crok_mm at, crok_mm edge)
{
    double dx = edge.x - at.x;
    double dy = edge.y - at.y;
    double d = fmax(sqrt(dx * dx + dy * dy), 1e-9);
    return (crok_outline_row){.r_mm = circle_of(shape, which).radius_mm - d,
                              .is_foot = which == PART_FOOT,
                              .usable = true,
                              .d_shape = {1.0, which == PART_FACE ? -1.0 : 0.0,
                                          which == PART_FOOT ? 1.0 : 0.0},
                              .d_x = dx / d,
                              .d_y = dy / d};
}

crok_outline_row crok_outline_residual(const crok_disc_shape *shape, crok_mm at,
                                       const crok_outline_edge *edge)
{
    crok_outline_row face;
    crok_outline_row foot;
    if (!crok_outline_shows_wall(edge)) {
        face = residual_to(shape, PART_RIM, at, edge->rim);
        face.usable = edge->wall_mm <= 0.0F;
        return face;
    }
    face = residual_to(shape, PART_FACE, at, edge->face);
    foot = residual_to(shape, PART_FOOT, at, edge->foot);
    if (fabs(foot.r_mm) < fabs(face.r_mm))
        return foot;
    foot.usable = false; /* the colour says foot, but the distance says face:
                            not associated */
    return edge->is_foot ? foot : face;
}

/* Add an edge at (dx, dy) from the disc's centre; its expected distance from
 * the centre is radius_mm. */
static void add_to_normal_eq(crok_outline_normal_eq *p, double dx, double dy,
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

/* Is this edge the foot's, by its colour or because it is nearer to the foot's
 * circle than to the face's? */
static bool is_foot(const crok_outline_edge *e, crok_mm at, double face_mm,
                    double foot_mm)
{
    double to_face = length(e->face.x - at.x, e->face.y - at.y);
    double to_foot = length(e->foot.x - at.x, e->foot.y - at.y);
    return e->is_foot || fabs(foot_mm - to_foot) < fabs(face_mm - to_face);
}

crok_outline_normal_eq crok_outline_normal_eq_of(const crok_outline *outline,
                                                 const crok_disc_shape *shape,
                                                 crok_mm at, double gate_mm)
{
    crok_outline_normal_eq p = {{1e-6, 0.0, 1e-6}, {0.0, 0.0}};
    double rim_mm = circle_of(shape, PART_RIM).radius_mm;
    double face_mm = circle_of(shape, PART_FACE).radius_mm;
    double foot_mm = circle_of(shape, PART_FOOT).radius_mm;
    for (int k = 0; k < outline->n; k++) {
        const crok_outline_edge *e = &outline->edge[k];
        if (e->wall_mm <= 0.0F)
            add_to_normal_eq(&p, e->rim.x - at.x, e->rim.y - at.y, rim_mm,
                             gate_mm);
        else if (crok_outline_shows_wall(e) &&
                 !is_foot(e, at, face_mm, foot_mm))
            add_to_normal_eq(&p, e->face.x - at.x, e->face.y - at.y, face_mm,
                             gate_mm);
    }
    return p;
}

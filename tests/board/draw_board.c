/* SPDX-License-Identifier: Apache-2.0 */
#include "board/draw_board.h"

#include "check.h"

#include <stdlib.h>
#include <string.h>

/* A pixel in which colours meet is sampled FINE x FINE times. */
#define FINE 6
/* Most pixels that a blur reaches, to each side. */
#define BLUR_REACH 12
/* Parts of a disc: its face, three steps of its rounded edge, its wall. */
enum { PART_FACE, PART_ROUND, PART_WALL = PART_ROUND + 3, N_PARTS };
/* Surfaces of the scene; N_PARTS for each disc follow. */
enum {
    TABLE,
    DITCH,
    WOOD,
    LINE,
    FLOOR,
    HOLE_WALL,
    PEG_TOP,
    PEG_WALL,
    FIRST_DECOR,
    FIRST_DISC = FIRST_DECOR + DRAW_MAX_DECOR
};
#define N_THINGS (FIRST_DISC + DRAW_MAX_DISCS * N_PARTS)

typedef struct light {
    float v[3];
} light;

typedef struct scene {
    const draw_board *b;
    crok_vec3 eye;
    light colour[N_THINGS];
    double reach_mm[DRAW_MAX_DISCS]; /* no sight line meets it farther off */
    double reach2_mm2[DRAW_MAX_DISCS];
    int n_pegs;
    crok_mm peg[DRAW_MAX_PEGS];
    double peg_reach_mm[DRAW_MAX_PEGS]; /* as reach_mm */
    bool has_twenty;                    /* a disc lies in the hole */
} scene;

/* Linear intensity of an sRGB value, with a gamma of 2.2. */
static light light_of(draw_rgb c, double k)
{
    const double v[3] = {c.r, c.g, c.b};
    light out;
    for (int i = 0; i < 3; i++)
        out.v[i] = (float)(k * pow(v[i] / 255.0, 2.2));
    return out;
}

static void set_colours(scene *s)
{
    /* illumination of each part of a disc */
    static const double lit[N_PARTS] = {1.0, 0.9, 0.75, 0.6, 0.45};
    const draw_board *b = s->b;
    s->colour[TABLE] = light_of(b->table, 1.0);
    s->colour[DITCH] = light_of(b->ditch, 1.0);
    s->colour[WOOD] = light_of(b->wood, 1.0);
    s->colour[LINE] = light_of(b->line, 1.0);
    s->colour[FLOOR] = light_of(b->floor, 0.8);
    s->colour[HOLE_WALL] = light_of(b->floor, 0.04);
    s->colour[PEG_TOP] = light_of(b->peg, 1.0);
    s->colour[PEG_WALL] = light_of(b->peg, 0.5);
    for (int k = 0; k < b->n_decor; k++)
        s->colour[FIRST_DECOR + k] = light_of(b->decor[k].rgb, 1.0);
    for (int i = 0; i < b->n_discs; i++)
        for (int p = 0; p < N_PARTS; p++)
            s->colour[FIRST_DISC + i * N_PARTS + p] =
                light_of(b->disc[i].rgb, lit[p]);
}

/* The point at height z on the sight line to the ground point g. */
static crok_mm at_height(const scene *s, crok_mm g, double z)
{
    double k = z / s->eye.z;
    return (crok_mm){g.x + k * (s->eye.x - g.x), g.y + k * (s->eye.y - g.y)};
}

static double distance2(crok_mm a, crok_mm b)
{
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/* Squared distance of c from the segment a-b. */
static double piece_distance2(crok_mm a, crok_mm b, crok_mm c)
{
    double x = b.x - a.x;
    double y = b.y - a.y;
    double len2 = x * x + y * y;
    double t = len2 > 0.0 ? ((c.x - a.x) * x + (c.y - a.y) * y) / len2 : 0.0;
    t = fmin(fmax(t, 0.0), 1.0);
    return distance2((crok_mm){a.x + t * x, a.y + t * y}, c);
}

/* The part of disc i that the sight line to g meets first; -1: none. The
 * rounded edge is modelled by a stack of circles. */
static int disc_part(const scene *s, int i, crok_mm g)
{
    const draw_board *b = s->b;
    const draw_disc *d = &b->disc[i];
    double top = d->z_mm + b->disc_height_mm;
    double e = b->rounding_mm;
    double edge = b->disc_mm - d->lost_mm;
    crok_mm up;
    crok_mm low;
    double r = edge - e;
    if (distance2(g, d->at) > s->reach2_mm2[i])
        return -1;
    if (distance2(at_height(s, g, top), d->at) < r * r)
        return PART_FACE;
    for (int k = 1; k <= 6 && e > 0.0; k++) {
        double a = 0.5 * CROK_PI * k / 6.0;
        r = edge - e + e * sin(a);
        if (distance2(at_height(s, g, top - e + e * cos(a)), d->at) < r * r)
            return PART_ROUND + (k - 1) / 2;
    }
    up = at_height(s, g, top - e);
    low = at_height(s, g, d->z_mm + e);
    if (piece_distance2(up, low, d->at) < edge * edge)
        return PART_WALL;
    r = edge - e;
    return distance2(at_height(s, g, d->z_mm), d->at) < r * r ? PART_WALL : -1;
}

static int disc_at(const scene *s, crok_mm g, bool in_hole)
{
    for (int i = 0; i < s->b->n_discs; i++) {
        int part = -1;
        if ((s->b->disc[i].z_mm < 0.0) == in_hole)
            part = disc_part(s, i, g);
        if (part >= 0)
            return FIRST_DISC + i * N_PARTS + part;
    }
    return -1;
}

/* The part of a peg that the sight line to g meets; -1: none. */
static int peg_at(const scene *s, crok_mm g)
{
    const draw_board *b = s->b;
    crok_mm top = at_height(s, g, b->peg_height_mm);
    double r2 = b->peg_mm * b->peg_mm;
    for (int i = 0; i < s->n_pegs; i++) {
        if (distance2(top, s->peg[i]) < r2)
            return PEG_TOP;
        if (piece_distance2(g, top, s->peg[i]) < r2)
            return PEG_WALL;
    }
    return -1;
}

static int hole_at(const scene *s, crok_mm g)
{
    double r = s->b->hole_mm;
    int disc = disc_at(s, g, true);
    if (disc >= 0)
        return disc;
    /* the gap around a disc that fills the hole is dark */
    if (s->has_twenty)
        return HOLE_WALL;
    return distance2(at_height(s, g, -s->b->hole_depth_mm), (crok_mm){0, 0}) <
                   r * r
               ? FLOOR
               : HOLE_WALL;
}

static bool on_quadrant(const draw_board *b, crok_mm g, double d)
{
    double half = 0.5 * b->line_width_mm;
    return b->has_quadrants && d < b->ring_mm[0] && d > b->ring_mm[1] &&
           (fabs(g.x - g.y) < half * sqrt(2.0) ||
            fabs(g.x + g.y) < half * sqrt(2.0));
}

/* The peg or disc on the board on the sight line to g; -1: none. */
static int body_at(const scene *s, crok_mm g, double d)
{
    const draw_board *b = s->b;
    int peg =
        fabs(d - b->peg_ring_mm) < 3.0 * b->peg_height_mm ? peg_at(s, g) : -1;
    return peg >= 0 ? peg : disc_at(s, g, false);
}

/* The surface that is visible on the sight line to the ground point g. Without
 * has_bodies no peg or disc stands near. */
static int thing_at(const scene *s, crok_mm g, bool has_bodies)
{
    const draw_board *b = s->b;
    double d = sqrt(g.x * g.x + g.y * g.y);
    int body = has_bodies ? body_at(s, g, d) : -1;
    if (body >= 0)
        return body;
    if (d < b->hole_mm)
        return hole_at(s, g);
    if (d > b->surface_mm)
        return d < b->rail_mm ? DITCH : TABLE;
    for (int k = 0; k < b->n_rings; k++)
        if (fabs(d - b->ring_mm[k]) < 0.5 * b->line_width_mm)
            return LINE;
    if (on_quadrant(b, g, d))
        return LINE;
    for (int k = 0; k < b->n_decor; k++)
        if (fabs(d - b->decor[k].radius_mm) < 0.5 * b->decor[k].width_mm)
            return FIRST_DECOR + k;
    return WOOD;
}

/* Whether a disc or a peg may be seen on a sight line within `reach` of g. */
static bool is_body_near(const scene *s, crok_mm g, double reach)
{
    const draw_board *b = s->b;
    for (int i = 0; i < s->n_pegs; i++) {
        double r = s->peg_reach_mm[i] + reach;
        if (distance2(g, s->peg[i]) <= r * r)
            return true;
    }
    for (int i = 0; i < b->n_discs; i++) {
        double r = s->reach_mm[i] + reach;
        if (b->disc[i].z_mm >= 0.0 && distance2(g, b->disc[i].at) <= r * r)
            return true;
    }
    return false;
}

/* Whether an edge of a ring with this radius and width may be within `reach` of
 * the distance d. */
static bool is_ring_near(double d, double radius, double width, double reach)
{
    return fabs(fabs(d - radius) - 0.5 * width) <= reach;
}

/* Whether colours may meet within `reach` of g: a point's distances from the
 * centre and from the quadrant lines change by no more than it is moved. */
static bool is_edge_near(const scene *s, crok_mm g, double reach)
{
    const draw_board *b = s->b;
    double d = sqrt(g.x * g.x + g.y * g.y);
    double half = 0.5 * b->line_width_mm;
    if (d <= b->hole_mm + reach || fabs(d - b->surface_mm) <= reach ||
        fabs(d - b->rail_mm) <= reach)
        return true;
    for (int k = 0; k < b->n_rings; k++)
        if (is_ring_near(d, b->ring_mm[k], b->line_width_mm, reach))
            return true;
    for (int k = 0; k < b->n_decor; k++)
        if (is_ring_near(d, b->decor[k].radius_mm, b->decor[k].width_mm, reach))
            return true;
    return b->has_quadrants &&
           (fabs(fabs(g.x - g.y) / sqrt(2.0) - half) <= reach ||
            fabs(fabs(g.x + g.y) / sqrt(2.0) - half) <= reach);
}

static crok_mm between(crok_mm a, crok_mm b, double t)
{
    return (crok_mm){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

/* Whether `first`, which is seen in the pixel's middle, is also seen at its
 * corners and halfway between them. */
static bool is_all(const scene *s, const crok_mm c[4], bool has_bodies,
                   int first)
{
    bool same = true;
    for (int i = 0; i < 9 && same; i++) {
        double u = 0.5 * (i % 3);
        double v = 0.5 * (i / 3);
        crok_mm g = between(between(c[0], c[1], u), between(c[2], c[3], u), v);
        same = i == 4 || thing_at(s, g, has_bodies) == first;
    }
    return same;
}

/* The linear intensity of a pixel whose corners see the ground points c. */
static light pixel(const scene *s, const crok_mm c[4])
{
    light sum = {{0}};
    crok_mm middle =
        between(between(c[0], c[1], 0.5), between(c[2], c[3], 0.5), 0.5);
    double reach2 = 0.0;
    for (int i = 0; i < 4; i++)
        reach2 = fmax(reach2, distance2(middle, c[i]));
    double reach = 1.01 * sqrt(reach2);
    bool has_bodies = is_body_near(s, middle, reach);
    int first = thing_at(s, middle, has_bodies);
    if ((!has_bodies && !is_edge_near(s, middle, reach)) ||
        is_all(s, c, has_bodies, first))
        return s->colour[first];
    for (int y = 0; y < FINE; y++) {
        for (int x = 0; x < FINE; x++) {
            double u = (x + 0.5) / FINE;
            crok_mm g = between(between(c[0], c[1], u), between(c[2], c[3], u),
                                (y + 0.5) / FINE);
            const light *l = &s->colour[thing_at(s, g, has_bodies)];
            for (int k = 0; k < 3; k++)
                sum.v[k] += l->v[k] / (FINE * FINE);
        }
    }
    return sum;
}

static void *must(void *p)
{
    if (p == NULL)
        fail_msg("no memory to draw");
    return p;
}

static void corner_row(const draw_board *b, int y, crok_mm *row)
{
    for (int x = 0; x <= b->cam.w_px; x++)
        row[x] =
            crok_camera_unproject(&b->cam, (crok_px){x - 0.5, y - 0.5}, 0.0);
}

static light *look(const scene *s)
{
    int w = s->b->cam.w_px;
    int h = s->b->cam.h_px;
    light *out = must(malloc((size_t)w * (size_t)h * sizeof *out));
    crok_mm *row = must(malloc(2 * ((size_t)w + 1) * sizeof *row));
    crok_mm *above = row;
    crok_mm *below = row + w + 1;
    corner_row(s->b, 0, above);
    for (int y = 0; y < h; y++) {
        crok_mm *t = above;
        corner_row(s->b, y + 1, below);
        for (int x = 0; x < w; x++)
            out[(size_t)y * (size_t)w + (size_t)x] =
                pixel(s, (crok_mm[4]){above[x], above[x + 1], below[x],
                                      below[x + 1]});
        above = below;
        below = t;
    }
    free(row);
    return out;
}

static int clamp(int i, int n)
{
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}

/* Add k times a row of n pixels to another one. */
static void add_row(light *sum, const light *row, int n, float k)
{
    for (int x = 0; x < n; x++)
        for (int c = 0; c < 3; c++)
            sum[x].v[c] += k * row[x].v[c];
}

/* Blur a row of n pixels along it; `wide` has room for n + 2 reach. */
static void blur_along(const light *in, light *out, light *wide, int n,
                       const float *kernel, int reach)
{
    for (int i = 0; i < n + 2 * reach; i++)
        wide[i] = in[clamp(i - reach, n)];
    memset(out, 0, (size_t)n * sizeof *out);
    for (int k = 0; k <= 2 * reach; k++)
        add_row(out, wide + k, n, kernel[k]);
}

/* Row y of the picture `in` of w x h pixels, blurred across the rows. */
static void blur_across(const light *in, light *out, int w, int h, int y,
                        const float *kernel, int reach)
{
    memset(out, 0, (size_t)w * sizeof *out);
    for (int k = -reach; k <= reach; k++)
        add_row(out, in + (size_t)clamp(y + k, h) * (size_t)w, w,
                kernel[k + reach]);
}

static void blur(light *p, int w, int h, double sd_px)
{
    float kernel[2 * BLUR_REACH + 1];
    float sum = 0.0F;
    int reach = (int)fmin(BLUR_REACH, ceil(3.0 * sd_px));
    light *t = must(malloc((size_t)w * (size_t)h * sizeof *t));
    light *wide = must(malloc(((size_t)w + 2 * BLUR_REACH) * sizeof *wide));
    for (int k = -reach; k <= reach; k++)
        sum += kernel[k + reach] =
            (float)exp(-0.5 * k * k / fmax(sd_px * sd_px, 1e-9));
    for (int k = 0; k <= 2 * reach; k++)
        kernel[k] /= sum;
    for (int y = 0; y < h; y++)
        blur_along(p + (size_t)y * (size_t)w, t + (size_t)y * (size_t)w, wide,
                   w, kernel, reach);
    for (int y = 0; y < h; y++)
        blur_across(t, p + (size_t)y * (size_t)w, w, h, y, kernel, reach);
    free(wide);
    free(t);
}

static uint8_t byte_of(double v)
{
    return (uint8_t)lround(fmin(fmax(v, 0.0), 255.0));
}

crok_image draw_plain(int w_px, int h_px, draw_rgb rgb)
{
    crok_image img;
    crok_err err = {0};
    CHECK_STATUS(crok_image_new(w_px, h_px, CROK_RGB8, &img, &err), CROK_OK,
                 &err);
    for (int y = 0; y < h_px; y++) {
        uint8_t *row = crok_image_row(&img, y);
        for (int x = 0; x < w_px; x++) {
            row[3 * x] = rgb.r;
            row[3 * x + 1] = rgb.g;
            row[3 * x + 2] = rgb.b;
        }
    }
    return img;
}

void draw_noise(crok_image *img, double noise, uint64_t seed)
{
    rnd g = {seed};
    for (int y = 0; y < img->h_px && noise > 0.0; y++) {
        uint8_t *row = crok_image_row(img, y);
        for (int i = 0; i < 3 * img->w_px; i++) {
            /* four numbers of 16 bits: their sum is nearly normal, with the
             * deviation sqrt(4 / 12) of 65536 */
            uint64_t z = rnd_next(&g);
            double sum = (double)((z & 0xFFFF) + (z >> 16 & 0xFFFF) +
                                  (z >> 32 & 0xFFFF) + (z >> 48)) /
                             65536.0 -
                         2.0;
            row[i] = byte_of(row[i] + noise * sum * sqrt(3.0));
        }
    }
}

/* How far from a cylinder's middle a sight line that meets it may meet the
 * ground: that which touches the top's far edge. */
static double reach_of(const scene *s, crok_mm at, double r_mm,
                       double height_mm)
{
    double far_mm = hypot(s->eye.x - at.x, s->eye.y - at.y);
    return r_mm + (far_mm + r_mm) * height_mm / (s->eye.z - height_mm) + 0.1;
}

static void place_bodies(scene *s)
{
    const draw_board *b = s->b;
    s->n_pegs = b->n_pegs;
    if (b->n_pegs > DRAW_MAX_PEGS)
        fail_msg("%d pegs cannot be drawn", b->n_pegs);
    for (int i = 0; i < b->n_pegs; i++) {
        double a = b->peg_turn_rad + 2.0 * CROK_PI * i / b->n_pegs;
        s->peg[i] = (crok_mm){b->peg_ring_mm * cos(a), b->peg_ring_mm * sin(a)};
        s->peg_reach_mm[i] =
            reach_of(s, s->peg[i], b->peg_mm, b->peg_height_mm);
    }
    for (int i = 0; i < b->n_discs; i++) {
        const draw_disc *d = &b->disc[i];
        double h = fmax(fabs(d->z_mm), d->z_mm + b->disc_height_mm);
        s->reach_mm[i] = reach_of(s, d->at, b->disc_mm, h);
        s->reach2_mm2[i] = s->reach_mm[i] * s->reach_mm[i];
        s->has_twenty = s->has_twenty || d->z_mm < 0.0;
    }
}

/* The sRGB values of a row of n pixels. Even surfaces have equal intensities
 * side by side, for which the power is taken once. */
static void develop(const light *in, uint8_t *row, int n)
{
    light last = {{0}};
    uint8_t made[3] = {0};
    for (int x = 0; x < n; x++) {
        for (int c = 0; c < 3; c++) {
            if (in[x].v[c] != last.v[c])
                made[c] = byte_of(255.0 * pow((double)in[x].v[c], 1.0 / 2.2));
            row[3 * x + c] = made[c];
        }
        last = in[x];
    }
}

/* Make a row dimmer from left to right. */
static void dim(uint8_t *row, int n, double dimmer_frac)
{
    for (int i = 0; i < 3 * n && dimmer_frac > 0.0; i++)
        row[i] = byte_of(row[i] * (1.0 - dimmer_frac * (i / 3) / n));
}

crok_image draw_picture(const draw_board *b)
{
    scene s = {.b = b, .eye = crok_camera_centre(&b->cam)};
    crok_image img = draw_plain(b->cam.w_px, b->cam.h_px, (draw_rgb){0, 0, 0});
    light *p = NULL;
    set_colours(&s);
    place_bodies(&s);
    p = look(&s);
    blur(p, img.w_px, img.h_px, b->blur_px);
    for (int y = 0; y < img.h_px; y++) {
        uint8_t *row = crok_image_row(&img, y);
        develop(p + (size_t)y * (size_t)img.w_px, row, img.w_px);
        dim(row, img.w_px, b->dimmer_frac);
    }
    free(p);
    draw_noise(&img, b->noise, b->seed);
    return img;
}

void draw_cover(crok_image *img, const draw_patch *patch)
{
    const uint8_t to[3] = {patch->rgb.r, patch->rgb.g, patch->rgb.b};
    for (int y = 0; y < img->h_px; y++) {
        uint8_t *row = crok_image_row(img, y);
        for (int x = 0; x < img->w_px; x++) {
            double d = hypot((x - patch->at.x) / patch->rx_px,
                             (y - patch->at.y) / patch->ry_px);
            double k = patch->cover * (patch->soft ? 1.0 - d : 1.0);
            for (int c = 0; c < 3 && d < 1.0; c++)
                row[3 * x + c] =
                    byte_of(row[3 * x + c] + k * (to[c] - row[3 * x + c]));
        }
    }
}

void draw_spots(crok_image *img, const crok_camera *cam, const crok_mm *at,
                int n, double radius_mm, draw_rgb rgb)
{
    double r_px = radius_mm * crok_camera_px_per_mm(cam);
    for (int i = 0; i < n; i++) {
        draw_patch spot = {
            .at = crok_camera_project(cam, (crok_vec3){at[i].x, at[i].y, 0.0}),
            .rx_px = r_px,
            .ry_px = r_px,
            .rgb = rgb,
            .cover = 1.0};
        draw_cover(img, &spot);
    }
}

draw_board draw_tournament(const crok_camera *cam)
{
    const crok_board *t = crok_board_tournament();
    draw_board b = {.cam = *cam,
                    .wood = {214, 178, 130},
                    .line = {40, 32, 28},
                    .floor = {150, 115, 80},
                    .ditch = {70, 60, 55},
                    .table = {120, 125, 130},
                    .surface_mm = 330.0,
                    .rail_mm = 390.0,
                    .n_rings = CROK_N_LINES,
                    .line_width_mm = t->line_width_mm,
                    .hole_mm = t->hole_mm,
                    .hole_depth_mm = t->hole_depth_mm,
                    .has_quadrants = true,
                    .disc_mm = t->disc_mm,
                    .disc_height_mm = t->disc_height_mm,
                    .rounding_mm = 1.2,
                    .blur_px = 0.7,
                    .noise = 2.0,
                    .seed = 1};
    for (int k = 0; k < CROK_N_LINES; k++)
        b.ring_mm[k] = t->line_mm[k];
    return b;
}

crok_camera draw_camera(int w_px, int h_px, double tilt_rad, double tilt_to_rad)
{
    int side = w_px < h_px ? w_px : h_px;
    stand s = {.w_px = w_px,
               .h_px = h_px,
               .f_px = 0.85 * (w_px > h_px ? w_px : h_px),
               .tilt_rad = tilt_rad,
               .tilt_to_rad = tilt_to_rad,
               .spin_rad = 0.2,
               .x_mm = 4.0,
               .y_mm = -6.0};
    /* the outer line's radius is 43 % of the shorter side */
    s.distance_mm = 304.8 * s.f_px / (0.43 * side);
    return stand_camera(&s);
}

crok_camera draw_close_up(double tilt_rad, double tilt_to_rad)
{
    crok_camera cam = draw_camera(2000, 1500, tilt_rad, tilt_to_rad);
    crok_px p = crok_camera_project(&cam, (crok_vec3){0, 0, 0});
    cam.w_px = cam.h_px = 200;
    cam.cx_px += 100.0 - p.x;
    cam.cy_px += 100.0 - p.y;
    return cam;
}

crok_board draw_lengths(const draw_board *b)
{
    return (crok_board){.hole_mm = b->hole_mm,
                        .hole_depth_mm = b->hole_depth_mm,
                        .disc_mm = b->disc_mm,
                        .disc_height_mm = b->disc_height_mm};
}

void draw_add_pegs(draw_board *b, draw_rgb rgb)
{
    b->n_pegs = 8;
    b->peg_ring_mm = b->ring_mm[CROK_LINE_INNER];
    b->peg_mm = 3.0;
    b->peg_height_mm = 16.0;
    b->peg = rgb;
}

void draw_add_disc(draw_board *b, double x_mm, double y_mm, draw_rgb rgb)
{
    if (b->n_discs == DRAW_MAX_DISCS)
        fail_msg("too many discs to draw");
    b->disc[b->n_discs++] = (draw_disc){.at = {x_mm, y_mm}, .rgb = rgb};
}

void draw_add_twenty(draw_board *b, draw_rgb rgb)
{
    draw_add_disc(b, 0.0, 0.0, rgb);
    b->disc[b->n_discs - 1].z_mm = -b->hole_depth_mm;
}

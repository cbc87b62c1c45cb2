/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/draw.h"

#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "sim/paint.h"
#include "sim/table.h"
#include "sim/warp.h"

#define MAX_THINGS (CROK_MAX_DISCS + 5)
#define MAX_ITEMS (CROK_MAX_DISCS + CROK_SIM_N_PEGS + CROK_SIM_MAX_PROPS)
/* A Gaussian is cut off at this many standard deviations. */
#define BLUR_REACH 3.0
#define MAX_BLUR_PX 8
/* Time between the first and the last row of a rolling shutter. */
#define READOUT_S 0.015
#define NOISE_BYTES (1 << 22)
#define TONES 4096
/* Motion blur averages all instants of the exposure for discs, every third or
 * sixth for limbs, which move less sharply. */
#define EVERY_OF_LIMB 3
/* An object that moves less than this during the exposure, mm, is drawn at one
 * instant only. */
#define STILL_MM 0.15
/* A board that moves by no more than this during the exposure is drawn at three
 * instants only. */
#define FEW_STEPS_PX 4.0

/* An object that is drawn separately: a disc, the hand, the person. It has its
 * box in this frame, and a key that changes if its appearance changes. */
typedef struct thing {
    uint64_t key;
    crok_sim_box box;
    int every; /* every `every`-th instant of the exposure is drawn; 0: it does
                * not move, one instant is enough */
} thing;

typedef struct scene {
    int n_things;
    thing things[MAX_THINGS];
} scene;

struct crok_sim_draw {
    crok_sim_look first; /* at the film's beginning */
    crok_sim_look look;  /* as the board is drawn now */
    crok_sim_eye eye;
    crok_sim_ground *ground; /* eye.ground */
    double knock;
    bool is_new;         /* the bare board must be drawn first */
    crok_sim_rgb *bare;  /* the board without discs */
    crok_sim_rgb *patch; /* a rectangle: sum of its sub-steps ... */
    crok_sim_rgb *layer; /* ... and the present sub-step */
    float *z_mm, *light;
    uint8_t *clean;  /* the last frame without noise, RGB8 */
    uint8_t *warped; /* the same, displaced by what the pose says beyond its
                      * base */
    scene last;
    int8_t *noise;
    double lit_s; /* time of the last frame that was not a repetition */
    int reach_px; /* of the blur: 0 is none */
    float blur[2 * MAX_BLUR_PX + 1]; /* its weights */
    uint8_t tone[TONES];             /* linear light to sRGB */
};

/* ---- made once ---- */

static void make_noise(crok_sim_draw *d)
{
    rnd g = {12345};
    for (int i = 0; i < NOISE_BYTES; i++) {
        double v =
            0.0; /* approximately normal: the sum of four uniform numbers */
        uint64_t bits = rnd_next(&g);
        for (int k = 0; k < 4; k++)
            v += (double)(bits >> 16 * k & 0xFFFFU) / 65536.0 - 0.5;
        d->noise[i] = (int8_t)lround(v * sqrt(3.0) * d->look.noise);
    }
}

static void make_blur(crok_sim_draw *d)
{
    double sd = d->look.blur_px;
    double sum = 0.0;
    if (sd <= 0.0)
        return;
    d->reach_px = (int)fmin(ceil(BLUR_REACH * sd), MAX_BLUR_PX);
    for (int i = -d->reach_px; i <= d->reach_px; i++)
        sum += exp(-0.5 * i * i / (sd * sd));
    for (int i = -d->reach_px; i <= d->reach_px; i++)
        d->blur[i + d->reach_px] = (float)(exp(-0.5 * i * i / (sd * sd)) / sum);
}

static void make_tones(crok_sim_draw *d)
{
    for (int i = 0; i < TONES; i++)
        d->tone[i] =
            (uint8_t)lround(255.0 * pow((double)i / (TONES - 1), 1.0 / 2.2));
}

crok_status crok_sim_draw_new(const crok_sim_look *look, crok_sim_draw **out,
                              crok_err *err)
{
    size_t n = (size_t)look->camera.w_px * (size_t)look->camera.h_px;
    crok_sim_draw *d = calloc(1, sizeof *d);
    if (d == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to draw");
    d->first = *look;
    d->look = *look;
    d->is_new = true;
    d->ground = malloc(n * sizeof *d->ground);
    d->bare = malloc(n * sizeof *d->bare);
    d->patch = malloc(n * sizeof *d->patch);
    d->layer = malloc(n * sizeof *d->layer);
    d->z_mm = malloc(n * sizeof *d->z_mm);
    d->light = malloc(n * sizeof *d->light);
    d->clean = malloc(n * 3);
    d->warped = malloc(n * 3);
    d->noise = malloc(NOISE_BYTES);
    if (d->ground == NULL || d->bare == NULL || d->patch == NULL ||
        d->layer == NULL || d->z_mm == NULL || d->light == NULL ||
        d->clean == NULL || d->warped == NULL || d->noise == NULL) {
        crok_sim_draw_free(&d);
        return crok_fail(err, CROK_ENOMEM, "no memory to draw %d x %d",
                         look->camera.w_px, look->camera.h_px);
    }
    make_noise(d);
    make_tones(d);
    make_blur(d);
    *out = d;
    return CROK_OK;
}

void crok_sim_draw_free(crok_sim_draw **draw)
{
    crok_sim_draw *d = *draw;
    if (d == NULL)
        return;
    free(d->ground);
    free(d->bare);
    free(d->patch);
    free(d->layer);
    free(d->z_mm);
    free(d->light);
    free(d->clean);
    free(d->warped);
    free(d->noise);
    free(d);
    *draw = NULL;
}

/* ---- a rectangle ---- */

/* Turn the box of a patch, which covers `from`, into the last frame's tones. */
static void put_tones(const crok_sim_draw *d, crok_sim_box box,
                      crok_sim_box from, float scale)
{
    float top = (float)(TONES - 1);
    float r = top * (float)d->look.tint[0];
    float g = top * (float)d->look.tint[1];
    float b = top * (float)d->look.tint[2];
    for (int y = box.y0; y < box.y1; y++) {
        const crok_sim_rgb *rgb =
            &d->patch[(y - from.y0) * (from.x1 - from.x0) + box.x0 - from.x0];
        uint8_t *to =
            d->clean +
            ((size_t)y * (size_t)d->eye.cam.w_px + (size_t)box.x0) * 3;
        for (int x = box.x0; x < box.x1; x++, rgb++, to += 3) {
            to[0] = d->tone[(int)crok_sim_min(rgb->r * scale * r + 0.5F, top)];
            to[1] = d->tone[(int)crok_sim_min(rgb->g * scale * g + 0.5F, top)];
            to[2] = d->tone[(int)crok_sim_min(rgb->b * scale * b + 0.5F, top)];
        }
    }
}

/* A box, larger by n pixels on each side, within the picture. */
static crok_sim_box grown(const crok_sim_draw *d, crok_sim_box b, int n)
{
    crok_sim_box all = {0, 0, d->look.camera.w_px, d->look.camera.h_px};
    return crok_sim_box_and(
        (crok_sim_box){b.x0 - n, b.y0 - n, b.x1 + n, b.y1 + n}, all);
}

/* The weighted sum of pixels along a row or a column of n pixels that are
 * `step` apart; the border is repeated. */
static crok_sim_rgb blurred(const crok_sim_draw *d, const crok_sim_rgb *row,
                            int step, int n, int at)
{
    crok_sim_rgb sum = {0.0F, 0.0F, 0.0F};
    for (int k = -d->reach_px; k <= d->reach_px; k++) {
        int i = at + k < 0 ? 0 : at + k >= n ? n - 1 : at + k;
        float w = d->blur[k + d->reach_px];
        sum.r += w * row[i * step].r;
        sum.g += w * row[i * step].g;
        sum.b += w * row[i * step].b;
    }
    return sum;
}

/* Blur the patch, which covers a box, by way of the layer. */
static void blur_patch(crok_sim_draw *d, crok_sim_box box)
{
    int w = box.x1 - box.x0;
    int h = box.y1 - box.y0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            d->layer[y * w + x] = blurred(d, &d->patch[y * w], 1, w, x);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            d->patch[y * w + x] = blurred(d, &d->layer[x], w, h, y);
}

static crok_sim_paint paint_of(const crok_sim_draw *d, crok_sim_box box,
                               crok_sim_rgb *rgb)
{
    return (crok_sim_paint){&d->eye, &d->look, box, rgb, d->z_mm, d->light};
}

static float floor_under(const crok_sim_table *t, const crok_sim_disc *disc)
{
    double r = hypot(disc->at_mm.x, disc->at_mm.y);
    double out = crok_sim_out_mm(t, disc->at_mm.x, disc->at_mm.y);
    if (disc->place == CROK_SIM_HOLE)
        return 0.0F;
    return r < t->surface_mm        ? 0.0F
           : out < t->rail_mm       ? (float)t->ditch_z_mm
           : out < t->rail_outer_mm ? (float)t->rail_z_mm
                                    : (float)t->table_z_mm;
}

static const crok_sim_face *face_of(const crok_sim_look *l,
                                    const crok_sim_disc *disc)
{
    return l->scene == NULL
               ? NULL
               : crok_sim_scene_face(l->scene, disc->side, disc->id);
}

static crok_sim_item item_of(const crok_sim_draw *d, const crok_sim_disc *disc)
{
    const crok_board *b = &d->look.table.board;
    return (crok_sim_item){
        .foot_mm = disc->at_mm,
        .radius_mm = (float)b->disc_mm,
        .height_mm = (float)b->disc_height_mm,
        .lean_rad = (float)disc->lean_rad,
        .lean_from_rad = (float)disc->lean_from_rad,
        .rgb = crok_sim_linear(d->look.colours.side[disc->side].rgb),
        .key = (uint32_t)(disc->id * 8 + disc->side),
        .turning = d->look.is_real ? &d->look.finish.turning : NULL,
        .face = face_of(&d->look, disc),
        .floor_mm = floor_under(&d->look.table, disc)};
}

static crok_sim_item peg_item(const crok_sim_look *l, int i)
{
    static const uint8_t rubber[3] = {58, 52, 48};
    const crok_sim_table *t = &l->table;
    crok_mm at = crok_sim_peg(t, i);
    return (crok_sim_item){
        .foot_mm = {at.x, at.y, 0.0},
        .radius_mm = (float)t->peg_mm,
        .height_mm = (float)t->peg_z_mm,
        .rgb = crok_sim_linear(l->is_real ? l->finish.print.peg : rubber),
        .is_peg = true};
}

static crok_sim_item prop_item(const crok_sim_look *l, int i)
{
    const crok_sim_prop *p = &l->finish.props[i];
    bool is_disc = p->kind == CROK_SIM_PROP_STRAY;
    bool is_flat = p->kind <= CROK_SIM_PROP_SHEET;
    return (crok_sim_item){
        .foot_mm = p->foot_mm,
        .radius_mm = (float)(is_flat ? hypot(p->half_mm[0], p->half_mm[1])
                                     : p->half_mm[0]),
        .height_mm = (float)p->height_mm,
        .rgb = crok_sim_linear(p->rgb),
        .key = 1000U + (uint32_t)i,
        .turning = is_disc ? &l->finish.turning : NULL,
        .prop = is_disc ? NULL : p,
        .floor_mm = (float)p->foot_mm.z};
}

/* Drawing order: lower items first, then those farther from the camera's
 * foot. */
static bool is_behind(const crok_sim_eye *e, const crok_sim_item *a,
                      const crok_sim_item *b)
{
    float da =
        crok_sim_hypot((float)a->foot_mm.x - e->x, (float)a->foot_mm.y - e->y);
    float db =
        crok_sim_hypot((float)b->foot_mm.x - e->x, (float)b->foot_mm.y - e->y);
    if (fabs(a->foot_mm.z - b->foot_mm.z) > 3.0)
        return a->foot_mm.z < b->foot_mm.z;
    return da > db;
}

/* List the discs and pegs that are visible in the box, in drawing order. */
static int items_in(const crok_sim_paint *p, const crok_sim_draw *d,
                    const crok_sim_moment *m, crok_sim_item items[MAX_ITEMS])
{
    int n = 0;
    /* a photo shows its pegs */
    int pegs_end = m->n_discs + (d->look.scene == NULL ? CROK_SIM_N_PEGS : 0);
    for (int i = 0; i < pegs_end + d->look.finish.n_props; i++) {
        crok_sim_item item = i < m->n_discs ? item_of(d, &m->discs[i])
                             : i < pegs_end ? peg_item(&d->look, i - m->n_discs)
                                            : prop_item(&d->look, i - pegs_end);
        int k = n;
        if (crok_sim_box_is_empty(
                crok_sim_box_and(p->box, crok_sim_item_box(p, &item))))
            continue;
        for (; k > 0 && is_behind(p->eye, &item, &items[k - 1]); k--)
            items[k] = items[k - 1];
        items[k] = item;
        n++;
    }
    return n;
}

static void paint_limbs(crok_sim_paint *p, const crok_sim_limb *limbs, int n)
{
    int n_px = (p->box.x1 - p->box.x0) * (p->box.y1 - p->box.y0);
    for (int i = 0; i < n_px; i++) {
        p->z_mm[i] = -1000.0F;
        p->light[i] = 1.0F;
    }
    for (int i = 0; i < n; i++)
        crok_sim_paint_limb_shadow(p, &limbs[i]);
    crok_sim_paint_light(p);
    for (int i = 0; i < n; i++)
        crok_sim_paint_limb(p, &limbs[i]);
}

static void paint_moment(const crok_sim_draw *d, crok_sim_paint *p,
                         const crok_sim_moment *m)
{
    crok_sim_item items[MAX_ITEMS];
    crok_sim_limb limbs[CROK_SIM_MAX_LIMBS];
    int n = items_in(p, d, m, items);
    int w = p->box.x1 - p->box.x0;
    for (int y = p->box.y0; y < p->box.y1; y++)
        memcpy(crok_sim_pixel(p, p->box.x0, y),
               &d->bare[y * d->eye.cam.w_px + p->box.x0],
               (size_t)w * sizeof *p->rgb);
    for (int i = 0; i < n; i++)
        crok_sim_paint_shadow(p, &items[i]);
    for (int i = 0; i < n; i++)
        crok_sim_paint_item(p, &items[i]);
    if (m->object.there)
        paint_limbs(p, limbs, crok_sim_object_limbs(&m->object, limbs));
    if (m->hand.there)
        paint_limbs(p, limbs,
                    crok_sim_hand_limbs(&m->hand, &d->look.colours, limbs));
    if (m->other.there)
        paint_limbs(p, limbs,
                    crok_sim_hand_limbs(&m->other, &d->look.colours, limbs));
    if (m->resting.there)
        paint_limbs(p, limbs,
                    crok_sim_hand_limbs(&m->resting, &d->look.colours, limbs));
    if (m->leans_over > 0.0)
        paint_limbs(p, limbs,
                    crok_sim_leaner_limbs(m->leaner_seat, m->leans_over,
                                          &d->look.colours, limbs));
}

static void add_layer(crok_sim_draw *d, size_t n_px)
{
    for (size_t i = 0; i < n_px; i++) {
        d->patch[i].r += d->layer[i].r;
        d->patch[i].g += d->layer[i].g;
        d->patch[i].b += d->layer[i].b;
    }
}

/* Redraw the box as the mean of every `every`-th instant. */
static void redraw(crok_sim_draw *d, crok_sim_box box,
                   const crok_sim_moment *moments, int every)
{
    crok_sim_box all = grown(d, box, d->reach_px);
    size_t n_px = (size_t)(all.x1 - all.x0) * (size_t)(all.y1 - all.y0);
    crok_sim_paint p = paint_of(d, all, d->patch);
    int n = 1;
    paint_moment(d, &p, &moments[0]);
    p.rgb = d->layer;
    for (int k = every; k < d->look.n_steps; k += every, n++) {
        paint_moment(d, &p, &moments[k]);
        add_layer(d, n_px);
    }
    if (d->reach_px > 0)
        blur_patch(d, all);
    put_tones(d, box, all, 1.0F / (float)n);
}

/* ---- what has changed ---- */

static uint64_t key_of(uint64_t key, const void *data, size_t size)
{
    const unsigned char *c = data;
    for (size_t i = 0; i < size; i++)
        key = (key ^ c[i]) * 0x100000001B3U; /* FNV-1a */
    return key;
}

static bool apart(crok_vec3 a, crok_vec3 b)
{
    return fabs(a.x - b.x) > STILL_MM || fabs(a.y - b.y) > STILL_MM ||
           fabs(a.z - b.z) > STILL_MM;
}

/* Add a thing with all that the blur spreads it over. */
static void add_thing(const crok_sim_draw *d, scene *s, const thing *t)
{
    thing *to = &s->things[s->n_things];
    if (crok_sim_box_is_empty(t->box))
        return;
    *to = *t;
    to->box = grown(d, t->box, d->reach_px);
    s->n_things++;
}

/* Add the discs. They have the same order in all instants of a frame, unless
 * one appears or disappears: then the first and last instants have different
 * numbers of discs. */
static void add_discs(const crok_sim_paint *p, const crok_sim_draw *d,
                      const crok_sim_moment *m, int n, scene *s)
{
    for (int i = 0; i < CROK_MAX_DISCS; i++) {
        thing t = {.key = 0xCBF29CE484222325U};
        for (int k = 0; k < n; k++) {
            const crok_sim_disc *disc = &m[k].discs[i];
            crok_sim_item item;
            if (i >= m[k].n_discs)
                continue;
            item = item_of(d, disc);
            t.box = crok_sim_box_or(t.box, crok_sim_item_box(p, &item));
            t.key = key_of(t.key, &item.foot_mm, sizeof item.foot_mm);
            t.key = key_of(t.key, &item.rgb, sizeof item.rgb);
            t.key = key_of(t.key, &item.lean_rad, sizeof item.lean_rad);
            if (m[k].n_discs != m[0].n_discs ||
                apart(disc->at_mm, m[0].discs[i].at_mm))
                t.every = 1;
        }
        add_thing(d, s, &t);
    }
}

static void add_limbs(const crok_sim_paint *p, const crok_sim_limb *limbs,
                      int n, thing *t)
{
    for (int i = 0; i < n; i++)
        t->box = crok_sim_box_or(t->box, crok_sim_limb_box(p, &limbs[i]));
}

static int every_of_limb(const crok_sim_draw *d)
{
    return d->look.n_steps > CROK_SIM_SUB_STEPS ? 2 * EVERY_OF_LIMB
                                                : EVERY_OF_LIMB;
}

/* Add the limbs of a hand in one of the instants to its thing. */
static void add_hand(const crok_sim_paint *p, const crok_sim_draw *d,
                     const crok_sim_hand *hand, const crok_sim_hand *first,
                     thing *t)
{
    crok_sim_limb limbs[CROK_SIM_MAX_LIMBS];
    if (!hand->there)
        return;
    add_limbs(p, limbs, crok_sim_hand_limbs(hand, &d->look.colours, limbs), t);
    t->key = key_of(t->key, &hand->tip_mm, sizeof hand->tip_mm);
    if (apart(hand->tip_mm, first->tip_mm))
        t->every = every_of_limb(d);
}

static void add_people(const crok_sim_paint *p, const crok_sim_draw *d,
                       const crok_sim_moment *m, int n, scene *s)
{
    thing hand = {.key = 1000};
    thing leaner = {.key = 1001};
    thing other = {.key = 1002};
    thing object = {.key = 1003};
    thing resting = {.key = 1004};
    crok_sim_limb limbs[CROK_SIM_MAX_LIMBS];
    for (int k = 0; k < n; k++) {
        add_hand(p, d, &m[k].hand, &m[0].hand, &hand);
        add_hand(p, d, &m[k].other, &m[0].other, &other);
        add_hand(p, d, &m[k].resting, &m[0].resting, &resting);
        if (m[k].leans_over > 0.0) {
            add_limbs(p, limbs,
                      crok_sim_leaner_limbs(m[k].leaner_seat, m[k].leans_over,
                                            &d->look.colours, limbs),
                      &leaner);
            leaner.key =
                key_of(leaner.key, &m[k].leans_over, sizeof m[k].leans_over);
            if (m[k].leans_over != m[0].leans_over)
                leaner.every = every_of_limb(d);
        }
    }
    if (m[0].object.there) {
        add_limbs(p, limbs, crok_sim_object_limbs(&m[0].object, limbs),
                  &object);
        object.key =
            key_of(object.key, &m[0].object.at_mm, sizeof m[0].object.at_mm);
    }
    add_thing(d, s, &object);
    add_thing(d, s, &hand);
    add_thing(d, s, &other);
    add_thing(d, s, &resting);
    add_thing(d, s, &leaner);
}

static bool has_thing(const scene *s, const thing *t)
{
    for (int i = 0; i < s->n_things; i++)
        if (s->things[i].key == t->key)
            return true;
    return false;
}

/* Add a box; boxes that overlap are merged. */
static int add_box(crok_sim_box *boxes, int n, crok_sim_box box)
{
    for (int i = 0; i < n; i++) {
        if (crok_sim_box_is_empty(crok_sim_box_and(boxes[i], box)))
            continue;
        box = crok_sim_box_or(boxes[i], box);
        boxes[i] = boxes[--n];
        i = -1;
    }
    boxes[n] = box;
    return n + 1;
}

static int changed_boxes(const scene *was, const scene *is,
                         crok_sim_box boxes[2 * MAX_THINGS])
{
    int n = 0;
    for (int i = 0; i < was->n_things; i++)
        if (!has_thing(is, &was->things[i]))
            n = add_box(boxes, n, was->things[i].box);
    for (int i = 0; i < is->n_things; i++)
        if (!has_thing(was, &is->things[i]))
            n = add_box(boxes, n, is->things[i].box);
    return n;
}

/* The step between the instants that the box needs. */
static int every_in(const scene *s, crok_sim_box box)
{
    int every = CROK_SIM_MAX_STEPS;
    for (int i = 0; i < s->n_things; i++) {
        const thing *t = &s->things[i];
        if (t->every > 0 && t->every < every &&
            !crok_sim_box_is_empty(crok_sim_box_and(t->box, box)))
            every = t->every;
    }
    return every;
}

/* ---- the whole frame ---- */

static void look_from(crok_sim_draw *d, double knock, const crok_sim_pose *base)
{
    crok_vec3 c;
    crok_sim_eye *e = &d->eye;
    crok_sim_box all = {0, 0, d->look.camera.w_px, d->look.camera.h_px};
    crok_sim_paint p;
    crok_sim_look knocked = d->first;
    knocked.camera = crok_sim_knocked(&d->first.camera, knock);
    d->look = crok_sim_look_posed(&knocked, base);
    e->cam = d->look.camera;
    c = crok_camera_centre(&e->cam);
    e->x = (float)c.x;
    e->y = (float)c.y;
    e->z = (float)c.z;
    for (int y = 0; y < all.y1; y++)
        for (int x = 0; x < all.x1; x++) {
            crok_mm g = crok_camera_unproject(&e->cam, (crok_px){x, y}, 0.0);
            d->ground[y * all.x1 + x] =
                (crok_sim_ground){(float)g.x, (float)g.y};
        }
    e->ground = d->ground;
    p = paint_of(d, all, d->bare);
    crok_sim_paint_board(&p);
    d->knock = knock;
    d->is_new = false;
}

/* Is the board or the camera in motion during the exposure? Creep and zoom are
 * too slow to count. */
static bool is_pushed(const crok_sim_pose *a, const crok_sim_pose *b)
{
    return a->at_mm.x != b->at_mm.x || a->at_mm.y != b->at_mm.y ||
           a->turn_rad != b->turn_rad || a->aim_rad.x != b->aim_rad.x ||
           a->aim_rad.y != b->aim_rad.y;
}

/* By how many pixels the rail moves in the picture from one pose to the
 * other. */
static double way_px(const crok_sim_draw *d, const crok_sim_pose *a,
                     const crok_sim_pose *b)
{
    crok_camera from = crok_sim_posed(&d->first.camera, a);
    crok_camera to = crok_sim_posed(&d->first.camera, b);
    double most = 0.0;
    for (int i = 0; i < 4; i++) {
        crok_mm at = crok_sim_seat(i);
        crok_vec3 p = {d->first.table.rail_mm * at.x,
                       d->first.table.rail_mm * at.y, 0.0};
        crok_px u = crok_camera_project(&from, p);
        crok_px v = crok_camera_project(&to, p);
        most = fmax(most, hypot(v.x - u.x, v.y - u.y));
    }
    return most;
}

/* Draw the whole picture as the mean of seven instants or, if little moves, of
 * three, from the first to the last one. */
static void draw_pushed(crok_sim_draw *d, const crok_sim_moment *moments)
{
    int last = d->look.n_steps - 1;
    double px = way_px(d, &moments[0].pose, &moments[last].pose);
    int every = px > FEW_STEPS_PX ? last / 6 : last / 2;
    crok_sim_box all = {0, 0, d->first.camera.w_px, d->first.camera.h_px};
    size_t n_px = (size_t)all.x1 * (size_t)all.y1;
    int n = 0;
    for (int k = 0; k <= last; k += every, n++) {
        const crok_sim_moment *m = &moments[k];
        crok_sim_pose base = crok_sim_pose_base(&m->pose);
        crok_sim_paint p;
        look_from(d, m->knock, &base);
        p = paint_of(d, all, k == 0 ? d->patch : d->layer);
        paint_moment(d, &p, m);
        if (k > 0)
            add_layer(d, n_px);
    }
    if (d->reach_px > 0)
        blur_patch(d, all);
    put_tones(d, all, all, 1.0F / (float)n);
    d->is_new = true;
}

/* The clean picture in the pose itself, which may differ from its base. */
static const uint8_t *clean_in(crok_sim_draw *d, const crok_sim_pose *pose)
{
    crok_sim_pose base = crok_sim_pose_base(pose);
    crok_camera was = crok_sim_posed(&d->first.camera, &base);
    crok_camera is = crok_sim_posed(&d->first.camera, pose);
    if (crok_sim_pose_is_same(&base, pose))
        return d->clean;
    crok_sim_warp(d->clean, &was, &is, pose->sway.roll_rad, d->warped);
    return d->warped;
}

/* The factor of a row's grey levels: what is left of the lamps' flicker over
 * the exposure of that row. */
static int flicker_in_256(const crok_sim_draw *d, double row_frac)
{
    const crok_sim_look *l = &d->look;
    double turns = l->flicker_hz * (d->lit_s + row_frac * READOUT_S);
    double half = CROK_PI * l->flicker_hz * l->exposure_s;
    double left = l->flicker * fabs(sin(half) / half);
    double k = 1.0 + left * cos(2.0 * CROK_PI * (turns - floor(turns)));
    return (int)lround(256.0 * pow(k, 1.0 / 2.2));
}

static void add_flicker(const crok_sim_draw *d, const crok_image *out)
{
    for (int y = 0; y < out->h_px; y++) {
        uint8_t *row = crok_image_row(out, y);
        int k = flicker_in_256(d, (double)y / out->h_px);
        for (int i = 0; i < 3 * out->w_px; i++) {
            int v = (row[i] * k + 128) / 256;
            row[i] = (uint8_t)(v > 255 ? 255 : v);
        }
    }
}

static void add_noise(const crok_sim_draw *d, const uint8_t *clean,
                      double light, uint32_t key, const crok_image *out)
{
    uint8_t dim[256];
    rnd g = {key};
    int n = 3 * out->w_px;
    bool is_dim = fabs(light - 1.0) > 1e-6;
    for (int i = 0; i < 256; i++)
        dim[i] = (uint8_t)lround(fmin(i * pow(light, 1.0 / 2.2), 255.0));
    for (int y = 0; y < out->h_px; y++) {
        const uint8_t *from = clean + (size_t)y * (size_t)n;
        const int8_t *noise =
            d->noise + rnd_next(&g) % (uint64_t)(NOISE_BYTES - n);
        uint8_t *to = crok_image_row(out, y);
        for (int i = 0; is_dim && i < n; i++)
            to[i] = dim[from[i]];
        if (is_dim)
            from = to;
        for (int i = 0; i < n; i++) {
            /* 16 bits: twice as many in a vector, with a least and a most */
            int16_t v = (int16_t)(from[i] + noise[i]);
            to[i] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
        }
    }
}

/* Draw what has changed since the last frame. */
static void draw_changes(crok_sim_draw *d, const crok_sim_moment *moments)
{
    int n = d->look.n_steps;
    crok_sim_box boxes[2 * MAX_THINGS];
    int n_boxes = 0;
    scene is = {0};
    crok_sim_paint p;
    crok_sim_pose base = crok_sim_pose_base(&moments[n / 2].pose);
    bool is_new = d->is_new || moments[0].knock != d->knock ||
                  !crok_sim_pose_is_same(&base, &d->look.pose);
    if (is_new)
        look_from(d, moments[0].knock, &base);
    p = paint_of(d, (crok_sim_box){0, 0, d->eye.cam.w_px, d->eye.cam.h_px},
                 d->layer);
    add_discs(&p, d, moments, n, &is);
    add_people(&p, d, moments, n, &is);
    if (is_new)
        n_boxes = add_box(boxes, 0, p.box);
    else
        n_boxes = changed_boxes(&d->last, &is, boxes);
    for (int i = 0; i < n_boxes; i++)
        redraw(d, boxes[i], moments, every_in(&is, boxes[i]));
    d->last = is;
}

void crok_sim_draw_frame(crok_sim_draw *d, const crok_sim_moment *moments,
                         uint32_t noise_key, crok_image *out)
{
    int n = d->look.n_steps;
    const crok_sim_pose *pose = &moments[n / 2].pose;
    if (is_pushed(&moments[0].pose, &moments[n - 1].pose))
        draw_pushed(d, moments);
    else
        draw_changes(d, moments);
    if (!moments[n / 2].frozen)
        d->lit_s = moments[0].t_s;
    add_noise(d, clean_in(d, pose), moments[0].light, noise_key, out);
    if (d->look.flicker > 0.0)
        add_flicker(d, out);
}

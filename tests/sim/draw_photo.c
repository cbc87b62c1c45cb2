/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/paint.h"

/* The upper edge of a wall is lit by so much more than its foot. */
#define WALL_LOW 0.75F
/* A face's shadow is that of a disc that stands; higher discs have another. */
#define STANDS_MM 2.0
/* Light in the gap around a disc in the hole falls on its face less. */
#define SUNK_SHADE 0.9F

static crok_sim_rgb linear_of(const float v[3])
{
    return (crok_sim_rgb){powf(v[0] / 255.0F, 2.2F), powf(v[1] / 255.0F, 2.2F),
                          powf(v[2] / 255.0F, 2.2F)};
}

/* Bilinear value at (x, y); the border is repeated. */
static void sample(const crok_image *img, float x, float y, float v[3])
{
    int n = (int)img->format;
    float cx = crok_sim_min(crok_sim_max(x, 0.0F), (float)img->w_px - 1.001F);
    float cy = crok_sim_min(crok_sim_max(y, 0.0F), (float)img->h_px - 1.001F);
    int ix = (int)cx;
    int iy = (int)cy;
    const uint8_t *p = crok_image_row(img, iy) + n * ix;
    const uint8_t *q = crok_image_row(img, iy + 1) + n * ix;
    if (img->format == CROK_RGB8)
        crok_image_blend(p, q, cx - (float)ix, cy - (float)iy, v);
    else
        v[0] = crok_image_blend_gray(p, q, cx - (float)ix, cy - (float)iy);
}

/* Mean colour of the photo's border, for what lies beyond it. */
static crok_sim_rgb border_of(const crok_image *img)
{
    float sum[3] = {0.0F};
    int n = 0;
    for (int y = 0; y < img->h_px; y += img->h_px - 1)
        for (int x = 0; x < img->w_px; x++, n++)
            for (int c = 0; c < 3; c++)
                sum[c] += (float)crok_image_row(img, y)[3 * x + c];
    for (int c = 0; c < 3; c++)
        sum[c] /= (float)n;
    return linear_of(sum);
}

void crok_sim_paint_photo(crok_sim_paint *p)
{
    const crok_sim_scene *s = p->look->scene;
    crok_sim_rgb beyond = border_of(&s->board);
    for (int y = p->box.y0; y < p->box.y1; y++)
        for (int x = p->box.x0; x < p->box.x1; x++) {
            crok_sim_ground g = crok_sim_on_wood(
                &p->look->pose, crok_sim_ground_of(p->eye, x, y));
            crok_px at = crok_camera_project(
                &s->photo, (crok_vec3){(double)g.x, (double)g.y, 0.0});
            bool is_in = at.x > -0.5 && at.y > -0.5 &&
                         at.x < s->board.w_px - 0.5 &&
                         at.y < s->board.h_px - 0.5;
            float v[3] = {0.0F};
            sample(&s->board, (float)at.x, (float)at.y, v);
            *crok_sim_pixel(p, x, y) = is_in ? linear_of(v) : beyond;
        }
}

crok_sim_rgb crok_sim_photo_face(const crok_sim_item *item, float x, float y)
{
    const crok_image *img = &item->face->face;
    float half = 0.5F * (float)(img->w_px - 1);
    float v[3] = {0.0F};
    sample(img, half * (1.0F + x / item->radius_mm),
           half * (1.0F + y / item->radius_mm), v);
    return crok_sim_lit(linear_of(v),
                        item->foot_mm.z < -STANDS_MM ? SUNK_SHADE : 1.0F);
}

crok_sim_rgb crok_sim_photo_wall(const crok_sim_item *item, float up)
{
    const double *wall = item->face->wall;
    float v[3] = {(float)wall[0], (float)wall[1], (float)wall[2]};
    return crok_sim_lit(linear_of(v), WALL_LOW + (1.0F - WALL_LOW) * up);
}

bool crok_sim_has_photo_shadow(const crok_sim_item *item)
{
    double up = item->foot_mm.z - (double)item->floor_mm;
    return item->face != NULL && item->face->shadow.data != NULL &&
           fabs(up) < STANDS_MM;
}

void crok_sim_paint_photo_shadow(crok_sim_paint *p, const crok_sim_item *item)
{
    const crok_image *img = &item->face->shadow;
    float half_mm = (float)p->look->scene->shadow_half_mm;
    float half = 0.5F * (float)(img->w_px - 1);
    crok_sim_box box = crok_sim_box_and(
        p->box, crok_sim_ball_box(p->eye, item->foot_mm, 1.42F * half_mm));
    for (int y = box.y0; y < box.y1; y++)
        for (int x = box.x0; x < box.x1; x++) {
            crok_sim_ground g = crok_sim_at(
                p->eye, crok_sim_ground_of(p->eye, x, y), item->floor_mm);
            float dx = (g.x - (float)item->foot_mm.x) / half_mm;
            float dy = (g.y - (float)item->foot_mm.y) / half_mm;
            crok_sim_rgb *c = crok_sim_pixel(p, x, y);
            float v[3] = {255.0F};
            if (fabsf(dx) >= 1.0F || fabsf(dy) >= 1.0F)
                continue;
            sample(img, half * (1.0F + dx), half * (1.0F + dy), v);
            *c = crok_sim_lit(*c, powf(v[0] / 255.0F, 2.2F));
        }
}

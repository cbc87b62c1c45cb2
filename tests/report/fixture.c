/* SPDX-License-Identifier: Apache-2.0 */
#include "report/fixture.h"

#include <stdio.h>

static crok_camera camera_above(void)
{
    /* the camera's y axis points down, the board's away from south */
    return (crok_camera){
        .w_px = 1600,
        .h_px = 1200,
        .f_px = 1500.0,
        .cx_px = 799.5,
        .cy_px = 599.5,
        .rot = {{1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0}},
        .t_mm = {0.0, 0.0, 1200.0}};
}

crok_observation fixture_board(void)
{
    crok_observation o = {
        .n_sides = 2,
        .sides = {{"black", {36, 30, 28}}, {"white", {240, 240, 235}}}};
    crok_board *b = &o.pose.board;
    (void)snprintf(b->model, sizeof b->model, "%s", "tournament");
    b->line_mm[CROK_LINE_OUTER] = 304.8;
    b->line_mm[CROK_LINE_MIDDLE] = 203.2;
    b->line_mm[CROK_LINE_INNER] = 101.6;
    b->line_width_mm = 1.6;
    b->hole_mm = 17.5;
    b->hole_depth_mm = 9.5;
    b->disc_mm = 15.875;
    b->disc_height_mm = 9.5;
    o.pose.camera = camera_above();
    o.pose.rms_px = 0.25;
    return o;
}

void fixture_add_at(crok_observation *o, int side, double x_mm, double y_mm,
                    crok_disc_state state)
{
    crok_seen_disc *d = &o->discs[o->n_discs];
    *d = (crok_seen_disc){.id = ++o->n_discs,
                          .side = side,
                          .state = state,
                          .at = {x_mm, y_mm},
                          .sigma_mm = 0.1,
                          .line_sigma_mm = 0.1,
                          .other_side = -1,
                          .confidence = 1.0};
    d->at_px =
        crok_camera_project(&o->pose.camera, (crok_vec3){x_mm, y_mm, 0.0});
    for (int i = 0; i < 3; i++)
        d->rgb[i] = o->sides[side].rgb[i];
}

void fixture_add(crok_observation *o, int side, double x_mm,
                 crok_disc_state state)
{
    fixture_add_at(o, side, x_mm, 0.0, state);
}

crok_score_options fixture_options(void)
{
    return (crok_score_options){.rules = crok_value_rules_default(),
                                .n_sides = 2};
}

crok_score fixture_count(const crok_observation *o,
                         const crok_score_options *options)
{
    crok_score s;
    crok_err err = {0};
    CROK_ASSERT(crok_score_count(o, options, &s, &err) == CROK_OK);
    return s;
}

crok_result fixture_result(const char *image, const crok_observation *o)
{
    crok_score_options options = fixture_options();
    return (crok_result){.image = image,
                         .w_px = 1600,
                         .h_px = 1200,
                         .score = fixture_count(o, &options)};
}

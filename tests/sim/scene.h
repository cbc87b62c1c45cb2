/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/scene.h: a real photo as the board that a match is played on: the board
 * without its discs, its camera and dimensions, and the faces and shadows of
 * its discs. scripts/photo_scenes.py makes the folder:
 *
 *   calib.json  crokeye.calib/1: the photo's camera, the board's dimensions
 *   board.ppm   the photo without discs
 *   scene.json  {"schema": "crokeye.sim-scene/1", "surface_mm", "rail_mm",
 *               "rail_outer_mm", "shadow": [x, y] per mm of height,
 *               "shadow_half_mm", "off_px": [[x, y]...] discs that stay where
 *               they are beside the surface, "sides": [{"name", "rgb",
 *               "faces": [{"face": FILE, "wall": [r, g, b],
 *                          "shadow": FILE or null}...]}...]}
 *   faces       square pictures, the disc's diameter wide, x and y as the
 *               board's, from its corner at (-1, -1) radii on
 *   shadows     grey, 2 shadow_half_mm wide, likewise: the light around a disc
 *               as a part of 255
 *
 * Frames   px: board.ppm, or the frames where said; mm: board.
 * Threads  one that loads it; then any number of readers. */
#ifndef CROK_TESTS_SIM_SCENE_H
#define CROK_TESTS_SIM_SCENE_H

#include "core/image.h"
#include "sim/colours.h"
#include "sim/table.h"

#define CROK_SIM_MAX_FACES 8
#define CROK_SIM_MAX_OFF 32

typedef struct crok_sim_face {
    crok_image face;   /* RGB8 */
    crok_image shadow; /* GRAY8; no data: not known */
    double wall[3];    /* sRGB */
} crok_sim_face;

typedef struct crok_sim_scene {
    crok_image board;  /* RGB8 */
    crok_camera photo; /* that board was taken with */
    crok_camera view;  /* that the frames are taken with */
    crok_sim_table table;
    crok_sim_colours colours; /* of two sides */
    crok_mm shadow;           /* length per mm of height */
    double shadow_half_mm;
    int n_off;
    crok_mm off_mm[CROK_SIM_MAX_OFF]; /* on the plane of the surface */
    char side_name[2][32];            /* of colours */
    int n_faces[2];
    crok_sim_face faces[2][CROK_SIM_MAX_FACES];
} crok_sim_scene;

/* Load a folder for frames of this size, which show the board as large as it
 * fits, but never larger than in the photo.
 *
 *   out  returned: free with crok_sim_scene_free
 *
 * CROK_EIO      a file cannot be read
 * CROK_EFORMAT  a file is not as above: the message names it
 * CROK_ENOMEM   no memory */
CROK_MUST_USE crok_status crok_sim_scene_load(const char *folder, int w_px,
                                              int h_px, crok_sim_scene **out,
                                              crok_err *err);
void crok_sim_scene_free(crok_sim_scene **scene);

/* The face of a disc of a side, by its id. */
const crok_sim_face *crok_sim_scene_face(const crok_sim_scene *scene, int side,
                                         int id);

#endif

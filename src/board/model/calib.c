/* SPDX-License-Identifier: Apache-2.0 */
#include "board/calib.h"

#include <math.h>

#include "board/model/board_json.h"
#include "core/json.h"
#include "core/reader.h"

/* The limits below reject documents that no camera can have produced. They are
 * wide on purpose, so that no real calibration is rejected. All are chosen by
 * hand. */

/* Largest deviation of "rotation" from an orthonormal matrix: the sum of the
 * errors of all scalar products of its rows. It is far above the rounding error
 * of a file written by hand, and far below the effect of a typing error. */
#define ROTATION_TOL 1e-3

/* Smallest and largest distance between camera and board. */
#define NEAREST_MM 10.0
#define FARTHEST_MM 1e5

/* All points within this many radii of the outer line must lie in front of the
 * camera, because discs are searched for there. */
#define SEEN_RADII 1.4
/* Diameter of the outer line in the picture: at least SMALLEST_PX, at most
 * LARGEST_SIDES times the picture's longer side. */
#define SMALLEST_PX 32.0
#define LARGEST_SIDES 10.0

/* Largest standard deviation of a length that is accepted. */
#define MAX_SIGMA_MM 1e3

/* Number of elements of the lower triangle of crok_board_pose.info. */
#define N_INFORMATION (CROK_POSE_UNKNOWNS * (CROK_POSE_UNKNOWNS + 1) / 2)

/* Make the matrix an exact rotation by Gram-Schmidt orthonormalisation. Returns
 * false, and leaves *m unchanged, if its rows deviate from orthonormal ones by
 * ROTATION_TOL or more, or if they are left-handed. */
static bool make_rotation(crok_mat3 *m)
{
    double *a = m->m;
    crok_vec3 x = {a[0], a[1], a[2]};
    crok_vec3 y = {a[3], a[4], a[5]};
    crok_vec3 z = {a[6], a[7], a[8]};
    double off = fabs(crok_vec3_dot(x, y)) + fabs(crok_vec3_dot(y, z)) +
                 fabs(crok_vec3_dot(z, x)) + fabs(crok_vec3_dot(x, x) - 1.0) +
                 fabs(crok_vec3_dot(y, y) - 1.0) +
                 fabs(crok_vec3_dot(z, z) - 1.0);
    if (!(off < ROTATION_TOL) || crok_vec3_dot(crok_vec3_cross(x, y), z) < 0.0)
        return false;
    x = crok_vec3_scale(x, 1.0 / sqrt(crok_vec3_dot(x, x)));
    y = crok_vec3_add(y, crok_vec3_scale(x, -crok_vec3_dot(x, y)));
    y = crok_vec3_scale(y, 1.0 / sqrt(crok_vec3_dot(y, y)));
    z = crok_vec3_cross(x, y);
    *m = (crok_mat3){{x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z}};
    return true;
}

static void read_camera(crok_reader *r, const cJSON *doc, crok_camera *c)
{
    const cJSON *cam = crok_reader_object(r, doc, "camera");
    const cJSON *pose = crok_reader_object(r, doc, "pose");
    double t[3] = {0.0};
    c->w_px = (int)crok_reader_num(r, doc, "width", 16.0, 65535.0);
    c->h_px = (int)crok_reader_num(r, doc, "height", 16.0, 65535.0);
    c->f_px = crok_reader_num(r, cam, "f_px", 10.0, 1e6);
    c->cx_px = crok_reader_num(r, cam, "cx_px", -1e5, 1e5);
    c->cy_px = crok_reader_num(r, cam, "cy_px", -1e5, 1e5);
    c->k1 = crok_reader_num(r, cam, "k1", -1.0, 1.0);
    crok_reader_nums(r, pose, "rotation", 9, c->rot.m);
    crok_reader_nums(r, pose, "t_mm", 3, t);
    c->t_mm = (crok_vec3){t[0], t[1], t[2]};
    if (r->status != CROK_OK)
        return;
    if (!make_rotation(&c->rot))
        r->status = crok_fail(r->err, CROK_EFORMAT,
                              "%s: \"rotation\" is no rotation", r->where);
    else if (t[2] < NEAREST_MM || t[2] > FARTHEST_MM ||
             fabs(t[0]) > FARTHEST_MM || fabs(t[1]) > FARTHEST_MM ||
             crok_camera_centre(c).z < NEAREST_MM)
        r->status = crok_fail(r->err, CROK_EFORMAT,
                              "%s: \"t_mm\" puts the board behind or beneath "
                              "the camera, or far from it",
                              r->where);
}

/* Check that all places where discs may lie are in front of the camera, and
 * that the board has a reasonable size in the picture. */
static void check_view(crok_reader *r, const crok_board_pose *pose)
{
    enum { N_AROUND = 72 };
    const crok_camera *c = &pose->camera;
    const double outer_mm = pose->board.line_mm[CROK_LINE_OUTER];
    const double height_mm = pose->board.disc_height_mm;
    double outer_px = 0.0;
    bool before = true;
    if (r->status != CROK_OK)
        return;
    for (int i = 0; i < N_AROUND; i++) {
        double a = 2.0 * CROK_PI * i / N_AROUND;
        double d_mm = SEEN_RADII * outer_mm;
        crok_vec3 x = {d_mm * cos(a), d_mm * sin(a), height_mm};
        double depth = crok_vec3_add(crok_mat3_apply(&c->rot, x), c->t_mm).z;
        before = before && depth > NEAREST_MM;
    }
    outer_px = 2.0 * outer_mm * crok_camera_px_per_mm(c);
    if (!before)
        r->status = crok_fail(r->err, CROK_EFORMAT,
                              "%s: \"pose\" puts part of the board behind the "
                              "camera",
                              r->where);
    else if (!(outer_px > SMALLEST_PX &&
               outer_px < LARGEST_SIDES * fmax(c->w_px, c->h_px)))
        r->status = crok_fail(r->err, CROK_EFORMAT,
                              "%s: the board would be %.0f px large in a "
                              "picture of %d x %d",
                              r->where, outer_px, c->w_px, c->h_px);
}

/* ---- optional members ---- */

static void read_sigma(crok_reader *r, const cJSON *doc, crok_board_pose *pose)
{
    const cJSON *sigma = NULL;
    const cJSON *lines = NULL;
    if (crok_reader_optional(doc, "sigma") == NULL)
        return;
    sigma = crok_reader_object(r, doc, "sigma");
    lines = crok_reader_object(r, sigma, "lines_mm");
    pose->height_rel_sigma = crok_reader_num(r, sigma, "height_rel", 0.0, 10.0);
    for (int i = 0; i < CROK_N_LINES; i++)
        pose->line_sigma_mm[i] = crok_reader_num(
            r, lines, crok_line_name((crok_line)i), 0.0, MAX_SIGMA_MM);
    pose->line_width_sigma_mm =
        crok_reader_num(r, lines, "width", 0.0, MAX_SIGMA_MM);
}

static void read_information(crok_reader *r, const cJSON *doc,
                             crok_board_pose *pose)
{
    double half[N_INFORMATION];
    double cov[CROK_POSE_UNKNOWNS * CROK_POSE_UNKNOWNS];
    const double *at = half;
    if (crok_reader_optional(doc, "information") == NULL)
        return;
    crok_reader_nums(r, doc, "information", N_INFORMATION, half);
    if (r->status != CROK_OK)
        return;
    for (int i = 0; i < CROK_POSE_UNKNOWNS; i++)
        for (int j = 0; j <= i; j++, at++)
            pose->info[i * CROK_POSE_UNKNOWNS + j] =
                pose->info[j * CROK_POSE_UNKNOWNS + i] = *at;
    if (!crok_board_pose_covariance(pose, cov))
        r->status =
            crok_fail(r->err, CROK_EFORMAT,
                      "%s: \"information\" is not positive definite", r->where);
}

/* Read and check a document. Deletes doc. */
static crok_status read_all(cJSON *doc, const char *where, crok_board_pose *out,
                            crok_err *err)
{
    crok_reader r = {.where = where, .err = err};
    crok_board_pose pose = {.scale = CROK_SCALE_CALIB,
                            .scale_rel_sigma = CROK_CALIB_REL_SIGMA,
                            .scale_is_settled = true};
    crok_reader_schema(&r, doc, "crokeye.calib/1");
    read_camera(&r, doc, &pose.camera);
    crok_board_read(&r, crok_reader_object(&r, doc, "board"), &pose.board);
    check_view(&r, &pose);
    pose.rms_px = crok_reader_num(&r, doc, "rms_px", 0.0, 1000.0);
    read_sigma(&r, doc, &pose);
    read_information(&r, doc, &pose);
    cJSON_Delete(doc);
    if (r.status == CROK_OK)
        *out = pose;
    return r.status;
}

crok_status crok_calib_parse(const char *text, size_t len, const char *where,
                             crok_board_pose *out, crok_err *err)
{
    cJSON *doc = NULL;
    crok_status st = crok_json_parse(text, len, where, &doc, err);
    return st == CROK_OK ? read_all(doc, where, out, err) : st;
}

crok_status crok_calib_load(const char *path, crok_board_pose *out,
                            crok_err *err)
{
    cJSON *doc = NULL;
    crok_status st = crok_json_load(path, &doc, err);
    return st == CROK_OK ? read_all(doc, path, out, err) : st;
}

static void add_camera(cJSON *doc, const crok_camera *c)
{
    double t[3] = {c->t_mm.x, c->t_mm.y, c->t_mm.z};
    cJSON *part = NULL;
    crok_json_add_num(doc, "width", c->w_px, 0);
    crok_json_add_num(doc, "height", c->h_px, 0);
    part = cJSON_AddObjectToObject(doc, "camera");
    crok_json_add_num(part, "f_px", c->f_px, 4);
    crok_json_add_num(part, "cx_px", c->cx_px, 4);
    crok_json_add_num(part, "cy_px", c->cy_px, 4);
    crok_json_add_num(part, "k1", c->k1, 8);
    part = cJSON_AddObjectToObject(doc, "pose");
    crok_json_add_nums(part, "rotation", c->rot.m, 9, 9);
    crok_json_add_nums(part, "t_mm", t, 3, 5);
}

/* Write "sigma" and "information", if the uncertainty of the pose is known. */
static void add_sigma(cJSON *doc, const crok_board_pose *pose)
{
    static const struct {
        const char *name;
        int unknown;
    } lens[] = {{"f_px", CROK_CAM_F},
                {"cx_px", CROK_CAM_CX},
                {"cy_px", CROK_CAM_CY},
                {"k1", CROK_CAM_K1}};
    double cov[CROK_POSE_UNKNOWNS * CROK_POSE_UNKNOWNS];
    double half[N_INFORMATION];
    double *at = half;
    cJSON *sigma = NULL;
    cJSON *lines = NULL;
    cJSON *information = NULL;
    if (!crok_board_pose_covariance(pose, cov))
        return;
    sigma = cJSON_AddObjectToObject(doc, "sigma");
    for (size_t i = 0; i < sizeof lens / sizeof *lens; i++)
        crok_json_add_num(sigma, lens[i].name,
                          sqrt(cov[lens[i].unknown * (CROK_POSE_UNKNOWNS + 1)]),
                          6);
    crok_json_add_num(sigma, "height_rel", pose->height_rel_sigma, 6);
    lines = cJSON_AddObjectToObject(sigma, "lines_mm");
    for (int i = 0; i < CROK_N_LINES; i++)
        crok_json_add_num(lines, crok_line_name((crok_line)i),
                          pose->line_sigma_mm[i], 4);
    crok_json_add_num(lines, "width", pose->line_width_sigma_mm, 4);
    for (int i = 0; i < CROK_POSE_UNKNOWNS; i++)
        for (int j = 0; j <= i; j++)
            *at++ = pose->info[i * CROK_POSE_UNKNOWNS + j];
    information = cJSON_CreateDoubleArray(half, N_INFORMATION);
    if (!cJSON_AddItemToObject(doc, "information", information))
        cJSON_Delete(information);
}

static void add_notes(cJSON *doc, const crok_calib_notes *notes)
{
    cJSON *views = NULL;
    crok_json_add_text(doc, "date", notes->date);
    crok_json_add_num(doc, "pose_view", notes->pose_view + 1, 0);
    views = cJSON_AddArrayToObject(doc, "views");
    for (int i = 0; i < notes->n_views; i++) {
        const crok_calib_view *v = &notes->view[i];
        cJSON *item = cJSON_CreateObject();
        crok_json_add_text(item, "source", v->source);
        crok_json_add_num(item, "points", v->n_points, 0);
        crok_json_add_num(item, "rms_px", v->rms_px, 3);
        crok_json_add_num(item, "tilt_deg", v->tilt_rad * 180.0 / CROK_PI, 2);
        if (!cJSON_AddItemToArray(views, item))
            cJSON_Delete(item);
    }
}

char *crok_calib_to_json(const crok_board_pose *pose,
                         const crok_calib_notes *notes)
{
    cJSON *doc = cJSON_CreateObject();
    char *text = NULL;
    cJSON_AddStringToObject(doc, "schema", "crokeye.calib/1");
    add_camera(doc, &pose->camera);
    crok_board_write(cJSON_AddObjectToObject(doc, "board"), &pose->board);
    crok_json_add_num(doc, "rms_px", pose->rms_px, 4);
    add_sigma(doc, pose);
    if (notes != NULL)
        add_notes(doc, notes);
    text = crok_json_text(doc, false);
    cJSON_Delete(doc);
    return text;
}

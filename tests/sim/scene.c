/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/calib.h"
#include "core/file.h"
#include "core/reader.h"

#define PATH_BYTES 1024
#define MOST_IMAGE_BYTES (64U << 20)
#define MOST_SIDE_PX 16384L
/* Part of the frame that the board fills in its shorter direction. */
#define FILLS 0.96
/* A photo with more pixels per pixel of the frame than this is reduced. */
#define MOST_PER_PX 1.5

/* What is read, with the folder for its files. */
typedef struct load {
    const char *folder;
    crok_sim_scene *s;
    crok_reader r;
} load;

/* ---- pictures ---- */

/* The next number of a PNM header; -1 if there is none. */
static long next_number(const char **at, const char *end)
{
    long n = 0;
    while (*at < end && (**at == ' ' || **at == '\n'))
        (*at)++;
    if (*at == end || **at < '0' || **at > '9')
        return -1;
    for (; *at < end && **at >= '0' && **at <= '9' && n <= MOST_SIDE_PX;
         (*at)++)
        n = 10 * n + (**at - '0');
    return n;
}

static crok_status parse_pnm(const char *path, const char *text, size_t len,
                             crok_image *out, crok_err *err)
{
    const char *at = text + 2;
    const char *end = text + len;
    bool is_rgb = len > 2 && memcmp(text, "P6", 2) == 0;
    bool is_grey = len > 2 && memcmp(text, "P5", 2) == 0;
    long w = is_rgb || is_grey ? next_number(&at, end) : -1;
    long h = w > 0 ? next_number(&at, end) : -1;
    long top = h > 0 ? next_number(&at, end) : -1;
    crok_format format = is_rgb ? CROK_RGB8 : CROK_GRAY8;
    crok_status st = CROK_OK;
    if (top != 255 || w > MOST_SIDE_PX || h > MOST_SIDE_PX ||
        (size_t)(end - at) != 1 + (size_t)w * (size_t)h * (size_t)format)
        return crok_fail(err, CROK_EFORMAT,
                         "%s: no PPM or PGM picture of 8 bits", path);
    st = crok_image_new((int)w, (int)h, format, out, err);
    for (int y = 0; st == CROK_OK && y < out->h_px; y++)
        memcpy(crok_image_row(out, y),
               at + 1 + (size_t)y * (size_t)w * (size_t)format,
               (size_t)w * (size_t)format);
    return st;
}

static void read_image(load *l, const char *name, crok_format format,
                       crok_image *out)
{
    char path[PATH_BYTES];
    char *text = NULL;
    size_t len = 0;
    if (l->r.status != CROK_OK)
        return;
    (void)snprintf(path, sizeof path, "%s/%s", l->folder, name);
    l->r.status = crok_file_read(path, MOST_IMAGE_BYTES, &text, &len, l->r.err);
    if (l->r.status == CROK_OK)
        l->r.status = parse_pnm(path, text, len, out, l->r.err);
    if (l->r.status == CROK_OK && out->format != format)
        l->r.status = crok_fail(l->r.err, CROK_EFORMAT, "%s: must be %s", path,
                                format == CROK_RGB8 ? "a PPM" : "a PGM");
    free(text);
}

/* The picture at half its size: means of four pixels. */
static crok_status halve(crok_image *img, crok_err *err)
{
    crok_image half = {0};
    crok_status st =
        crok_image_new(img->w_px / 2, img->h_px / 2, CROK_RGB8, &half, err);
    if (st != CROK_OK)
        return st;
    for (int y = 0; y < half.h_px; y++) {
        const uint8_t *a = crok_image_row(img, 2 * y);
        const uint8_t *b = crok_image_row(img, 2 * y + 1);
        uint8_t *to = crok_image_row(&half, y);
        for (int i = 0; i < 3 * half.w_px; i++) {
            int k = 6 * (i / 3) + i % 3;
            to[i] = (uint8_t)((a[k] + a[k + 3] + b[k] + b[k + 3] + 2) / 4);
        }
    }
    crok_image_free(img);
    *img = half;
    return CROK_OK;
}

/* ---- the frames' camera ---- */

typedef struct bounds {
    double x0, y0, x1, y1;
} bounds;

static bounds bounds_of(const crok_sim_scene *s)
{
    bounds b = {1e9, 1e9, -1e9, -1e9};
    for (int i = 0; i < 64; i++) {
        double a = 2.0 * CROK_PI * i / 64.0;
        double r = s->table.rail_outer_mm;
        crok_px p = crok_camera_project(
            &s->photo, (crok_vec3){r * cos(a), r * sin(a), 0.0});
        b.x0 = fmin(b.x0, p.x);
        b.y0 = fmin(b.y0, p.y);
        b.x1 = fmax(b.x1, p.x);
        b.y1 = fmax(b.y1, p.y);
    }
    return b;
}

/* The photo's camera for a part of it: the board is in the frame's middle. */
static void set_view(crok_sim_scene *s, int w_px, int h_px)
{
    bounds b = bounds_of(s);
    double scale =
        fmin(1.0, FILLS * fmin(w_px / (b.x1 - b.x0), h_px / (b.y1 - b.y0)));
    s->view = s->photo;
    s->view.w_px = w_px;
    s->view.h_px = h_px;
    s->view.f_px *= scale;
    s->view.cx_px =
        scale * (s->photo.cx_px - 0.5 * (b.x0 + b.x1)) + 0.5 * (w_px - 1);
    s->view.cy_px =
        scale * (s->photo.cy_px - 0.5 * (b.y0 + b.y1)) + 0.5 * (h_px - 1);
}

/* Reduce the faces until a disc in the frame is not much smaller. */
static crok_status reduce_faces(crok_sim_scene *s, crok_err *err)
{
    double disc_px =
        2.0 * s->table.board.disc_mm * crok_camera_px_per_mm(&s->view);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < s->n_faces[side]; i++) {
            crok_image *face = &s->faces[side][i].face;
            while (face->w_px > MOST_PER_PX * disc_px) {
                crok_status st = halve(face, err);
                if (st != CROK_OK)
                    return st;
            }
        }
    return CROK_OK;
}

static crok_status reduce(crok_sim_scene *s, crok_err *err)
{
    while (s->photo.f_px > MOST_PER_PX * s->view.f_px) {
        crok_status st = halve(&s->board, err);
        if (st != CROK_OK)
            return st;
        s->photo =
            crok_camera_rescaled(&s->photo, 2.0, s->board.w_px, s->board.h_px);
    }
    return reduce_faces(s, err);
}

/* ---- the folder ---- */

static void read_face(load *l, const cJSON *obj, crok_sim_face *face)
{
    const cJSON *name = crok_reader_optional(obj, "face");
    const cJSON *shadow = crok_reader_optional(obj, "shadow");
    crok_reader_nums(&l->r, obj, "wall", 3, face->wall);
    if (!cJSON_IsString(name)) {
        crok_reader_fail(&l->r, "\"face\" must name a picture");
        return;
    }
    read_image(l, name->valuestring, CROK_RGB8, &face->face);
    if (cJSON_IsString(shadow))
        read_image(l, shadow->valuestring, CROK_GRAY8, &face->shadow);
}

static void read_side(load *l, const cJSON *obj, int side)
{
    const cJSON *name = crok_reader_optional(obj, "name");
    const cJSON *faces = crok_reader_optional(obj, "faces");
    const cJSON *face = NULL;
    crok_sim_colour *c = &l->s->colours.side[side];
    double rgb[3] = {0.0};
    if (!cJSON_IsString(name) || !cJSON_IsArray(faces) ||
        cJSON_GetArraySize(faces) == 0) {
        crok_reader_fail(&l->r, "a side needs \"name\" and \"faces\"");
        return;
    }
    (void)snprintf(l->s->side_name[side], sizeof l->s->side_name[side], "%s",
                   name->valuestring);
    c->name = l->s->side_name[side];
    crok_reader_nums(&l->r, obj, "rgb", 3, rgb);
    for (int i = 0; i < 3; i++)
        c->rgb[i] = (uint8_t)fmin(fmax(rgb[i], 0.0), 255.0);
    cJSON_ArrayForEach(face,
                       faces) if (l->s->n_faces[side] < CROK_SIM_MAX_FACES)
        read_face(l, face, &l->s->faces[side][l->s->n_faces[side]++]);
}

static void read_off(load *l, const cJSON *doc)
{
    crok_sim_scene *s = l->s;
    const cJSON *list = crok_reader_optional(doc, "off_px");
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, list)
    {
        const cJSON *x = cJSON_GetArrayItem(one, 0);
        const cJSON *y = cJSON_GetArrayItem(one, 1);
        if (!cJSON_IsNumber(x) || !cJSON_IsNumber(y)) {
            crok_reader_fail(&l->r, "\"off_px\" must hold pairs of numbers");
            return;
        }
        if (s->n_off < CROK_SIM_MAX_OFF)
            s->off_mm[s->n_off++] = crok_camera_unproject(
                &s->photo, (crok_px){x->valuedouble, y->valuedouble}, 0.0);
    }
}

static void read_scene(load *l, const cJSON *doc)
{
    crok_sim_table *t = &l->s->table;
    const cJSON *sides = crok_reader_optional(doc, "sides");
    double shadow[2] = {0.0};
    crok_reader_schema(&l->r, doc, "crokeye.sim-scene/1");
    t->surface_mm = crok_reader_num(&l->r, doc, "surface_mm", 100.0, 1000.0);
    t->rail_mm = crok_reader_num(&l->r, doc, "rail_mm", t->surface_mm, 1000.0);
    t->rail_outer_mm =
        crok_reader_num(&l->r, doc, "rail_outer_mm", t->rail_mm, 1000.0);
    crok_reader_nums(&l->r, doc, "shadow", 2, shadow);
    l->s->shadow = (crok_mm){shadow[0], shadow[1]};
    l->s->shadow_half_mm =
        crok_reader_num(&l->r, doc, "shadow_half_mm", 1.0, 200.0);
    read_off(l, doc);
    if (cJSON_GetArraySize(sides) != 2)
        crok_reader_fail(&l->r, "\"sides\" must hold two sides");
    for (int i = 0; i < 2 && l->r.status == CROK_OK; i++)
        read_side(l, cJSON_GetArrayItem(sides, i), i);
}

static void read_folder(load *l)
{
    char path[PATH_BYTES];
    crok_board_pose pose;
    cJSON *doc = NULL;
    (void)snprintf(path, sizeof path, "%s/calib.json", l->folder);
    l->r.status = crok_calib_load(path, &pose, l->r.err);
    read_image(l, "board.ppm", CROK_RGB8, &l->s->board);
    if (l->r.status != CROK_OK)
        return;
    l->s->photo = pose.camera;
    l->s->table = crok_sim_table_tournament();
    l->s->table.board = pose.board;
    (void)snprintf(path, sizeof path, "%s/scene.json", l->folder);
    l->r.where = path;
    l->r.status = crok_json_load(path, &doc, l->r.err);
    if (l->r.status == CROK_OK)
        read_scene(l, doc);
    cJSON_Delete(doc);
}

crok_status crok_sim_scene_load(const char *folder, int w_px, int h_px,
                                crok_sim_scene **out, crok_err *err)
{
    load l = {.folder = folder, .r = {.err = err}};
    l.s = calloc(1, sizeof *l.s);
    if (l.s == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a scene");
    read_folder(&l);
    if (l.r.status == CROK_OK) {
        set_view(l.s, w_px, h_px);
        l.r.status = reduce(l.s, err);
    }
    if (l.r.status != CROK_OK) {
        crok_sim_scene_free(&l.s);
        return l.r.status;
    }
    *out = l.s;
    return CROK_OK;
}

void crok_sim_scene_free(crok_sim_scene **scene)
{
    crok_sim_scene *s = *scene;
    if (s == NULL)
        return;
    crok_image_free(&s->board);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < s->n_faces[side]; i++) {
            crok_image_free(&s->faces[side][i].face);
            crok_image_free(&s->faces[side][i].shadow);
        }
    free(s);
    *scene = NULL;
}

const crok_sim_face *crok_sim_scene_face(const crok_sim_scene *scene, int side,
                                         int id)
{
    return &scene->faces[side][id % scene->n_faces[side]];
}

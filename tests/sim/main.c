/* SPDX-License-Identifier: Apache-2.0
 *
 * sim: play a match and write it as a camera would see it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <turbojpeg.h>

#include "sim/squeeze.h"
#include "sim/truth.h"

#define QUALITY 90
#define PATH_BYTES 1024

static const char help[] =
    "usage: sim --out DIR [--seed N] [--rounds R] [--rules NAME]\n"
    "           [--seating singles|doubles|pair_against_one|three|four]\n"
    "           [--size 1280x720] [--fps N] [--seconds S] [--mjpeg FILE]\n"
    "           [--trick NAME@SHOT]... [--trouble NAME]... [--troubles LIST]\n"
    "           [--looks old|real] [--on FOLDER] [--no-pictures]\n"
    "\n"
    "Plays a match by a rule book's preset and writes into DIR its frames\n"
    "(000000.jpg and so on; with --mjpeg one after the other into FILE),\n"
    "truth.ndjson (crokeye.event/1), frames.ndjson (each frame's truth) and\n"
    "board.json (crokeye.board/1) and calib.json (crokeye.calib/1), the true\n"
    "dimensions and camera.\n"
    "Looks: old, an evenly lit tournament board; real, each seed another "
    "board,\n"
    "light and camera. --on plays on a real photo's board, which\n"
    "scripts/photo_scenes.py has prepared in FOLDER.\n"
    "Tricks: lean rail line sweep bump dark dim freeze lean-over point\n"
    "powder; at the shot of that number of the match, or as soon as one can.\n"
    "Troubles: push nudge turn sway creep zoom starts-mid ends-mid fingers\n"
    "hands point powder lean covered cut still forgotten misplaced replaced\n"
    "object rerack hurry ghost doubled squeezed rests; all, some: mixtures "
    "that the\n"
    "seed draws; none. README.md says what they are. With troubles, film.json "
    "has\n"
    "the size and the shape of the stored pixels.\n";

typedef struct tool {
    crok_sim_options options;
    crok_sim_camera camera;
    const char *out, *mjpeg, *on;
    crok_sim_scene *scene; /* of `on` */
    int n_troubles;
    const char *troubles[CROK_SIM_N_TROUBLES]; /* lists as they were given */
    double seconds;                            /* of the match, at most */
    crok_sim_aspect aspect;
    crok_image stored; /* a picture whose pixels are not square */
    bool no_pictures;
    FILE *events, *frames, *stream;
    tjhandle jpeg;
    unsigned char *bytes; /* of one picture, libjpeg-turbo's */
    unsigned long n_bytes;
} tool;

static int wrong(const char *what, const char *value)
{
    (void)fprintf(stderr, "sim: %s %s\n%s", what, value, help);
    return 2;
}

/* ---- the command line ---- */

static bool read_trick(tool *t, const char *text)
{
    const char *at = strchr(text, '@');
    crok_sim_wish *w = &t->options.wish[t->options.n_wishes];
    if (at == NULL || t->options.n_wishes == CROK_SIM_MAX_TRICKS)
        return false;
    for (int i = 0; i < CROK_SIM_N_TRICKS; i++) {
        const char *name = crok_sim_trick_name((crok_sim_trick)i);
        if (strlen(name) != (size_t)(at - text) ||
            strncmp(name, text, strlen(name)) != 0)
            continue;
        w->trick = (crok_sim_trick)i;
        w->shot = (int)strtol(at + 1, NULL, 10);
        t->options.n_wishes++;
        return w->shot > 0;
    }
    return false;
}

static bool read_seating(tool *t, const char *text)
{
    for (int i = 0; i < CROK_N_SEATINGS; i++)
        if (strcmp(text, crok_seating_name((crok_seating)i)) == 0) {
            t->options.seating = (crok_seating)i;
            return true;
        }
    return false;
}

static bool read_looks(tool *t, const char *text)
{
    t->options.looks =
        strcmp(text, "real") == 0 ? CROK_SIM_LOOKS_REAL : CROK_SIM_LOOKS_OLD;
    return t->options.looks == CROK_SIM_LOOKS_REAL || strcmp(text, "old") == 0;
}

static bool read_size(tool *t, const char *text)
{
    char *end = NULL;
    t->camera.w_px = (int)strtol(text, &end, 10);
    if (*end != 'x')
        return false;
    t->camera.h_px = (int)strtol(end + 1, &end, 10);
    return *end == '\0';
}

static bool add_troubles(tool *t, const char *list)
{
    if (t->n_troubles == CROK_SIM_N_TROUBLES)
        return false;
    t->troubles[t->n_troubles++] = list;
    return true;
}

/* When all options are known: a mixture depends on the seed. */
static bool read_troubles(tool *t)
{
    for (int i = 0; i < t->n_troubles; i++)
        if (!crok_sim_troubles_read(t->troubles[i], t->options.seed,
                                    &t->options.troubles))
            return false;
    return true;
}

static bool read_option(tool *t, const char *name, const char *value)
{
    if (strcmp(name, "--out") == 0)
        t->out = value;
    else if (strcmp(name, "--on") == 0)
        t->on = value;
    else if (strcmp(name, "--mjpeg") == 0)
        t->mjpeg = value;
    else if (strcmp(name, "--rules") == 0)
        t->options.rules = value;
    else if (strcmp(name, "--seed") == 0)
        t->options.seed = strtoull(value, NULL, 10);
    else if (strcmp(name, "--rounds") == 0)
        t->options.rounds = (int)strtol(value, NULL, 10);
    else if (strcmp(name, "--fps") == 0)
        t->camera.fps = strtod(value, NULL);
    else if (strcmp(name, "--seconds") == 0)
        t->seconds = strtod(value, NULL);
    else if (strcmp(name, "--size") == 0)
        return read_size(t, value);
    else if (strcmp(name, "--seating") == 0)
        return read_seating(t, value);
    else if (strcmp(name, "--looks") == 0)
        return read_looks(t, value);
    else if (strcmp(name, "--trick") == 0)
        return read_trick(t, value);
    else if (strcmp(name, "--trouble") == 0 || strcmp(name, "--troubles") == 0)
        return add_troubles(t, value);
    else
        return false;
    return true;
}

/* ---- writing ---- */

static bool encode(tool *t, const crok_image *img)
{
    return tjCompress2(t->jpeg, img->data, img->w_px, (int)img->stride_bytes,
                       img->h_px, TJPF_RGB, &t->bytes, &t->n_bytes, TJSAMP_422,
                       QUALITY, TJFLAG_FASTDCT) == 0;
}

static bool write_picture(tool *t, const crok_image *img, long index)
{
    char path[PATH_BYTES];
    FILE *to = t->stream;
    bool is_square = t->aspect.num == t->aspect.den;
    bool ok = false;
    if (!is_square)
        crok_sim_squeeze(img, &t->stored);
    ok = encode(t, is_square ? img : &t->stored);
    if (to == NULL) {
        (void)snprintf(path, sizeof path, "%s/%06ld.jpg", t->out, index);
        to = fopen(path, "wb");
    }
    ok = ok && to != NULL && fwrite(t->bytes, 1, t->n_bytes, to) == t->n_bytes;
    if (to != NULL && to != t->stream)
        ok = fclose(to) == 0 && ok;
    return ok;
}

static FILE *open_in(const tool *t, const char *name)
{
    char path[PATH_BYTES];
    FILE *f = NULL;
    (void)snprintf(path, sizeof path, "%s/%s", t->out, name);
    f = fopen(path, "w");
    if (f == NULL)
        (void)fprintf(stderr, "sim: %s: %s\n", path, strerror(errno));
    return f;
}

static bool write_all(tool *t, crok_sim *sim, crok_image *img)
{
    static crok_sim_truth truth;
    crok_err err = {0};
    bool more = true;
    bool ok = true;
    while (ok) {
        if (crok_sim_frame(sim, t->no_pictures ? NULL : img, &truth, &more,
                           &err) != CROK_OK) {
            (void)fprintf(stderr, "sim: %s\n", err.msg);
            return false;
        }
        if (!more || truth.t_s > t->seconds)
            return true;
        if (truth.event != NULL)
            ok = crok_sim_write_event(t->events, truth.event);
        if (truth.missing)
            continue;
        ok = ok && crok_sim_write_frame(t->frames, sim, &truth);
        if (ok && !t->no_pictures)
            ok = write_picture(t, img, truth.index);
    }
    (void)fprintf(stderr, "sim: %s: cannot write: %s\n", t->out,
                  strerror(errno));
    return false;
}

static bool write_board(const tool *t, const crok_sim *sim)
{
    const crok_sim_look *look = crok_sim_look_at(sim);
    FILE *board = open_in(t, "board.json");
    FILE *calib = open_in(t, "calib.json");
    bool ok = board != NULL &&
              crok_sim_write_board(board, &look->table.board) &&
              calib != NULL &&
              crok_sim_write_calib(calib, &look->table.board, &look->camera);
    ok = (board == NULL || fclose(board) == 0) && ok;
    return (calib == NULL || fclose(calib) == 0) && ok;
}

/* How the pictures are to be shown. */
static bool write_film(tool *t)
{
    int w_px = crok_sim_stored_width(t->aspect, t->camera.w_px);
    crok_err err = {0};
    FILE *to = NULL;
    bool ok = false;
    if (t->options.troubles == 0)
        return true;
    to = open_in(t, "film.json");
    if (to == NULL || crok_image_new(w_px, t->camera.h_px, CROK_RGB8,
                                     &t->stored, &err) != CROK_OK)
        return false;
    ok = fprintf(to,
                 "{\"w_px\":%d,\"h_px\":%d,\"fps\":%g,"
                 "\"pixel_aspect\":[%d,%d]}\n",
                 w_px, t->camera.h_px, t->camera.fps, t->aspect.num,
                 t->aspect.den) > 0;
    return fclose(to) == 0 && ok;
}

static bool open_outputs(tool *t)
{
    if (mkdir(t->out, 0777) != 0 && errno != EEXIST) {
        (void)fprintf(stderr, "sim: %s: %s\n", t->out, strerror(errno));
        return false;
    }
    t->events = open_in(t, "truth.ndjson");
    t->frames = open_in(t, "frames.ndjson");
    t->jpeg = tjInitCompress();
    if (t->mjpeg != NULL) {
        t->stream = fopen(t->mjpeg, "wb");
        if (t->stream == NULL)
            (void)fprintf(stderr, "sim: %s: %s\n", t->mjpeg, strerror(errno));
    }
    return t->events != NULL && t->frames != NULL && t->jpeg != NULL &&
           (t->mjpeg == NULL || t->stream != NULL);
}

static bool close_outputs(tool *t)
{
    FILE *files[] = {t->events, t->frames, t->stream};
    bool ok = true;
    for (int i = 0; i < 3; i++)
        ok = (files[i] == NULL || fclose(files[i]) == 0) && ok;
    if (t->jpeg != NULL)
        tjDestroy(t->jpeg);
    tjFree(t->bytes);
    return ok;
}

static bool load_scene(tool *t, crok_err *err)
{
    if (t->on == NULL)
        return true;
    if (crok_sim_scene_load(t->on, t->camera.w_px, t->camera.h_px, &t->scene,
                            err) != CROK_OK)
        return false;
    t->options.on = t->scene;
    return true;
}

static int run(tool *t)
{
    crok_sim *sim = NULL;
    crok_image img = {0};
    crok_err err = {0};
    bool ok = false;
    if (!load_scene(t, &err) ||
        crok_sim_new(&t->options, &t->camera, &sim, &err) != CROK_OK ||
        crok_image_new(t->camera.w_px, t->camera.h_px, CROK_RGB8, &img, &err) !=
            CROK_OK)
        (void)fprintf(stderr, "sim: %s\n", err.msg);
    else
        ok = open_outputs(t) && write_board(t, sim) && write_film(t) &&
             write_all(t, sim, &img);
    ok = close_outputs(t) && ok;
    crok_image_free(&img);
    crok_image_free(&t->stored);
    crok_sim_free(&sim);
    crok_sim_scene_free(&t->scene);
    return ok ? 0 : 1;
}

int main(int argc, char **argv)
{
    tool t = {.options = {.seed = 1, .rules = "depot", .rounds = 1},
              .camera = {1280, 720, 30.0},
              .seconds = 1e9};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0)
            return fputs(help, stdout) < 0;
        if (strcmp(argv[i], "--no-pictures") == 0) {
            t.no_pictures = true;
            continue;
        }
        if (i + 1 == argc || !read_option(&t, argv[i], argv[i + 1]))
            return wrong("cannot use", argv[i]);
        i++;
    }
    if (!read_troubles(&t))
        return wrong("cannot use", "--troubles");
    if (t.out == NULL)
        return wrong("needs", "--out DIR");
    t.aspect = crok_sim_aspect_of(t.options.troubles, t.options.seed);
    return run(&t);
}

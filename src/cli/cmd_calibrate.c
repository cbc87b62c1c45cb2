/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cmd_calibrate.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "board/calib.h"
#include "board/calibrate.h"
#include "capture/address.h"
#include "capture/encode.h"
#include "capture/photo.h"
#include "cli/inputs.h"
#include "cli/say.h"
#include "cli/still.h"
#include "cli/usage.h"
#include "core/save.h"
#include "core/text.h"
#include "cv/cv.h"
#include "report/overlay.h"

/* Photos are decoded so that the longer side has at least this many pixels; the
 * board's lines are then at least 3 px wide. */
#define LONG_SIDE_PX 1600
/* JPEG quality of the picture that is written beside the calibration. Chosen by
 * hand: thin lines show no artefacts. */
#define PICTURE_QUALITY 92

enum { DONE = 0, SOME_FAILED = 1, WRONG_USAGE = 2, COULD_NOT_RUN = 3 };

/* ---- the command line ---- */

typedef struct command {
    const char *output, *device;
    const crok_board *model;
    int pose_from; /* number of the picture whose pose is kept, from 1; 0: the
                    * last one */
    bool force, wants_help;
} command;

static int wrong(const char *what, const char *value)
{
    crok_say("crokeye calibrate: %s%s%s (crokeye calibrate --help says "
             "more)",
             what, value[0] == '\0' ? "" : ": ", value);
    return WRONG_USAGE;
}

static int take_option(command *c, int opt, const char *value)
{
    char *end = NULL;
    long n = 0;
    switch (opt) {
    case 'o':
        c->output = value;
        return DONE;
    case 'd':
        c->device = value;
        return DONE;
    case 'm':
        c->model = crok_board_tournament();
        return strcmp(value, c->model->model) == 0
                   ? DONE
                   : wrong("there is only the model \"tournament\"", value);
    case 'p':
        n = strtol(value, &end, 10);
        c->pose_from = n >= 1 && n <= CROK_MAX_VIEWS ? (int)n : 0;
        return *end == '\0' && c->pose_from > 0
                   ? DONE
                   : wrong("--pose-from takes a number from 1 to 12", value);
    case 'f':
        c->force = true;
        return DONE;
    case 'h':
        c->wants_help = true;
        return DONE;
    default: /* crok_say_refused has printed a message */
        (void)fputs("crokeye calibrate --help says more\n", stderr);
        return WRONG_USAGE;
    }
}

static int parse(int argc, char **argv, command *c)
{
    static const struct option options[] = {
        {"output", required_argument, NULL, 'o'},
        {"device", required_argument, NULL, 'd'},
        {"pose-from", required_argument, NULL, 'p'},
        {"model", required_argument, NULL, 'm'},
        {"force", no_argument, NULL, 'f'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0}};
    int opt = 0;
    opterr = 0;
    while ((opt = getopt_long(argc, argv, "o:h", options, NULL)) != -1) {
        if (opt == '?')
            crok_say_refused(argv, options);
        if (take_option(c, opt, optarg) != DONE)
            return WRONG_USAGE;
    }
    if (c->wants_help)
        return DONE;
    if (c->output == NULL || c->output[0] == '\0')
        return wrong("-o FILE is missing: where to write to", "");
    if (c->device == NULL && optind >= argc)
        return wrong("name photos, a video or --device", "");
    if (c->device != NULL && optind < argc)
        return wrong("--device stands alone, without", argv[optind]);
    return DONE;
}

/* ---- the views ---- */

typedef struct run {
    command cli;
    crok_inputs inputs;
    char spec[CROK_ADDRESS_MAX]; /* the input that is being added */
    int n_observations, n_failed,
        pose_at; /* pose_at: index in observation[]; -1: none */
    crok_calib_observation observation[CROK_MAX_VIEWS];
    char source[CROK_MAX_VIEWS][CROK_ADDRESS_MAX]; /* as people see them */
    bool is_stream; /* the calibration goes to a pipe or a device, and has no
                     * picture beside it */
    /* the picture whose pose is kept */
    crok_image img;
    double scale;
    crok_px origin_px;
    crok_calibration found;
} run;

/* A picture in which the board has not been searched for yet. */
typedef struct picture {
    crok_image img;
    crok_view view;
    crok_px origin_px;
} picture;

/* Read a photo. CROK_EUNSUPPORTED: the file is not a photo; it may be a
 * video. */
static crok_status read_photo(const char *path, picture *out, crok_err *err)
{
    crok_photo *photo = NULL;
    crok_photo_scale scale = {1.0, 1.0, 0.0, 0.0};
    crok_status st = crok_photo_open(path, &photo, err);
    if (st != CROK_OK)
        return st;
    st = crok_photo_decode(photo, LONG_SIDE_PX, &out->img, &scale, err);
    out->origin_px = (crok_px){scale.x0_px, scale.y0_px};
    out->view = (crok_view){
        .scale = scale.x, .full_w_px = photo->w_px, .full_h_px = photo->h_px};
    if (photo->has_focal)
        out->view.focal_px = photo->focal_frac * fmax(photo->w_px, photo->h_px);
    crok_photo_close(&photo);
    return st;
}

static crok_status read_source(const char *spec, picture *out, crok_err *err)
{
    int n = 0;
    char shown[CROK_ADDRESS_MAX];
    crok_status st = crok_still_take(spec, &out->img, &n, err);
    if (st != CROK_OK)
        return st;
    crok_address_show(spec, shown);
    (void)printf("%s: %d frames at rest\n", shown, n);
    out->view = (crok_view){
        .scale = 1.0, .full_w_px = out->img.w_px, .full_h_px = out->img.h_px};
    return CROK_OK;
}

/* Must the input be opened as a source without trying to read it as a photo?
 * True for a device, a network address and an MJPEG file. The name decides,
 * because the content of an MJPEG file begins like a JPEG photo. */
static bool is_live(const char *spec)
{
    const char *ending = strrchr(spec, '.');
    return strncmp(spec, "/dev/", 5) == 0 || strstr(spec, "://") != NULL ||
           (ending != NULL &&
            (strcmp(ending, ".mjpg") == 0 || strcmp(ending, ".mjpeg") == 0));
}

static crok_status read_picture(const char *spec, picture *out, crok_err *err)
{
    crok_status st = CROK_EUNSUPPORTED;
    if (!is_live(spec))
        st = read_photo(spec, out, err);
    return st == CROK_EUNSUPPORTED ? read_source(spec, out, err) : st;
}

static void report(const char *spec, const char *message)
{
    char shown[CROK_ADDRESS_MAX];
    char *name = NULL;
    bool is_named = false;
    crok_address_show(spec, shown);
    name = crok_text_printable(shown);
    is_named = name != NULL && strncmp(message, name, strlen(name)) == 0;
    crok_say("crokeye calibrate: %s%s%s", is_named || name == NULL ? "" : name,
             is_named ? "" : ": ", message);
    free(name);
}

/* Process the nth picture, counted from 1. If it cannot be used, report it and
 * go on without it. */
static void look_at(run *r, const char *spec, int nth)
{
    bool is_wanted = r->cli.pose_from == 0 || r->cli.pose_from == nth;
    crok_err err = {0};
    picture p = {.img = {.data = NULL}};
    crok_status st = read_picture(spec, &p, &err);
    p.view.img = &p.img;
    if (st == CROK_OK)
        st = crok_calibrate_observe(&p.view, p.origin_px,
                                    &r->observation[r->n_observations], &err);
    if (st != CROK_OK) {
        report(spec, err.msg);
        r->n_failed++;
    } else {
        crok_address_show(spec, r->source[r->n_observations]);
        if (is_wanted) {
            crok_image_free(&r->img);
            r->img = p.img;
            r->scale = p.view.scale;
            r->origin_px = p.origin_px;
            r->pose_at = r->n_observations;
            p.img = (crok_image){.data = NULL};
        }
        r->n_observations++;
    }
    crok_image_free(&p.img);
}

static int look_at_all(run *r)
{
    int n = 0;
    for (int i = 0; i < r->inputs.n; i++)
        n += r->inputs.item[i].kind != CROK_INPUT_DIR_END;
    if (n > CROK_MAX_VIEWS)
        return wrong("more than 12 views; take the best", "");
    if (r->cli.pose_from > n)
        return wrong("--pose-from names a view that is not there", "");
    n = 0;
    for (int i = 0; i < r->inputs.n; i++) {
        const crok_input *in = &r->inputs.item[i];
        if (in->kind == CROK_INPUT_FILE) {
            look_at(r, in->path, ++n);
        } else if (in->kind == CROK_INPUT_ERROR) {
            report(in->path, in->err->msg);
            r->n_failed++;
            n++;
        }
    }
    if (r->pose_at >= 0)
        return DONE;
    crok_say("crokeye calibrate: %s",
             r->n_observations == 0 ? "no picture of a board is left"
                                    : "the view for the pose cannot be used");
    return COULD_NOT_RUN;
}

/* ---- what comes out ---- */

static void print_result(const run *r)
{
    const crok_calibration *c = &r->found;
    const crok_camera *cam = &c->pose.camera;
    for (int i = 0; i < r->n_observations; i++) {
        char *name = crok_text_printable(r->source[i]);
        (void)printf("%s: %d points, rms %.2f px%s%s\n",
                     name == NULL ? "" : name, c->n_points[i], c->rms_px[i],
                     c->is_inconsistent[i]
                         ? ", which the others do not explain: "
                           "another camera, zoom, focus or board?"
                         : "",
                     i == r->pose_at ? " (the pose)" : "");
        free(name);
    }
    (void)printf("focal length %.1f px +- %.1f, k1 %.4f, tilt %.1f deg, height "
                 "%.0f mm +- %.1f %%, rms %.2f px, board: %s\n",
                 cam->f_px, c->f_sigma_px, cam->k1,
                 crok_camera_tilt_rad(cam) * 180.0 / CROK_PI,
                 crok_camera_centre(cam).z, 100.0 * c->pose.height_rel_sigma,
                 c->pose.rms_px, c->pose.board.model);
    if (c->pose.height_rel_sigma > CROK_WEAK_FOCAL_REL_SIGMA)
        (void)puts("The focal length is weakly determined: add views that are "
                   "tilted by 20 to 35 degrees.");
}

/* Path of the picture: PATH.json becomes PATH.jpg. Returned: free with free().
 * NULL: no memory. */
static char *picture_path(const char *path)
{
    size_t n = strlen(path);
    char *out = malloc(n + sizeof ".jpg");
    if (out == NULL)
        return NULL;
    memcpy(out, path, n + 1);
    if (n > 5 && strcmp(path + n - 5, ".json") == 0)
        n -= 5;
    memcpy(out + n, ".jpg", sizeof ".jpg");
    return out;
}

static crok_save_to target(const run *r)
{
    return (crok_save_to){.path = r->cli.output,
                          .kind = &crok_save_calib,
                          .force = r->cli.force,
                          .waits = true};
}

static crok_save_to picture_target(const run *r, const char *path)
{
    return (crok_save_to){
        .path = path, .kind = &crok_save_annotated, .force = r->cli.force};
}

static crok_status write_picture(const run *r, crok_err *err)
{
    crok_overlay_view view = {.img = &r->img,
                              .scale = r->scale,
                              .x0_px = r->origin_px.x,
                              .y0_px = r->origin_px.y};
    char title[96];
    char *path = picture_path(r->cli.output);
    crok_save_to to = picture_target(r, path);
    crok_image sheet = {0};
    crok_status st = CROK_OK;
    (void)snprintf(title, sizeof title,
                   "calibration: focal length %.0f px \xC2\xB1 %.0f, %d view%s",
                   r->found.pose.camera.f_px, r->found.f_sigma_px,
                   r->n_observations, r->n_observations == 1 ? "" : "s");
    if (path == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory");
    st = crok_overlay_draw_board(&r->found.pose, r->source[r->pose_at], title,
                                 &view, &sheet, err);
    if (st == CROK_OK)
        st = crok_encode_annotated(&sheet, &to, PICTURE_QUALITY, err);
    crok_image_free(&sheet);
    free(path);
    return st;
}

static crok_status write_calibration(const run *r, crok_err *err)
{
    crok_calib_view views[CROK_MAX_VIEWS];
    char date[32] = "";
    crok_calib_notes notes = {date, r->pose_at, r->n_observations, views};
    time_t now = time(NULL);
    struct tm utc = {0};
    char *text = NULL;
    crok_save_to to = target(r);
    crok_status st = CROK_OK;
    if (gmtime_r(&now, &utc) != NULL)
        (void)strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc);
    for (int i = 0; i < r->n_observations; i++)
        views[i] = (crok_calib_view){
            r->source[i], r->found.n_points[i], r->found.rms_px[i],
            crok_camera_tilt_rad(&r->observation[i].pose.camera)};
    text = crok_calib_to_json(&r->found.pose, &notes);
    st = text == NULL ? crok_fail(err, CROK_ENOMEM, "no memory")
                      : crok_save_text(&to, text, err);
    free(text);
    return st;
}

/* Check that the calibration and its picture may be written, and note whether
 * they go to a stream. */
static int check_output(run *r)
{
    crok_err err = {0};
    char *beside = picture_path(r->cli.output);
    crok_save_to to = target(r);
    crok_save_to annotated = picture_target(r, beside);
    bool replaces = crok_inputs_has(&r->inputs, r->cli.output) ||
                    (beside != NULL && crok_inputs_has(&r->inputs, beside));
    crok_status st = beside == NULL ? crok_fail(&err, CROK_ENOMEM, "no memory")
                                    : crok_save_check(&to, &r->is_stream, &err);
    if (st == CROK_OK && !r->is_stream)
        st = crok_save_check(&annotated, NULL, &err);
    free(beside);
    if (replaces)
        return wrong("-o: it would replace one of the pictures", r->cli.output);
    if (st != CROK_OK)
        crok_say("crokeye calibrate: %s", err.msg);
    return st == CROK_OK ? DONE : st == CROK_EARG ? WRONG_USAGE : COULD_NOT_RUN;
}

static int calibrate(run *r)
{
    crok_err err = {0};
    crok_status st = CROK_OK;
    int status = check_output(r);
    if (status == DONE)
        status = look_at_all(r);
    if (status != DONE)
        return status;
    st = crok_calibrate(r->observation, r->n_observations, r->pose_at,
                        r->cli.model, &r->found, &err);
    if (st == CROK_OK && !r->is_stream)
        st = write_picture(r, &err);
    if (st == CROK_OK)
        st = write_calibration(r, &err);
    if (st != CROK_OK) {
        crok_say("crokeye calibrate: %s", err.msg);
        return COULD_NOT_RUN;
    }
    print_result(r);
    return r->n_failed > 0 ? SOME_FAILED : DONE;
}

static int collect(run *r, int argc, char **argv)
{
    crok_err err = {0};
    crok_status st = CROK_OK;
    if (r->cli.device != NULL)
        st = crok_inputs_add(&r->inputs, r->cli.device, &err);
    for (int i = optind; st == CROK_OK && i < argc; i++) {
        st = crok_address_take(argv[i], r->spec, &err);
        if (st == CROK_OK)
            st = crok_inputs_add(&r->inputs, r->spec, &err);
    }
    if (st == CROK_OK)
        return DONE;
    crok_say("crokeye calibrate: %s", err.msg);
    return COULD_NOT_RUN;
}

int crok_cmd_calibrate(int argc, char **argv)
{
    run *r = calloc(1, sizeof *r);
    int status = COULD_NOT_RUN;
    if (r == NULL) {
        crok_say("crokeye calibrate: no memory");
        return status;
    }
    r->pose_at = -1;
    crok_cv_init();
    status = parse(argc, argv, &r->cli);
    if (status == DONE && r->cli.wants_help)
        (void)fputs(crok_usage_calibrate, stdout);
    else if (status == DONE)
        status = collect(r, argc, argv);
    if (status == DONE && !r->cli.wants_help)
        status = calibrate(r);
    if (!crok_output_is_written()) {
        crok_say("crokeye calibrate: cannot write the output");
        status = COULD_NOT_RUN;
    }
    crok_image_free(&r->img);
    crok_inputs_free(&r->inputs);
    free(r);
    return status;
}

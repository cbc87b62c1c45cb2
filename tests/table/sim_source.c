/* SPDX-License-Identifier: Apache-2.0 */
#include "table/sim_source.h"

#include <stdlib.h>
#include <string.h>

#include <turbojpeg.h>

#include "bench/clock.h"
#include "capture/source.h"

enum { QUALITY = 85 }; /* about what webcams send */

sim_source sim_camera;

struct crok_source {
    crok_sim *sim;
    crok_codec *codec;
    tjhandle jpeg;
    unsigned char *bytes; /* TurboJPEG's */
    unsigned long n_bytes;
    crok_image rgb;
    uint8_t *yuyv;
    crok_health health;
};

crok_status crok_source_open(const char *spec,
                             const crok_source_options *options,
                             crok_source **out, crok_err *err)
{
    const crok_sim_camera *cam = &sim_camera.camera;
    crok_source *s = calloc(1, sizeof *s);
    crok_status st = CROK_OK;
    (void)spec;
    (void)options;
    CROK_ASSERT(s != NULL);
    s->jpeg = tjInitCompress();
    s->yuyv = malloc(2U * (size_t)cam->w_px * (size_t)cam->h_px);
    CROK_ASSERT(s->jpeg != NULL && s->yuyv != NULL);
    s->health.state = CROK_SOURCE_RUNNING;
    st = crok_codec_new(&s->codec, err);
    if (st == CROK_OK)
        st = crok_image_new(cam->w_px, cam->h_px, CROK_RGB8, &s->rgb, err);
    if (st == CROK_OK)
        st = crok_sim_new(&sim_camera.match, cam, &s->sim, err);
    if (st == CROK_OK)
        *out = s;
    else
        crok_source_close(&s);
    return st;
}

void crok_source_close(crok_source **source)
{
    crok_source *s = *source;
    if (s == NULL)
        return;
    crok_sim_free(&s->sim);
    crok_codec_free(&s->codec);
    crok_image_free(&s->rgb);
    tjFree(s->bytes);
    (void)tjDestroy(s->jpeg);
    free(s->yuyv);
    free(s);
    *source = NULL;
}

/* The picture as the camera sends it. */
static crok_frame send(crok_source *s)
{
    const crok_image *rgb = &s->rgb;
    bool is_yuyv = sim_camera.pixels == CROK_PIXELS_YUYV;
    crok_frame f = {.data = s->yuyv,
                    .n_bytes = 2U * (size_t)rgb->w_px * (size_t)rgb->h_px,
                    .w_px = rgb->w_px,
                    .h_px = rgb->h_px,
                    .stride_bytes = 2U * (size_t)rgb->w_px,
                    .pixels = sim_camera.pixels,
                    .pixel_aspect = 1.0,
                    .t_ns = (int64_t)(sim_camera.truth.t_s * 1e9),
                    .number = s->health.n_frames,
                    .codec = s->codec};
    if (is_yuyv)
        crok_sim_to_yuyv(rgb, s->yuyv);
    CROK_ASSERT(tjCompress2(s->jpeg, rgb->data, rgb->w_px,
                            (int)rgb->stride_bytes, rgb->h_px, TJPF_RGB,
                            &s->bytes, &s->n_bytes, TJSAMP_422, QUALITY,
                            TJFLAG_FASTDCT) == 0);
    if (!is_yuyv) {
        f.data = s->bytes;
        f.n_bytes = s->n_bytes;
        f.stride_bytes = 0;
    }
    sim_camera.jpeg = s->bytes;
    sim_camera.n_jpeg = s->n_bytes;
    return f;
}

crok_status crok_source_next(crok_source *source, int64_t timeout_ns,
                             crok_frame *frame, crok_err *err)
{
    double begin = clock_ns();
    double cpu = clock_cpu_ns();
    bool more = true;
    crok_status st = crok_sim_frame(source->sim, &source->rgb,
                                    &sim_camera.truth, &more, err);
    (void)timeout_ns;
    *frame = (crok_frame){.pixel_aspect = 1.0};
    if (st != CROK_OK || !more)
        source->health.state = CROK_SOURCE_ENDED;
    else if (!sim_camera.truth.missing)
        *frame = send(source);
    source->health.n_frames += !sim_camera.truth.missing;
    sim_camera.made_ns = clock_ns() - begin;
    sim_camera.made_cpu_ns = clock_cpu_ns() - cpu;
    return st;
}

const crok_health *crok_source_health(const crok_source *source)
{
    return &source->health;
}

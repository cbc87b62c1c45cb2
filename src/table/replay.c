/* SPDX-License-Identifier: Apache-2.0 */
#include "table/replay.h"

#include <stdlib.h>

#include "capture/encode.h"

/* Least time from one picture to the next, ns: 15 a second of a camera of 30
 * while something moves, else 5. Every one would cost twice as much: of 720p30
 * an encoded picture takes 3 ms. Chosen by hand. */
#define MOVING_NS INT64_C(60000000)
#define REST_NS INT64_C(190000000)
/* A picture that is encoded is at most so wide, px, and has this quality: a
 * disc is 25 px then, and a picture 40 to 90 KB. Chosen by hand. */
enum { WIDTH_PX = 960, QUALITY = 75 };
/* The hand that places and flicks is seen for this time before the flick, and
 * the discs lie for this time after the last motion, ns. Chosen by hand. */
#define BEFORE_NS INT64_C(1000000000)
#define AFTER_NS INT64_C(1000000000)

void crok_replayer_free(crok_replayer *r)
{
    crok_replay_ring_clear(&r->ring);
    crok_image_free(&r->rgb);
}

/* ---- taking frames ---- */

static bool is_due(const crok_replay_ring *ring, int64_t t_ns, bool moves)
{
    const int64_t pause_ns = moves ? MOVING_NS : REST_NS;
    int64_t last_ns = 0;
    if (ring->n == 0)
        return true;
    last_ns = crok_replay_ring_at(ring, ring->n - 1)->t_ns;
    return t_ns <= last_ns || t_ns - last_ns >= pause_ns;
}

static bool is_jpeg(const crok_frame *f)
{
    return f->pixels == CROK_PIXELS_MJPEG && f->pixel_aspect == 1.0;
}

static crok_status take_encoded(crok_replayer *r, const crok_engine_frame *seen,
                                crok_err *err)
{
    int reduce = 1;
    unsigned char *jpeg = NULL;
    size_t len = 0;
    crok_status st = CROK_OK;
    while (reduce < 4 && seen->w_px > reduce * WIDTH_PX)
        reduce *= 2;
    st = seen->colour(seen->context, reduce, &r->rgb, err);
    if (st == CROK_OK)
        st = crok_encode_jpeg_bytes(&r->rgb, QUALITY, &jpeg, &len, err);
    if (st == CROK_OK) {
        const crok_new_picture p = {r->rgb.w_px, r->rgb.h_px, seen->t_ns, jpeg,
                                    len};
        st = crok_replay_ring_add(&r->ring, &p, err);
    }
    free(jpeg);
    return st;
}

crok_status crok_replayer_take(crok_replayer *r, const crok_frame *frame,
                               const crok_engine_frame *seen, bool moves,
                               crok_err *err)
{
    const crok_new_picture as_it_came = {frame->w_px, frame->h_px, frame->t_ns,
                                         frame->data, frame->n_bytes};
    if (!is_due(&r->ring, seen->t_ns, moves))
        return CROK_OK;
    r->full_w_px = seen->w_px;
    return is_jpeg(frame) ? crok_replay_ring_add(&r->ring, &as_it_came, err)
                          : take_encoded(r, seen, err);
}

/* ---- the film of a shot ---- */

/* Carry the ways of a shot to the pictures. */
static void set_ways(const crok_replayer *r, const crok_shot_sight *shot,
                     const crok_board_pose *pose, crok_replay *film)
{
    const double scale = r->ring.w_px / r->full_w_px;
    for (int i = 0; i < shot->motion.n_ways; i++) {
        const crok_sight_way *from = &shot->motion.way[i];
        crok_replay_way *to = &film->way[film->n_ways];
        for (int k = 0; k < from->n; k++) {
            const crok_vec3 at = {from->x_mm[k], from->y_mm[k], 0.0};
            const crok_px px = crok_camera_project(&pose->camera, at);
            to->x_px[k] = (float)(scale * (px.x + 0.5) - 0.5);
            to->y_px[k] = (float)(scale * (px.y + 0.5) - 0.5);
        }
        to->n = from->n;
        to->is_shooter = from->id == shot->shooter;
        film->n_ways += to->n > 1;
    }
}

/* Choose the pictures of a shot. */
static void set_pictures(const crok_replay_ring *ring,
                         const crok_motion_sight *motion, crok_replay *film,
                         const uint8_t **jpeg)
{
    int64_t first_ns = 0;
    film->w_px = ring->w_px;
    film->h_px = ring->h_px;
    for (int i = 0; i < ring->n; i++) {
        const crok_ring_picture *p = crok_replay_ring_at(ring, i);
        if (p->t_ns < motion->began_ns - BEFORE_NS ||
            p->t_ns > motion->ended_ns + AFTER_NS)
            continue;
        if (film->n == 0)
            first_ns = p->t_ns;
        film->t_ms[film->n] = (p->t_ns - first_ns) / 1000000;
        film->len[film->n] = p->len;
        jpeg[film->n++] = p->jpeg;
    }
}

crok_status crok_replayer_keep(const crok_replayer *r, crok_live *live,
                               long seq, const crok_shot_sight *shot,
                               const crok_board_pose *pose, crok_err *err)
{
    const uint8_t *jpeg[CROK_REPLAY_FRAMES];
    crok_replay *film = calloc(1, sizeof *film);
    crok_status st = CROK_OK;
    if (film == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a replay");
    set_pictures(&r->ring, &shot->motion, film, jpeg);
    set_ways(r, shot, pose, film);
    if (film->n > 0)
        st = crok_live_put_replay(live, seq, film, jpeg, err);
    free(film);
    return st;
}

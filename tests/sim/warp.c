/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/warp.h"

#include <math.h>
#include <stddef.h>

#include "core/wide.h"

/* Weights of the four neighbours in a direction, in 1/256, for 64 positions
 * between two pixels. */
#define PHASES 64
#define UNIT 256

typedef struct taps {
    int w[PHASES][4];
} taps;

/* Keys's kernel with a = -1/2 at distance x from the centre. */
static double kernel(double x)
{
    x = fabs(x);
    if (x < 1.0)
        return (1.5 * x - 2.5) * x * x + 1.0;
    return x < 2.0 ? ((-0.5 * x + 2.5) * x - 4.0) * x + 2.0 : 0.0;
}

static taps make_taps(void)
{
    taps t;
    for (int p = 0; p < PHASES; p++) {
        int sum = 0;
        for (int k = 0; k < 4; k++) {
            t.w[p][k] =
                (int)lround(UNIT * kernel(k - 1.0 - (double)p / PHASES));
            sum += t.w[p][k];
        }
        t.w[p][p < PHASES / 2 ? 1 : 2] += UNIT - sum;
    }
    return t;
}

CROK_INLINE int clamp(int x, int hi)
{
    return x < 0 ? 0 : x > hi ? hi : x;
}

/* A point between pixels: the pixel to the left and above, and the phases. */
typedef struct place {
    int x, y;
    int px, py;
} place;

/* From coordinates in 1/65536 px; they are not below -16384 px. */
CROK_INLINE place place_of(int64_t x, int64_t y)
{
    enum { BITS = 16, PHASE_BITS = 10, OFF = 1 << 14 };
    int64_t half = 1 << (PHASE_BITS - 1);
    int64_t fx = x + half + ((int64_t)OFF << BITS);
    int64_t fy = y + half + ((int64_t)OFF << BITS);
    return (place){(int)(fx >> BITS) - OFF, (int)(fy >> BITS) - OFF,
                   (int)(fx >> PHASE_BITS) & (PHASES - 1),
                   (int)(fy >> PHASE_BITS) & (PHASES - 1)};
}

/* Pixels of four columns in four rows; the border's are repeated. */
static void sample(const uint8_t *const row[4], const int column[4],
                   const int *wx, const int *wy, uint8_t out[3])
{
    for (int c = 0; c < 3; c++) {
        int sum = UNIT * UNIT / 2;
        for (int j = 0; j < 4; j++) {
            const uint8_t *r = row[j] + c;
            sum += wy[j] * (wx[0] * r[column[0]] + wx[1] * r[column[1]] +
                            wx[2] * r[column[2]] + wx[3] * r[column[3]]);
        }
        out[c] = (uint8_t)clamp(sum / (UNIT * UNIT), 255);
    }
}

/* The same where none is repeated: `from` is the first of four times four. The
 * rows are summed first, four pixels of three colours at once. */
CROK_INLINE void sample_inside(const uint8_t *from, size_t stride,
                               const int *wx, const int *wy, uint8_t out[3])
{
    int sum[12];
    for (size_t i = 0; i < 12; i++)
        sum[i] = wy[0] * from[i] + wy[1] * from[stride + i] +
                 wy[2] * from[2 * stride + i] + wy[3] * from[3 * stride + i];
    for (int c = 0; c < 3; c++)
        out[c] = (uint8_t)clamp((UNIT * UNIT / 2 + wx[0] * sum[c] +
                                 wx[1] * sum[c + 3] + wx[2] * sum[c + 6] +
                                 wx[3] * sum[c + 9]) /
                                    (UNIT * UNIT),
                                255);
}

CROK_INLINE void sample_at(const uint8_t *from, const crok_camera *cam,
                           const taps *t, place at, uint8_t out[3])
{
    const uint8_t *row[4];
    int column[4];
    const size_t stride = (size_t)cam->w_px * 3;
    if (at.x >= 1 && at.x + 2 < cam->w_px && at.y >= 1 &&
        at.y + 2 < cam->h_px) {
        sample_inside(from + (size_t)(at.y - 1) * stride +
                          3 * (size_t)(at.x - 1),
                      stride, t->w[at.px], t->w[at.py], out);
        return;
    }
    for (int k = 0; k < 4; k++) {
        int y = clamp(at.y - 1 + k, cam->h_px - 1);
        row[k] = from + (size_t)y * stride;
        column[k] = 3 * clamp(at.x - 1 + k, cam->w_px - 1);
    }
    sample(row, column, t->w[at.px], t->w[at.py], out);
}

CROK_WIDE
void crok_sim_warp(const uint8_t *from, const crok_camera *was,
                   const crok_camera *is, double roll_rad, uint8_t *to)
{
    taps t = make_taps();
    double k = was->f_px / is->f_px;
    double c = k * cos(roll_rad);
    double s = k * sin(roll_rad);
    int64_t step_x = llround(65536.0 * c);
    int64_t step_y = llround(-65536.0 * s);
    for (int y = 0; y < is->h_px; y++) {
        double dx = -is->cx_px;
        double dy = y - is->cy_px;
        int64_t fx = llround(65536.0 * (was->cx_px + c * dx + s * dy));
        int64_t fy = llround(65536.0 * (was->cy_px + c * dy - s * dx));
        for (int x = 0; x < is->w_px; x++, to += 3)
            sample_at(from, was, &t, place_of(fx + x * step_x, fy + x * step_y),
                      to);
    }
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Compute the means of blocks of samples. The loops are written so that the
 * compiler can vectorise them, because every sample of every frame goes through
 * them. */
#include <string.h>

#include "capture/frame_parts.h"

/* Number of samples that are summed at a time. Their sums take 4 KB, which fit
 * into the first-level cache. */
enum { CHUNK = 2048 };

/* Add one row of samples to the sums. Both this and add_four are inlined with a
 * constant step, which lets the compiler vectorise them. */
static inline void add_row(const uint8_t *restrict row, int step, int n,
                           uint16_t *restrict sum)
{
    for (int i = 0; i < n; i++)
        sum[i] = (uint16_t)(sum[i] + row[step * i]);
}

/* Add four rows at once. A new frame is not in the cache, so most of the time
 * is spent waiting for memory; reads of four rows at once wait in parallel. */
static inline void add_four(const uint8_t *restrict row, size_t stride,
                            int step, int n, uint16_t *restrict sum)
{
    const uint8_t *b = row + stride, *c = b + stride, *d = c + stride;
    for (int i = 0; i < n; i++)
        sum[i] = (uint16_t)(sum[i] + row[step * i] + b[step * i] + c[step * i] +
                            d[step * i]);
}

static inline void add_some(const crok_channel *c, const uint8_t *at, int step,
                            int n, int rows, uint16_t *sum)
{
    for (; rows >= 4; rows -= 4, at += 4 * c->stride_bytes)
        add_four(at, c->stride_bytes, step, n, sum);
    for (; rows > 0; rows--, at += c->stride_bytes)
        add_row(at, step, n, sum);
}

static void add_rows(const crok_channel *c, const uint8_t *at, int n, int rows,
                     uint16_t *sum)
{
    memset(sum, 0, (size_t)n * sizeof *sum);
    switch (c->step_bytes) {
    case 1:
        add_some(c, at, 1, n, rows, sum);
        break;
    case 2:
        add_some(c, at, 2, n, rows, sum);
        break;
    case 3:
        add_some(c, at, 3, n, rows, sum);
        break;
    default:
        add_some(c, at, 4, n, rows, sum);
        break;
    }
}

/* Add neighbouring sums: half[i] = sum[2 i] + sum[2 i + 1] for n pairs. The
 * largest sum, 8 * 8 * 255, fits into 16 bits.
 *
 * clang's analyzer does not see that these loops fill what the next one reads.
 * Clearing the sums would silence it, but takes 5 to 15 % more time for a frame
 * in YUYV that is reduced (bench_frame). */
static void add_pairs(const uint16_t *restrict sum, int n,
                      uint16_t *restrict half)
{
    for (int i = 0; i < n; i++)
        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult) */
        half[i] = (uint16_t)(sum[2 * i] + sum[2 * i + 1]);
}

static int log2_of(int power)
{
    int k = 0;
    while (power >> (k + 1) > 0)
        k++;
    return k;
}

/* Compute the rounded means of n complete blocks from the sums of their
 * columns. sum is overwritten. */
static void whole_blocks(uint16_t *sum, crok_block b, int n, uint8_t *out)
{
    uint16_t other[CHUNK / 2];
    uint16_t *from = sum, *to = other;
    int shift = log2_of(b.w) + log2_of(b.h);
    unsigned half = (1U << shift) >> 1;
    for (int w = b.w; w > 1; w /= 2) {
        uint16_t *was = from;
        add_pairs(from, n * w / 2, to);
        from = to;
        to = was;
    }
    for (int i = 0; i < n; i++)
        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult) */
        out[i] = (uint8_t)((from[i] + half) >> shift);
}

/* Return the rounded mean of an incomplete block of n columns and `rows` rows,
 * from the sums of its columns. */
static uint8_t mean_of(const uint16_t *sum, int n, int rows)
{
    unsigned all = 0, count = (unsigned)(n * rows);
    for (int i = 0; i < n; i++)
        all += sum[i];
    return (uint8_t)((all + count / 2U) / count);
}

/* Compute the means of n blocks that begin at sample column x0. The blocks must
 * not span more than CHUNK samples. */
static void mean_chunk(const crok_channel *c, crok_block b, int x0, int y,
                       int n, uint8_t *out)
{
    uint16_t sum[CHUNK];
    int wide = n * b.w < c->w - x0 ? n * b.w : c->w - x0;
    int rows = b.h < c->h - y * b.h ? b.h : c->h - y * b.h;
    int whole = wide / b.w;
    add_rows(c,
             c->at + (size_t)y * (size_t)b.h * c->stride_bytes +
                 (size_t)x0 * (size_t)c->step_bytes,
             wide, rows, sum);
    if (whole < n)
        out[whole] = mean_of(sum + whole * b.w, wide - whole * b.w, rows);
    if (rows == b.h) {
        whole_blocks(sum, b, whole, out);
        return;
    }
    for (int i = 0; i < whole; i++)
        out[i] = mean_of(sum + i * b.w, b.w, rows);
}

void crok_channel_mean(const crok_channel *c, crok_block b, int x, int y, int n,
                       uint8_t *out)
{
    const int most = CHUNK / b.w;
    for (int i = 0; i < n; i += most)
        mean_chunk(c, b, (x + i) * b.w, y, n - i < most ? n - i : most,
                   out + i);
}

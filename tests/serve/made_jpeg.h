/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/serve/made_jpeg.h: JPEG files made of segments, to be taken apart. */
#ifndef CROK_TESTS_SERVE_MADE_JPEG_H
#define CROK_TESTS_SERVE_MADE_JPEG_H

#include <stddef.h>
#include <string.h>

/* What EXIF data of the picture say, and nobody should learn. */
#define MADE_SECRET "52.5200 N 13.4050 E, Ann's cellar"

#define MADE_W_PX 640
#define MADE_H_PX 480

typedef struct made_jpeg {
    unsigned char bytes[4096];
    size_t n;
} made_jpeg;

static inline void made_bytes(made_jpeg *j, const void *bytes, size_t n)
{
    memcpy(j->bytes + j->n, bytes, n);
    j->n += n;
}

/* A marker without a length. */
static inline void made_marker(made_jpeg *j, unsigned marker)
{
    const unsigned char two[2] = {0xFF, (unsigned char)marker};
    made_bytes(j, two, 2);
}

/* A segment with n bytes behind its length. */
static inline void made_segment(made_jpeg *j, unsigned marker,
                                const void *bytes, size_t n)
{
    const unsigned char length[2] = {(unsigned char)((n + 2) >> 8),
                                     (unsigned char)(n + 2)};
    made_marker(j, marker);
    made_bytes(j, length, 2);
    made_bytes(j, bytes, n);
}

/* A frame header of three components, a scan header of one. */
static inline void made_frame(made_jpeg *j, unsigned marker)
{
    const unsigned char head[] = {8,
                                  MADE_H_PX >> 8,
                                  MADE_H_PX & 0xFF,
                                  MADE_W_PX >> 8,
                                  MADE_W_PX & 0xFF,
                                  3,
                                  1,
                                  0x11,
                                  0,
                                  2,
                                  0x11,
                                  1,
                                  3,
                                  0x11,
                                  1};
    made_segment(j, marker, head, sizeof head);
}

static inline void made_scan(made_jpeg *j)
{
    static const unsigned char head[] = {1, 1, 0, 0, 63, 0};
    static const unsigned char data[] = {0x12, 0xFF, 0, 0x34, 0xFF, 0xD3, 0x56};
    made_segment(j, 0xDA, head, sizeof head);
    made_bytes(j, data, sizeof data);
}

/* The tables, and with `is_told` what the picture's file says of it. */
static inline made_jpeg made_begin(int is_told)
{
    static const char exif[] = "Exif\0\0" MADE_SECRET;
    const unsigned char table[65] = {0};
    made_jpeg j = {.n = 0};
    made_marker(&j, 0xD8);
    if (is_told) {
        made_segment(&j, 0xE0, "JFIF", 5);
        made_segment(&j, 0xE1, exif, sizeof exif);
        made_segment(&j, 0xEF, MADE_SECRET, sizeof MADE_SECRET);
    }
    made_segment(&j, 0xDB, table, sizeof table);
    if (is_told)
        made_segment(&j, 0xFE, MADE_SECRET, sizeof MADE_SECRET);
    return j;
}

/* A whole picture of two scans. */
static inline made_jpeg made_picture(int is_told)
{
    static const unsigned char table[17] = {0x10};
    made_jpeg j = made_begin(is_told);
    made_frame(&j, 0xC2);
    made_segment(&j, 0xC4, table, sizeof table);
    made_scan(&j);
    if (is_told)
        made_segment(&j, 0xED, MADE_SECRET, sizeof MADE_SECRET);
    made_segment(&j, 0xC4, table, sizeof table);
    made_scan(&j);
    made_marker(&j, 0xD9);
    return j;
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Read JPEG. The header is parsed here: what a picture costs is known before a
 * decoder is made. The markers are defined in ITU-T T.81. */
#include <stdlib.h>
#include <string.h>

#include "capture/jpeg_decoder.h"

enum {
    MARK_TEM = 0x01,  /* stands alone, without a length */
    MARK_SOF0 = 0xC0, /* baseline; C1 to CF, apart from DHT, JPG and DAC, are
                       * other coding processes */
    MARK_SOF2 = 0xC2, /* progressive */
    MARK_DHT = 0xC4,
    MARK_JPG = 0xC8,
    MARK_SOF10 = 0xCA, /* progressive, arithmetic coding */
    MARK_DAC = 0xCC,
    MARK_RST0 = 0xD0,
    MARK_SOI = 0xD8,
    MARK_EOI = 0xD9,
    MARK_SOS = 0xDA,
    MARK_APP1 = 0xE1,
    MARK_APP14 = 0xEE
};

typedef struct segment {
    int mark;
    const uint8_t *body; /* after the length field */
    size_t n;
} segment;

typedef struct header {
    int sof; /* the start-of-frame marker; 0 until it is found */
    int bits, w_px, h_px, n_parts;
    segment frame; /* the frame header: T.81, figure B.3 */
    bool has_scan; /* a scan follows the header */
    bool adobe;    /* written by Adobe: CMYK is stored inverted */
    const uint8_t *exif;
    size_t n_exif;
} header;

static int be16(const uint8_t *p)
{
    return p[0] << 8 | p[1];
}

/* Find the next marker segment at or after *at. Bytes before it are skipped
 * (after a start of scan they are entropy-coded data), and so are stuffed zeros
 * and markers that stand alone. False at the end of the file. */
static bool next_segment(const crok_photo *photo, size_t *at, segment *seg)
{
    const uint8_t *b = photo->bytes;
    size_t n = photo->n_bytes, i = *at;
    for (; i + 1U < n; i++) {
        const uint8_t *ff = memchr(b + i, 0xFF, n - i - 1U);
        if (ff == NULL)
            return false;
        i = (size_t)(ff - b);
        if (b[i + 1U] != 0xFF && b[i + 1U] != 0 && b[i + 1U] != MARK_TEM &&
            (b[i + 1U] < MARK_RST0 || b[i + 1U] > MARK_SOI))
            break;
    }
    if (i + 3U >= n || b[i + 1U] == MARK_EOI)
        return false;
    seg->mark = b[i + 1U];
    seg->n = (size_t)be16(b + i + 2U);
    if (seg->n < 2U || seg->n > n - i - 2U)
        return false;
    seg->n -= 2U;
    seg->body = b + i + 4U;
    *at = (size_t)(seg->body - b) + seg->n;
    return true;
}

static bool is_sof(int mark)
{
    return mark >= MARK_SOF0 && mark <= MARK_SOF0 + 15 && mark != MARK_DHT &&
           mark != MARK_JPG && mark != MARK_DAC;
}

static bool begins(const segment *seg, const char *text, size_t n)
{
    return seg->n >= n && memcmp(seg->body, text, n) == 0;
}

static void take_segment(const segment *seg, header *h)
{
    if (is_sof(seg->mark) && h->sof == 0 && seg->n >= 6U) {
        h->sof = seg->mark;
        h->frame = *seg;
        h->bits = seg->body[0];
        h->h_px = be16(seg->body + 1);
        h->w_px = be16(seg->body + 3);
        h->n_parts = seg->body[5];
    } else if (seg->mark == MARK_APP14 && begins(seg, "Adobe", 5)) {
        h->adobe = true;
    } else if (seg->mark == MARK_APP1 && h->exif == NULL &&
               begins(seg, "Exif\0", 6)) {
        h->exif = seg->body + 6;
        h->n_exif = seg->n - 6U;
    }
}

/* Read the segments up to the first scan. */
static header read_header(const crok_photo *photo)
{
    header h = {0};
    segment seg = {0};
    size_t at = 2; /* after the start-of-image marker */
    while (next_segment(photo, &at, &seg) && !h.has_scan) {
        take_segment(&seg, &h);
        h.has_scan = seg.mark == MARK_SOS;
    }
    return h;
}

/* Return the name of the JPEG variant if it is not supported; otherwise NULL.
 * The process is the low half of the start-of-frame marker (T.81, table
 * B.1). */
static const char *unread_variant(const header *h)
{
    int process = h->sof - MARK_SOF0;
    if (process == 3 || process == 7 || process == 11 || process == 15)
        return "lossless JPEG";
    if (process > 2 && process != 9 && process != 10)
        return "hierarchical JPEG";
    if (h->bits != 8)
        return "JPEG of more than 8 bits";
    if (h->n_parts != 1 && h->n_parts != 3 && h->n_parts != 4)
        return "JPEG of an unusual number of colours";
    return NULL;
}

/* ---- what decoding costs ---- */

/* Blocks of 8 x 8 coefficients that may be decoded, those of each scan counted.
 * Scans that hold nothing take 40 ns a block (measured with 495 scans of 98
 * megapixels: 29 s), so all take about 4 s. Ordinary progressive JPEGs of the
 * largest size have 12 million. */
#define MOST_BLOCKS INT64_C(100000000)

/* Memory that the coefficients may take. libjpeg keeps all of them if there are
 * several scans; packed they may take less (capture/jpeg_pack.h). */
#define MOST_COEFFICIENT_BYTES ((int64_t)400 << 20)
#define BLOCK_BYTES 128

/* Offset of the first component in a frame header, bytes of each there, and in
 * a scan header: T.81, figures B.3 and B.4. */
enum {
    FRAME_PARTS = 6,
    FRAME_PART_BYTES = 3,
    SCAN_PARTS = 1,
    SCAN_PART_BYTES = 2
};

enum { MAX_PARTS = 4 };

/* The components of the picture. */
typedef struct parts {
    int n;
    uint8_t id[MAX_PARTS];
    int64_t n_blocks[MAX_PARTS];
} parts;

static int64_t blocks_across(int size_px, int sampling, int most)
{
    return most == 0
               ? 0
               : ((int64_t)size_px * sampling + 8 * most - 1) / (8 * most);
}

static parts parts_of(const header *h)
{
    parts p = {0};
    const uint8_t *body = h->frame.body + FRAME_PARTS;
    int most_across = 0;
    int most_down = 0;
    while (p.n < h->n_parts && p.n < MAX_PARTS &&
           h->frame.n >= FRAME_PARTS + FRAME_PART_BYTES * ((size_t)p.n + 1))
        p.n++;
    for (int i = 0; i < p.n; i++) {
        int sampling = body[FRAME_PART_BYTES * i + 1];
        most_across = sampling >> 4 > most_across ? sampling >> 4 : most_across;
        most_down = (sampling & 15) > most_down ? sampling & 15 : most_down;
    }
    for (int i = 0; i < p.n; i++) {
        int sampling = body[FRAME_PART_BYTES * i + 1];
        p.id[i] = body[FRAME_PART_BYTES * i];
        p.n_blocks[i] = blocks_across(h->w_px, sampling >> 4, most_across) *
                        blocks_across(h->h_px, sampling & 15, most_down);
    }
    return p;
}

/* Number of blocks that a scan has; *n_parts is set to that of its
 * components. */
static int64_t blocks_of_scan(const parts *p, const segment *scan, int *n_parts)
{
    int64_t n = 0;
    *n_parts = scan->n == 0 ? 0 : scan->body[0];
    for (size_t k = 0;
         k < (size_t)*n_parts && SCAN_PARTS + SCAN_PART_BYTES * k < scan->n;
         k++)
        for (int i = 0; i < p->n; i++)
            if (p->id[i] == scan->body[SCAN_PARTS + SCAN_PART_BYTES * k])
                n += p->n_blocks[i];
    return n;
}

/* Refuse a picture of several scans that would take too much time or memory.
 * What others of several scans take depends on their data. One scan is decoded
 * row by row, in time that the size bounds. */
static crok_status check_work(crok_photo *photo, const header *h, crok_err *err)
{
    parts p = parts_of(h);
    segment seg = {0};
    size_t at = 2;
    int n_parts = h->n_parts;
    int n_scans = 0;
    int64_t work = 0;
    int64_t bytes = 0;
    for (int i = 0; i < p.n; i++)
        bytes += BLOCK_BYTES * p.n_blocks[i];
    while (next_segment(photo, &at, &seg)) {
        if (seg.mark != MARK_SOS)
            continue;
        work += blocks_of_scan(&p, &seg, &n_parts);
        n_scans++;
        if (h->sof != MARK_SOF2 && h->sof != MARK_SOF10 && n_scans == 1 &&
            n_parts >= h->n_parts)
            return CROK_OK;
    }
    photo->is_costly = true;
    if (work <= MOST_BLOCKS && bytes <= MOST_COEFFICIENT_BYTES)
        return CROK_OK;
    return crok_fail(err, CROK_ETOOLARGE,
                     "%s: a JPEG of %d scans, which takes too much time and "
                     "memory (%d MB); save it as ordinary JPEG",
                     photo->name, n_scans, (int)(bytes >> 20));
}

crok_status crok_jpeg_head(crok_photo *photo, crok_err *err)
{
    header h = read_header(photo);
    if (h.sof == 0 || !h.has_scan)
        return crok_fail(err, CROK_EFORMAT,
                         "%s: the JPEG header is cut short or damaged; copy "
                         "the file again",
                         photo->name);
    if (unread_variant(&h) != NULL)
        return crok_fail(err, CROK_EUNSUPPORTED,
                         "%s: %s is not read; save it as ordinary JPEG",
                         photo->name, unread_variant(&h));
    photo->stored_w_px = h.w_px;
    photo->stored_h_px = h.h_px;
    if (h.exif != NULL)
        crok_exif_apply(photo, h.exif, h.n_exif);
    return check_work(photo, &h, err);
}

/* Choose the scale m / 8 with m = 8, 4, 2 or 1, and return m. libjpeg also has
 * 7, 6, 5 and 3 eighths, but only these four are vectorised: measured on 11
 * photos of 1 to 10 megapixels, 7/8 to 5/8 take 1.2 to 2 times as long as full
 * size, and 3/8 takes as long as 4/8. A very small picture has the same size in
 * several scales; the largest of them has the most detail. */
static int choose_eighths(const crok_photo *photo, int min_long_side_px)
{
    int n = crok_photo_divisor(photo, min_long_side_px);
    int m = n >= 8 ? 1 : n >= 4 ? 2 : n >= 2 ? 4 : 8;
    int w = photo->stored_w_px, h = photo->stored_h_px;
    while (m < 8 &&
           crok_jpeg_scaled_px(w, m) == crok_jpeg_scaled_px(w, m + 1) &&
           crok_jpeg_scaled_px(h, m) == crok_jpeg_scaled_px(h, m + 1))
        m++;
    return m;
}

/* Convert CMYK as Adobe stores it, with values 255 - ink: R = C K / 255, G = M
 * K / 255, B = Y K / 255. */
static void inverted_cmyk(const uint8_t *four, uint8_t *rgb)
{
    unsigned k = four[3];
    for (int i = 0; i < 3; i++)
        rgb[i] = (uint8_t)((four[i] * k + 127U) / 255U);
}

static void plain_cmyk(const uint8_t *four, uint8_t *rgb)
{
    unsigned k = 255U - four[3];
    for (int i = 0; i < 3; i++)
        rgb[i] = (uint8_t)(((255U - four[i]) * k + 127U) / 255U);
}

/* Return the number of rows that were decoded. libjpeg fills the rows after the
 * end of the data with uniform mid-grey (128). */
static int rows_seen(const uint8_t *px, size_t row_bytes, int h)
{
    int y = h;
    while (y > 0) {
        const uint8_t *row = px + (size_t)(y - 1) * row_bytes;
        size_t i = 0;
        while (i < row_bytes && row[i] == 128U)
            i++;
        if (i < row_bytes)
            break;
        y--;
    }
    return y;
}

/* Return the fraction of the detail that a truncated JPEG has, 0 to 1. Each
 * scan of a progressive JPEG refines the whole area; the result is (number of
 * AC coefficients of the first component that were in complete scans) / 63. A
 * scan is complete if another marker follows it. A baseline JPEG gives 1. */
static double detail_frac(const crok_photo *photo, bool progressive)
{
    uint64_t seen = 0, scan = 0;
    segment seg = {0};
    size_t at = 2;
    int n = 0;
    while (progressive && next_segment(photo, &at, &seg)) {
        seen |= scan;
        scan = 0;
        if (seg.mark != MARK_SOS || seg.n != 6U || seg.body[1] > 1U)
            continue; /* not a scan of the first component alone */
        for (unsigned k = seg.body[3]; k >= 1U && k <= seg.body[4] && k < 64U;
             k++)
            scan |= UINT64_C(1) << k;
    }
    for (; seen != 0U; seen &= seen - 1U)
        n++;
    return progressive ? n / 63.0 : 1.0;
}

/* Decide about a damaged picture by how much of it was decoded. */
static crok_status judge_damage(crok_photo *photo, const crok_image *px,
                                const header *h, const char *why, crok_err *err)
{
    bool progressive = h->sof == MARK_SOF2 || h->sof == MARK_SOF10;
    int rows = rows_seen(px->data, px->stride_bytes, px->h_px);
    if (detail_frac(photo, progressive) < 0.5)
        rows = 0;
    return crok_photo_damaged(photo, rows, px->h_px, why, err);
}

/* Decode into img at the scale m / 8. */
static crok_status decode_into(crok_photo *photo, const header *h, int m,
                               crok_image *img, crok_err *err)
{
    char why[CROK_JPEG_WHY] = "";
    switch (crok_jpeg_run(photo, m, h->n_parts == 4, img, why)) {
    case CROK_JPEG_WHOLE:
        return CROK_OK;
    case CROK_JPEG_DAMAGED:
        return judge_damage(photo, img, h, why, err);
    case CROK_JPEG_NO_MEMORY:
        return crok_fail(err, CROK_ENOMEM, "%s: no memory to decode it",
                         photo->name);
    case CROK_JPEG_USELESS:
    default:
        return crok_photo_damaged(photo, 0, img->h_px, why, err);
    }
}

crok_status crok_jpeg_decode(crok_photo *photo, int min_long_side_px,
                             crok_image *image, crok_photo_scale *scale,
                             crok_err *err)
{
    header h = read_header(photo);
    int m = choose_eighths(photo, min_long_side_px);
    int w_px = crok_jpeg_scaled_px(h.w_px, m);
    int h_px = crok_jpeg_scaled_px(h.h_px, m);
    bool cmyk = h.n_parts == 4;
    crok_image img = {0};
    crok_status st = cmyk ? crok_photo_new_four(w_px, h_px, &img, err)
                          : crok_image_new(w_px, h_px, CROK_RGB8, &img, err);
    if (st != CROK_OK)
        return st;
    st = decode_into(photo, &h, m, &img, err);
    if (st == CROK_OK && cmyk)
        crok_photo_four_to_rgb(&img, h.adobe ? inverted_cmyk : plain_cmyk);
    if (st == CROK_OK) {
        scale->x = scale->y = 8.0 / m;
        *image = img;
    } else {
        crok_image_free(&img);
    }
    return st;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Read PNG with libpng, row by row: the memory needed is that of the reduced
 * picture and one full row. Interlaced pictures need all full rows at once. */
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "capture/photo_format.h"

/* Number of bytes of the signature before the first chunk; and number of bytes
 * of a chunk's length, type and CRC together, without its content. */
enum { SIGNATURE_BYTES = 8, CHUNK_BYTES = 12 };

typedef struct job {
    crok_photo *photo;
    size_t at; /* the next byte that libpng reads */
    png_structp png;
    png_infop info;
    uint8_t *row;     /* one row, if the picture is not interlaced */
    uint8_t *all;     /* all rows, if the picture is interlaced */
    size_t row_bytes; /* bytes of a full row, RGB or RGBA */
    int n;            /* full pixels per decoded pixel in each direction */
    crok_photo_box box;
    char why[80]; /* libpng's error message */
} job;

static const char no_memory[] = "no memory";

static uint32_t be32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 |
           p[3];
}

/* Find the first chunk of this type and return its content, of *n_content
 * bytes; NULL if there is none. The search goes from chunk to chunk by the
 * length fields. */
static const uint8_t *find_chunk(const crok_photo *photo, const char *type,
                                 size_t *n_content)
{
    size_t at = SIGNATURE_BYTES;
    while (photo->n_bytes - at >= CHUNK_BYTES) {
        const uint8_t *chunk = photo->bytes + at;
        size_t n = be32(chunk);
        if (n > photo->n_bytes - at - CHUNK_BYTES)
            return NULL;
        *n_content = n;
        if (memcmp(chunk + 4, type, 4) == 0)
            return chunk + 8;
        at += CHUNK_BYTES + n;
    }
    return NULL;
}

crok_status crok_png_head(crok_photo *photo, crok_err *err)
{
    size_t n = 0;
    const uint8_t *body = photo->bytes + SIGNATURE_BYTES + 8;
    if (photo->n_bytes < SIGNATURE_BYTES + CHUNK_BYTES + 13 ||
        memcmp(body - 4, "IHDR", 4) != 0)
        return crok_fail(err, CROK_EFORMAT,
                         "%s: the PNG header is cut short or damaged; copy the "
                         "file again",
                         photo->name);
    if (be32(body) > INT32_MAX || be32(body + 4) > INT32_MAX)
        return crok_fail(err, CROK_EFORMAT,
                         "%s: the PNG header is damaged; copy the file again",
                         photo->name);
    photo->stored_w_px = (int)be32(body);
    photo->stored_h_px = (int)be32(body + 4);
    photo->is_costly = body[12] != PNG_INTERLACE_NONE;
    body = find_chunk(photo, "eXIf", &n);
    if (body != NULL)
        crok_exif_apply(photo, body, n);
    return CROK_OK;
}

static void on_read(png_structp png, png_bytep to, size_t n)
{
    job *j = png_get_io_ptr(png);
    if (n > j->photo->n_bytes - j->at)
        png_error(png, "the file ends too early");
    memcpy(to, j->photo->bytes + j->at, n);
    j->at += n;
}

static void on_error(png_structp png, png_const_charp why)
{
    job *j = png_get_error_ptr(png);
    strncpy(j->why, why, sizeof j->why - 1U);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp why)
{
    (void)png;
    (void)why; /* warnings are ignored: they are about chunks that are not
                * used */
}

/* Let libpng convert every kind of PNG to 8-bit RGB or RGBA. */
static void set_transforms(const job *j)
{
    png_byte colour = png_get_color_type(j->png, j->info);
    png_set_expand(j->png);
    png_set_scale_16(j->png);
    if ((colour & PNG_COLOR_MASK_COLOR) == 0)
        png_set_gray_to_rgb(j->png);
}

static void make_memory(job *j)
{
    size_t h = (size_t)j->photo->stored_h_px;
    bool interlaced =
        png_get_interlace_type(j->png, j->info) != PNG_INTERLACE_NONE;
    uint8_t *px = malloc(j->row_bytes * (interlaced ? h : 1U));
    if (interlaced)
        j->all = px;
    else
        j->row = px;
    if (px == NULL ||
        crok_photo_box_begin(&j->box, j->photo, j->n, j->all, NULL) != CROK_OK)
        png_error(j->png, no_memory);
}

/* Pass one full row to the box filter. */
static void take_row(job *j, uint8_t *row)
{
    size_t w = (size_t)j->photo->stored_w_px;
    if (j->row_bytes == w * 4U)
        crok_photo_pack_rgb(row, w, crok_photo_over_white);
    crok_photo_box_add(&j->box, row);
}

static void read_interlaced(job *j, int n_passes)
{
    int h = j->photo->stored_h_px;
    for (int pass = 0; pass < n_passes; pass++)
        for (int y = 0; y < h; y++)
            png_read_row(j->png, j->all + (size_t)y * j->row_bytes, NULL);
    for (int y = 0; y < h; y++)
        take_row(j, j->all + (size_t)y * j->row_bytes);
}

/* Make all calls from which libpng may return with longjmp. False if libpng
 * failed; then j->why is its message. */
static bool read_png(job *j)
{
    int n_passes = 1;
    if (setjmp(png_jmpbuf(j->png)) != 0)
        return false;
    png_set_user_limits(j->png, CROK_PHOTO_MAX_SIDE_PX, CROK_PHOTO_MAX_SIDE_PX);
    png_set_keep_unknown_chunks(j->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_read_fn(j->png, j, on_read);
    png_read_info(j->png, j->info);
    set_transforms(j);
    n_passes = png_set_interlace_handling(j->png);
    png_read_update_info(j->png, j->info);
    j->row_bytes = png_get_rowbytes(j->png, j->info);
    make_memory(j);
    if (j->all != NULL)
        read_interlaced(j, n_passes);
    while (j->box.n_rows < j->photo->stored_h_px) {
        png_read_row(j->png, j->row, NULL);
        take_row(j, j->row);
    }
    png_read_end(j->png, NULL);
    return true;
}

/* After an error of libpng: fill the missing rows with mid-grey and accept or
 * refuse the picture. */
static crok_status judge_damage(job *j, crok_err *err)
{
    int h = j->photo->stored_h_px;
    if (strcmp(j->why, no_memory) == 0)
        return crok_fail(err, CROK_ENOMEM, "%s: no memory to decode it",
                         j->photo->name);
    for (int y = j->box.n_rows / j->n; j->box.n_rows < h && y < j->box.out.h_px;
         y++)
        memset(crok_image_row(&j->box.out, y), 128, j->box.out.stride_bytes);
    return crok_photo_damaged(j->photo, j->box.n_rows, h, j->why, err);
}

crok_status crok_png_decode(crok_photo *photo, int min_long_side_px,
                            crok_image *image, crok_photo_scale *scale,
                            crok_err *err)
{
    crok_status st = CROK_OK;
    job j = {.photo = photo, .n = crok_photo_divisor(photo, min_long_side_px)};
    j.png =
        png_create_read_struct(PNG_LIBPNG_VER_STRING, &j, on_error, on_warning);
    if (j.png != NULL)
        j.info = png_create_info_struct(j.png);
    if (j.info == NULL)
        st = crok_fail(err, CROK_ENOMEM, "%s: no memory to decode it",
                       photo->name);
    else if (!read_png(&j))
        st = judge_damage(&j, err);
    png_destroy_read_struct(&j.png, &j.info, NULL);
    free(j.row);
    return crok_photo_box_end(&j.box, st, image, scale);
}

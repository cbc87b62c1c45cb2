/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/jpeg_decoder.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <jerror.h>

#include "capture/jpeg_pack.h"

_Static_assert(CROK_JPEG_WHY == JMSG_LENGTH_MAX, "a message has room");

/* Scans that are decoded, as with TJFLAG_LIMITSCANS of TurboJPEG: time grows
 * with them, not with the size of the file. */
#define MOST_SCANS 500

/* Halves of a byte a pixel of coefficients, above which they are kept packed:
 * between those of 4:2:0 (3 bytes) and 4:2:2 (4). Packing costs 25 ms of CPU
 * time for a 4:4:4 photo of 8 megapixels, a sixth of scoring it. */
#define PACK_ABOVE_HALF_BYTES 7

typedef struct decoder {
    struct jpeg_error_mgr errors; /* the first member: libjpeg passes it on */
    struct jpeg_progress_mgr progress;
    struct jpeg_decompress_struct jpeg;
    crok_jpeg_pack pack;
    jmp_buf stop;
    char *why;
} decoder;

static decoder *decoder_of(j_common_ptr jpeg)
{
    return (decoder *)(void *)jpeg->err;
}

static void on_error(j_common_ptr jpeg)
{
    decoder *d = decoder_of(jpeg);
    d->errors.format_message(jpeg, d->why);
    longjmp(d->stop, 1);
}

/* Of several warnings the first one is kept. */
static void on_message(j_common_ptr jpeg, int level)
{
    decoder *d = decoder_of(jpeg);
    if (level >= 0) /* no warning */
        return;
    if (d->errors.num_warnings == 0)
        d->errors.format_message(jpeg, d->why);
    d->errors.num_warnings++;
}

/* Give up with a message of our own, whatever has been decoded. */
static void give_up(decoder *d, const char *why)
{
    (void)snprintf(d->why, CROK_JPEG_WHY, "%s", why);
    d->errors.num_warnings = 0;
    longjmp(d->stop, 1);
}

static void on_progress(j_common_ptr jpeg)
{
    decoder *d = decoder_of(jpeg);
    if (d->jpeg.input_scan_number > MOST_SCANS)
        give_up(d, "Progressive JPEG image has more than 500 scans");
}

/* Are all coefficients together so large? The header must have been read. */
static bool is_large(const struct jpeg_decompress_struct *jpeg)
{
    int64_t bytes = 0;
    int64_t px = (int64_t)jpeg->image_width * jpeg->image_height;
    for (int i = 0; i < jpeg->num_components; i++)
        bytes += (int64_t)sizeof(JBLOCK) * jpeg->comp_info[i].width_in_blocks *
                 jpeg->comp_info[i].height_in_blocks;
    return 2 * bytes > PACK_ABOVE_HALF_BYTES * px;
}

/* False after an error. */
static bool decode_rows(decoder *d, const crok_photo *photo, int eighths,
                        bool cmyk, crok_image *img)
{
    j_decompress_ptr jpeg = &d->jpeg;
    if (setjmp(d->stop) != 0)
        return false;
    jpeg_create_decompress(jpeg);
    jpeg->progress = &d->progress;
    jpeg_mem_src(jpeg, photo->bytes, (unsigned long)photo->n_bytes);
    (void)jpeg_read_header(jpeg, TRUE);
    jpeg->out_color_space = cmyk ? JCS_CMYK : JCS_RGB;
    jpeg->scale_num = (unsigned)eighths;
    jpeg->scale_denom = 8;
    if (is_large(jpeg))
        crok_jpeg_pack_begin(&d->pack, jpeg);
    (void)jpeg_start_decompress(jpeg);
    if (jpeg->output_width != (JDIMENSION)img->w_px ||
        jpeg->output_height != (JDIMENSION)img->h_px)
        give_up(d, "its size is given twice");
    while (jpeg->output_scanline < jpeg->output_height) {
        JSAMPROW row = img->data + jpeg->output_scanline * img->stride_bytes;
        (void)jpeg_read_scanlines(jpeg, &row, 1);
    }
    (void)jpeg_finish_decompress(jpeg);
    return true;
}

/* Make the rows that were not reached mid-grey, as libjpeg makes those after
 * the end of the data. */
static void grey_rest(const decoder *d, crok_image *img)
{
    for (int y = (int)d->jpeg.output_scanline; y < img->h_px; y++)
        memset(img->data + (size_t)y * img->stride_bytes, 128,
               img->stride_bytes);
}

int crok_jpeg_scaled_px(int side_px, int eighths)
{
    return (side_px * eighths + 7) / 8;
}

crok_jpeg_outcome crok_jpeg_run(const crok_photo *photo, int eighths, bool cmyk,
                                crok_image *img, char why[CROK_JPEG_WHY])
{
    decoder d = {.why = why};
    crok_jpeg_outcome outcome = CROK_JPEG_WHOLE;
    d.jpeg.err = jpeg_std_error(&d.errors);
    d.errors.error_exit = on_error;
    d.errors.emit_message = on_message;
    d.progress.progress_monitor = on_progress;
    if (decode_rows(&d, photo, eighths, cmyk, img))
        outcome =
            d.errors.num_warnings > 0 ? CROK_JPEG_DAMAGED : CROK_JPEG_WHOLE;
    else if (d.errors.msg_code == JERR_OUT_OF_MEMORY)
        outcome = CROK_JPEG_NO_MEMORY;
    else
        outcome =
            d.errors.num_warnings > 0 ? CROK_JPEG_DAMAGED : CROK_JPEG_USELESS;
    grey_rest(&d, img);
    crok_jpeg_pack_end(&d.pack);
    jpeg_destroy_decompress(&d.jpeg);
    return outcome;
}

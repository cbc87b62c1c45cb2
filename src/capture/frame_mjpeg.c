/* SPDX-License-Identifier: Apache-2.0
 *
 * Decode MJPEG frames with TurboJPEG. If a camera omits the Huffman tables,
 * TurboJPEG uses those of ITU-T T.81, annex K. */
#include <stdlib.h>
#include <string.h>

#include <turbojpeg.h>

#include "capture/frame_parts.h"

struct crok_codec {
    tjhandle tj;
    crok_image scratch;
};

crok_status crok_codec_new(crok_codec **out, crok_err *err)
{
    crok_codec *codec = calloc(1, sizeof *codec);
    if (codec != NULL)
        codec->tj = tjInitDecompress();
    if (codec == NULL || codec->tj == NULL) {
        free(codec);
        return crok_fail(err, CROK_ENOMEM, "no memory for a JPEG decoder");
    }
    *out = codec;
    return CROK_OK;
}

void crok_codec_free(crok_codec **codec)
{
    if (codec == NULL || *codec == NULL)
        return;
    if ((*codec)->tj != NULL)
        (void)tjDestroy((*codec)->tj);
    crok_image_free(&(*codec)->scratch);
    free(*codec);
    *codec = NULL;
}

crok_image *crok_codec_scratch(crok_codec *codec)
{
    return &codec->scratch;
}

bool crok_jpeg_is_whole(const uint8_t *bytes, size_t n)
{
    while (n > 0U && bytes[n - 1U] == 0U)
        n--;
    return n >= 4U && bytes[0] == 0xFFU && bytes[1] == 0xD8U &&
           bytes[n - 2U] == 0xFFU && bytes[n - 1U] == 0xD9U;
}

/* Report a damaged frame and free the decoder; the next frame gets a new one. A
 * decoder keeps tables from frame to frame, and tables that a damaged frame has
 * set would make the next frame wrong. */
static crok_status damaged(const crok_frame *f, const char *why, crok_err *err)
{
    crok_status st = crok_fail(err, CROK_EFORMAT, "frame %lld is damaged: %s",
                               (long long)f->number, why);
    (void)tjDestroy(f->codec->tj);
    f->codec->tj = NULL;
    return st;
}

/* Cameras pad the data before the end marker with zeros, or with other bytes up
 * to a multiple of this size. Chosen by hand; a larger value would accept
 * frames in which the decoder lost its place. */
enum { PADDING_BYTES = 8 };

/* Is the decoder's warning `why` only about padding before the end marker?
 * Decoding stops at the first warning, so a warning about extra bytes before
 * the end marker means that all data before them were decoded without a
 * warning. If the number of extra bytes exceeds the zeros plus PADDING_BYTES,
 * the decoder lost its place in the data, which is damage. */
static bool is_harmless(const crok_frame *f, const char *why)
{
    static const char begin[] = "Corrupt JPEG data: ";
    const uint8_t *end = f->data + f->n_bytes;
    char *behind = NULL;
    unsigned long extra = 0, zeros = 0;
    if (strncmp(why, begin, sizeof begin - 1U) != 0)
        return false;
    extra = strtoul(why + sizeof begin - 1U, &behind, 10);
    if (strcmp(behind, " extraneous bytes before marker 0xd9") != 0)
        return false;
    while (end[-1] != 0xD9U) /* skip zeros after the end marker */
        end--;
    for (end -= 2; end[-1] == 0U && zeros < extra; end--)
        zeros++;
    return extra <= zeros + PADDING_BYTES;
}

crok_status crok_mjpeg_decode(const crok_frame *frame, crok_image *out,
                              crok_err *err)
{
    crok_codec *codec = frame->codec;
    tjhandle tj = codec->tj != NULL ? codec->tj : tjInitDecompress();
    unsigned long n = (unsigned long)frame->n_bytes;
    int w = 0, h = 0, subsamp = 0, space = 0;
    codec->tj = tj;
    if (tj == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a JPEG decoder");
    if (tjDecompressHeader3(tj, frame->data, n, &w, &h, &subsamp, &space) != 0)
        return damaged(frame, tjGetErrorStr2(tj), err);
    if (w != frame->w_px || h != frame->h_px)
        return crok_fail(err, CROK_EFORMAT,
                         "frame %lld is a JPEG of %d x %d pixels, not %d x %d",
                         (long long)frame->number, w, h, frame->w_px,
                         frame->h_px);
    if (tjDecompress2(tj, frame->data, n, out->data, out->w_px,
                      (int)out->stride_bytes, out->h_px,
                      out->format == CROK_GRAY8 ? TJPF_GRAY : TJPF_RGB,
                      TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS) != 0 &&
        !is_harmless(frame, tjGetErrorStr2(tj)))
        return damaged(frame, tjGetErrorStr2(tj), err);
    return CROK_OK;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/jpeg_pack.h: keep the coefficients of a JPEG packed. Of a JPEG of
 * several scans libjpeg holds all coefficients, two bytes each: 6 bytes a pixel
 * if the colours have full resolution (4:4:4). Most of them are zero, and most
 * others fit into one byte. Here only the rows of blocks that the decoder works
 * on are held as it wants them.
 *
 * A packed block: one bit for each of its 8 lines of 8 coefficients that is not
 * all zero; one bit for each line of which a coefficient does not fit into 8
 * bits; then the coefficients of the lines that are not all zero, in 1 or 2
 * bytes each. So it takes 2 to 130 bytes instead of 128. Measured on a photo of
 * 8.5 megapixels, 4:4:4, stored with the qualities 50, 92 and 100: 0.7, 1.1 and
 * 1.7 bytes a pixel; 3.3 with strong noise.
 *
 * Two methods of libjpeg's memory manager are replaced for it: the request for
 * a virtual array of blocks, and the access to one.
 *
 * Room     capture, internal.
 * Threads  as the decoder: one owner.
 * Source   libjpeg.txt, "Memory management"; jpeglib.h, jpeg_memory_mgr. */
#ifndef CROK_CAPTURE_JPEG_PACK_H
#define CROK_CAPTURE_JPEG_PACK_H

#include <stdio.h> /* jpeglib.h needs it */

#include <jpeglib.h>

typedef struct crok_jpeg_pack {
    struct jvirt_barray_control *arrays; /* one for each component */
} crok_jpeg_pack;

/* Let the decoder, which is for one picture only, keep its coefficients packed.
 *
 *   pack  zeroed; borrowed until crok_jpeg_pack_end
 *   jpeg  created, and decompression has not started; its client_data becomes
 *         pack
 *
 * Without memory for it the decoder fails with libjpeg's own error,
 * JERR_OUT_OF_MEMORY. */
void crok_jpeg_pack_begin(crok_jpeg_pack *pack, j_decompress_ptr jpeg);

/* Free the packed coefficients. To be called before the decoder is destroyed,
 * also after an error; a zeroed pack is fine. */
void crok_jpeg_pack_end(crok_jpeg_pack *pack);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Determine the kind of a file from its first bytes: the supported kinds, and
 * others that are common in folders of pictures, so that a message can name
 * them. */
#include <string.h>

#include "capture/photo_format.h"

typedef struct magic {
    size_t at;
    const char *bytes;
    size_t n;
    crok_photo_kind kind;
    const char *name;
} magic;

#define MAGIC(at, bytes, kind, name)                                           \
    {                                                                          \
        (at), (bytes), sizeof(bytes) - 1U, CROK_PHOTO_##kind, (name)           \
    }

/* Signatures. The first match decides; camera raw formats begin like TIFF, so
 * they come before TIFF. */
static const magic magics[] = {
    MAGIC(0, "\xFF\xD8", JPEG, "JPEG"),
    MAGIC(0, "\x89PNG\r\n\x1A\n", PNG, "PNG"),
    MAGIC(8, "WEBP", WEBP, "WebP"),
    MAGIC(0, "GIF8", OTHER, "a GIF picture"),
    MAGIC(8, "CR\x02", OTHER, "a raw photo (CR2)"),
    MAGIC(0, "II*\0", OTHER, "a TIFF picture or a raw photo"),
    MAGIC(0, "MM\0*", OTHER, "a TIFF picture or a raw photo"),
    MAGIC(0, "IIU\0", OTHER, "a raw photo (RW2)"),
    MAGIC(0, "IIRO", OTHER, "a raw photo (ORF)"),
    MAGIC(0, "FUJIFILMCCD-RAW", OTHER, "a raw photo (RAF)"),
    MAGIC(0, "BM", OTHER, "a BMP picture"),
    MAGIC(0, "\xFF\x0A", OTHER, "a JPEG XL picture"),
    MAGIC(4, "JXL ", OTHER, "a JPEG XL picture"),
    MAGIC(4, "jP  ", OTHER, "a JPEG 2000 picture"),
    MAGIC(0, "8BPS", OTHER, "a Photoshop picture"),
    MAGIC(0, "%PDF", OTHER, "a PDF document"),
    MAGIC(8, "AVI ", OTHER, "a video (AVI)"),
    MAGIC(0, "\x1A\x45\xDF\xA3", OTHER, "a video (Matroska or WebM)"),
    MAGIC(0, "OggS", OTHER, "a sound or video file (Ogg)"),
    MAGIC(0, "PK\x03\x04", OTHER, "a ZIP archive"),
    MAGIC(0, "\x1F\x8B", OTHER, "a gzip archive"),
    MAGIC(0, "<svg", OTHER, "an SVG drawing"),
    MAGIC(0, "<?xml", OTHER, "an XML document"),
    MAGIC(0, "{", OTHER, "a JSON document"),
};

/* Brands of ISO base media files (those that begin with a box "ftyp"). */
static const magic brands[] = {
    MAGIC(8, "heic", HEIF, "HEIC"),
    MAGIC(8, "heix", HEIF, "HEIC"),
    MAGIC(8, "heim", HEIF, "HEIC"),
    MAGIC(8, "heis", HEIF, "HEIC"),
    MAGIC(8, "mif1", HEIF, "HEIF"),
    MAGIC(8, "mif2", HEIF, "HEIF"),
    MAGIC(8, "avif", HEIF, "AVIF"),
    MAGIC(8, "avis", OTHER, "a moving picture (AVIF sequence)"),
    MAGIC(8, "hev", OTHER, "a moving picture (HEIF sequence)"),
    MAGIC(8, "msf1", OTHER, "a moving picture (HEIF sequence)"),
    MAGIC(8, "crx ", OTHER, "a raw photo (CR3)"),
    MAGIC(8, "qt  ", OTHER, "a video (QuickTime)"),
    MAGIC(4, "ftyp", OTHER, "a video (MP4 or another ISO media file)"),
};

static const magic *find(const magic *list, size_t n_list, const uint8_t *bytes,
                         size_t n)
{
    for (size_t i = 0; i < n_list; i++) {
        const magic *m = &list[i];
        if (m->at + m->n <= n && memcmp(bytes + m->at, m->bytes, m->n) == 0)
            return m;
    }
    return NULL;
}

crok_photo_kind crok_photo_sniff(const uint8_t *bytes, size_t n,
                                 const char **name)
{
    const magic *m = NULL;
    if (n >= 8U && memcmp(bytes + 4, "ftyp", 4) == 0)
        m = find(brands, sizeof brands / sizeof brands[0], bytes, n);
    else
        m = find(magics, sizeof magics / sizeof magics[0], bytes, n);
    *name = m != NULL ? m->name : NULL;
    return m != NULL ? m->kind : CROK_PHOTO_OTHER;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/kept_film.h"

#include <stdint.h>

#include <turbojpeg.h>

/* As a webcam sends them; chosen by hand. */
enum { QUALITY = 92 };

static void part_name(const kept_film *f, char *out, size_t n)
{
    (void)snprintf(out, n, "%s.part", f->path);
}

bool kept_film_open(kept_film *f, const char *path)
{
    char part[1032];
    *f = (kept_film){0};
    (void)snprintf(f->path, sizeof f->path, "%s", path);
    part_name(f, part, sizeof part);
    f->file = fopen(path, "rb");
    if (f->file == NULL) {
        f->is_written = true;
        f->file = fopen(part, "wb");
    }
    f->encoder = f->is_written ? tjInitCompress() : NULL;
    f->decoder = tjInitDecompress();
    return f->file != NULL && f->decoder != NULL &&
           (f->encoder != NULL || !f->is_written);
}

bool kept_film_is_drawn(const kept_film *f)
{
    return f->file == NULL || f->is_written;
}

static bool decode(const kept_film *f, unsigned long n, crok_image *img)
{
    return tjDecompress2(f->decoder, f->bytes, n, img->data, img->w_px,
                         (int)img->stride_bytes, img->h_px, TJPF_RGB, 0) == 0;
}

static bool write_picture(kept_film *f, crok_image *img)
{
    unsigned long n = f->room;
    uint32_t size = 0;
    if (tjCompress2(f->encoder, img->data, img->w_px, (int)img->stride_bytes,
                    img->h_px, TJPF_RGB, &f->bytes, &n, TJSAMP_420, QUALITY,
                    0) != 0)
        return false;
    size = (uint32_t)n;
    f->room = n > f->room ? n : f->room;
    return fwrite(&size, sizeof size, 1, f->file) == 1 &&
           fwrite(f->bytes, 1, n, f->file) == n && decode(f, n, img);
}

static bool read_picture(kept_film *f, crok_image *img)
{
    uint32_t size = 0;
    if (fread(&size, sizeof size, 1, f->file) != 1)
        return false;
    if (size > f->room) {
        tjFree(f->bytes);
        f->room = 0;
        f->bytes = tjAlloc((int)size);
        if (f->bytes == NULL)
            return false;
        f->room = size;
    }
    return fread(f->bytes, 1, size, f->file) == size && decode(f, size, img);
}

bool kept_film_take(kept_film *f, crok_image *img)
{
    if (f->file == NULL)
        return true;
    return f->is_written ? write_picture(f, img) : read_picture(f, img);
}

bool kept_film_close(kept_film *f)
{
    char part[1032];
    bool is_good = true;
    part_name(f, part, sizeof part);
    if (f->file != NULL)
        is_good = fclose(f->file) == 0 &&
                  (!f->is_written || rename(part, f->path) == 0);
    if (f->encoder != NULL)
        tjDestroy(f->encoder);
    if (f->decoder != NULL)
        tjDestroy(f->decoder);
    tjFree(f->bytes);
    *f = (kept_film){0};
    return is_good;
}

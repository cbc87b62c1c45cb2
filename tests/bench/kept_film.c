/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/kept_film.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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
    f->codec = f->is_written ? tjInitCompress() : tjInitDecompress();
    return f->file != NULL && f->codec != NULL;
}

bool kept_film_is_drawn(const kept_film *f)
{
    return f->file == NULL || f->is_written;
}

static bool decode(const unsigned char *bytes, unsigned long n, crok_image *img)
{
    tjhandle codec = tjInitDecompress();
    bool is_good =
        codec != NULL &&
        tjDecompress2(codec, bytes, n, img->data, img->w_px,
                      (int)img->stride_bytes, img->h_px, TJPF_RGB, 0) == 0;
    if (codec != NULL)
        tjDestroy(codec);
    return is_good;
}

static bool write_picture(kept_film *f, crok_image *img)
{
    unsigned long n = f->room;
    uint32_t size = 0;
    if (tjCompress2(f->codec, img->data, img->w_px, (int)img->stride_bytes,
                    img->h_px, TJPF_RGB, &f->bytes, &n, TJSAMP_420, QUALITY,
                    0) != 0)
        return false;
    size = (uint32_t)n;
    f->room = n > f->room ? n : f->room;
    return fwrite(&size, sizeof size, 1, f->file) == 1 &&
           fwrite(f->bytes, 1, n, f->file) == n && decode(f->bytes, n, img);
}

static bool read_picture(kept_film *f, crok_image *img)
{
    uint32_t size = 0;
    if (fread(&size, sizeof size, 1, f->file) != 1)
        return false;
    if (size > f->room) {
        unsigned char *more = realloc(f->bytes, size);
        if (more == NULL)
            return false;
        f->bytes = more;
        f->room = size;
    }
    return fread(f->bytes, 1, size, f->file) == size &&
           tjDecompress2(f->codec, f->bytes, size, img->data, img->w_px,
                         (int)img->stride_bytes, img->h_px, TJPF_RGB, 0) == 0;
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
    if (f->codec != NULL)
        tjDestroy(f->codec);
    if (f->is_written)
        tjFree(f->bytes);
    else
        free(f->bytes);
    *f = (kept_film){0};
    return is_good;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Read orientation, focal length and camera name from EXIF data with
 * libexif. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <libexif/exif-data.h>

#include "capture/photo_format.h"

/* Limit on the size of an EXIF block. A JPEG segment holds at most 64 KB; the
 * other formats set no limit. */
#define EXIF_MAX_BYTES ((size_t)1 << 20)

/* Diagonal of the 36 x 24 mm frame, sqrt(36^2 + 24^2). CIPA DCG-001 defines the
 * 35 mm equivalent by the diagonal. */
#define FRAME_DIAGONAL_MM 43.2666

/* Plausible range of focal length / longer side. A fisheye lens has 0.25, an 8x
 * telephoto lens 6; the upper bound is twice that. Some cameras write 35 mm
 * equivalents of thousands of mm, which must not become a prior. Chosen by
 * hand. */
#define FOCAL_MIN 0.25
#define FOCAL_MAX 12.0

/* Relative standard uncertainty of the prior. The equivalent is rounded to 1 mm
 * (2 % at 26 mm), some makers use the width instead of the diagonal (4 % at
 * 4:3), and video stabilisation crops. Chosen by hand from these; with a
 * smaller value a wrong prior would distort the fit, with a larger one the
 * prior would have no effect. */
#define FOCAL_SIGMA 0.05

/* Return the number in an entry of type SHORT, LONG or RATIONAL. Return
 * `fallback` if the entry is missing, has another type, or is a rational with
 * denominator 0. */
static double number(ExifData *exif, ExifIfd ifd, ExifTag tag, double fallback)
{
    ExifByteOrder order = exif_data_get_byte_order(exif);
    ExifEntry *e = exif_content_get_entry(exif->ifd[ifd], tag);
    ExifRational r = {0, 0};
    if (e == NULL || e->components < 1 || e->data == NULL ||
        e->size < exif_format_get_size(e->format))
        return fallback;
    if (e->format == EXIF_FORMAT_SHORT)
        return exif_get_short(e->data, order);
    if (e->format == EXIF_FORMAT_LONG)
        return exif_get_long(e->data, order);
    if (e->format != EXIF_FORMAT_RATIONAL)
        return fallback;
    r = exif_get_rational(e->data, order);
    return r.denominator != 0U ? (double)r.numerator / r.denominator : fallback;
}

/* Copy the text of an entry. Bytes that are not printable ASCII become "?"; the
 * trailing spaces with which some makers pad are dropped. */
static void text(ExifData *exif, ExifTag tag, char *out, size_t size)
{
    ExifEntry *e = exif_content_get_entry(exif->ifd[EXIF_IFD_0], tag);
    size_t n = 0, end = 0;
    if (e == NULL || e->format != EXIF_FORMAT_ASCII || e->data == NULL)
        return;
    for (; n < e->size && n + 1U < size && e->data[n] != '\0'; n++) {
        bool printable = e->data[n] >= 0x20U && e->data[n] < 0x7FU;
        out[n] = printable ? (char)e->data[n] : '?';
        if (out[n] != ' ')
            end = n + 1U;
    }
    out[end] = '\0';
}

static double longer(double a, double b)
{
    return a > b ? a : b;
}

/* Return (diagonal of the sensor) / (longer side of the picture), derived from
 * the picture's aspect ratio. Returns 0 for an aspect ratio that no sensor has,
 * because such a picture was cropped by an unknown amount; a square picture is
 * one of these. Pictures wider than 3:2 are assumed to use the full width of a
 * 4:3 sensor, which gives sqrt(4^2 + 3^2) / 4 = 1.25. This was checked with a
 * 20:9 photo of a telephone (24 mm equivalent, 5.23 mm on a 1/1.7 inch sensor):
 * its equivalent is that of the whole sensor. */
static double sensor_diagonal_frac(double w, double h)
{
    static const struct {
        double least, most, diagonal;
    } sides[] = {
        {1.32, 1.345, 1.25},     /* 4:3 */
        {1.485, 1.515, 1.20185}, /* 3:2 */
        {1.76, 1.795, 1.25},     /* 16:9 */
        {1.98, 2.25, 1.25},      /* 18:9 to 20:9 */
    };
    double ratio = w > h ? w / h : h / w;
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++)
        if (ratio >= sides[i].least && ratio <= sides[i].most)
            return sides[i].diagonal;
    return 0.0;
}

/* Return focal length / longer side from the 35 mm equivalent f35: f35 /
 * FRAME_DIAGONAL_MM * diagonal. Returns 0 if it is not given. Apple's
 * equivalent includes the digital zoom. Of other makers some include it and
 * some do not; for them the geometric mean of both cases is returned (the value
 * above times sqrt(zoom)), and *sigma grows by sqrt(zoom) - 1 so that it covers
 * both. */
static double equivalent_frac(ExifData *exif, const crok_photo *photo,
                              double diagonal, double *sigma)
{
    double f_mm =
        number(exif, EXIF_IFD_EXIF, EXIF_TAG_FOCAL_LENGTH_IN_35MM_FILM, 0.0);
    double zoom = number(exif, EXIF_IFD_EXIF, EXIF_TAG_DIGITAL_ZOOM_RATIO, 1.0);
    double frac = f_mm / FRAME_DIAGONAL_MM * diagonal;
    if (zoom <= 1.0 || strcmp(photo->make, "Apple") == 0)
        return frac;
    *sigma += sqrt(zoom) - 1.0;
    return frac * sqrt(zoom);
}

/* Return focal length / longer side = f_px / wide_px, from the focal length in
 * mm and the sensor's pixels per unit of length:
 *   f_px = f_mm * (pixels per unit) / (mm per unit) * zoom
 * Returns 0 if these are not given. wide_px is the longer side in pixels when
 * the photo was taken. */
static double sensor_frac(ExifData *exif, double wide_px)
{
    double f_mm = number(exif, EXIF_IFD_EXIF, EXIF_TAG_FOCAL_LENGTH, 0.0);
    double per_unit =
        number(exif, EXIF_IFD_EXIF, EXIF_TAG_FOCAL_PLANE_X_RESOLUTION, 0.0);
    double unit =
        number(exif, EXIF_IFD_EXIF, EXIF_TAG_FOCAL_PLANE_RESOLUTION_UNIT, 2.0);
    double zoom = number(exif, EXIF_IFD_EXIF, EXIF_TAG_DIGITAL_ZOOM_RATIO, 1.0);
    double unit_mm = unit == 3.0 ? 10.0 : 25.4; /* mm per unit: centimetre or
                                                 * inch */
    return f_mm * per_unit / unit_mm / wide_px * (zoom > 1.0 ? zoom : 1.0);
}

/* Set the prior of the focal length. The prior is omitted in three cases.
 * First: the picture's aspect ratio is not that of a sensor, so it was cropped.
 * Second: longer / (w + h) differs by more than 0.005 from the value for the
 * size that EXIF records, so it was cropped later. Third: the focal length is
 * implausible, or its relative uncertainty exceeds 50 %. */
static void apply_focal(ExifData *exif, crok_photo *photo)
{
    double w = photo->stored_w_px, h = photo->stored_h_px;
    double w0 = number(exif, EXIF_IFD_EXIF, EXIF_TAG_PIXEL_X_DIMENSION, 0.0);
    double h0 = number(exif, EXIF_IFD_EXIF, EXIF_TAG_PIXEL_Y_DIMENSION, 0.0);
    bool known = w0 > 0.0 && h0 > 0.0;
    double ratio = longer(w, h) / (w + h);
    double ratio0 = known ? longer(w0, h0) / (w0 + h0) : ratio;
    double diagonal = sensor_diagonal_frac(w, h);
    double sigma = FOCAL_SIGMA, frac = 0.0;
    if (!(diagonal > 0.0) || fabs(ratio - ratio0) > 0.005)
        return;
    frac = equivalent_frac(exif, photo, diagonal, &sigma);
    if (!(frac > 0.0))
        frac = sensor_frac(exif, known ? longer(w0, h0) : longer(w, h));
    if (!(frac >= FOCAL_MIN && frac <= FOCAL_MAX) || sigma > 0.5)
        return;
    photo->has_focal = true;
    photo->focal_frac = frac;
    photo->focal_sigma_frac = sigma;
}

static void apply_orientation(ExifData *exif, crok_photo *photo)
{
    double o = number(exif, EXIF_IFD_0, EXIF_TAG_ORIENTATION, 1.0);
    if (o >= 1.0 && o <= 8.0)
        photo->orientation = (int)o;
    else if (o > 8.0) /* 0 is common and means "unknown" */
        crok_photo_warn(photo, "EXIF orientation %g does not exist; ignored",
                        o);
}

/* libexif reports damage only to its log, and there it cannot be distinguished
 * from damaged maker notes, which are common and harmless. So a block counts as
 * damaged if no entry was read from it. */
static bool has_entries(const ExifData *exif)
{
    return exif->ifd[EXIF_IFD_0]->count > 0U ||
           exif->ifd[EXIF_IFD_EXIF]->count > 0U;
}

static ExifData *load(const uint8_t *tiff, size_t n)
{
    static const uint8_t intro[6] = {'E', 'x', 'i', 'f', 0, 0};
    uint8_t *block = NULL;
    ExifData *exif = exif_data_new();
    if (exif == NULL)
        return NULL;
    exif_data_unset_option(exif, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION);
    exif_data_unset_option(exif, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS);
    block = malloc(n + sizeof intro);
    if (block != NULL) {
        memcpy(block, intro, sizeof intro);
        memcpy(block + sizeof intro, tiff, n);
        exif_data_load_data(exif, block, (unsigned)(n + sizeof intro));
    }
    free(block);
    return exif;
}

void crok_exif_apply(crok_photo *photo, const uint8_t *tiff, size_t n)
{
    ExifData *exif = NULL;
    if (n <= EXIF_MAX_BYTES)
        exif = load(tiff, n);
    if (exif == NULL || !has_entries(exif)) {
        crok_photo_warn(photo, "the EXIF data is damaged; ignored");
    } else {
        text(exif, EXIF_TAG_MAKE, photo->make, sizeof photo->make);
        text(exif, EXIF_TAG_MODEL, photo->model, sizeof photo->model);
        apply_orientation(exif, photo);
        apply_focal(exif, photo);
    }
    if (exif != NULL)
        exif_data_unref(exif);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/kept_photos.h: keep scored photos in a folder, to train networks on and
 * to measure results with. A photo is kept if a person answered at least one
 * question about it and none is left open (report/truth_file.h).
 *
 * Two files are written for each (core/kept_picture.h): its truth, and the
 * whole upright picture, encoded anew, so no EXIF data, comment, profile or
 * thumbnail of the photo's file gets into it.
 *
 * Room     cli.
 * Threads  one owner. */
#ifndef CROK_CLI_KEPT_PHOTOS_H
#define CROK_CLI_KEPT_PHOTOS_H

#include "cli/inputs.h"
#include "report/result.h"

typedef struct crok_kept_photos {
    const char *dir;                   /* borrowed; NULL: nothing is kept */
    const crok_score_options *options; /* borrowed: of every photo */
    bool force; /* replace also files that this program did not write */
    int n;      /* photos that were kept */
} crok_kept_photos;

/* Make the folder and its parents if they are missing, before the work. Does
 * nothing without a folder.
 *
 *   inputs  borrowed: the photos that will be scored
 *
 * CROK_EARG    the rule book has other values of discs than truth files, or one
 *              of the photos is in the folder
 * CROK_EIO     the folder cannot be made
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_kept_photos_begin(const crok_kept_photos *k,
                                                 const crok_inputs *inputs,
                                                 crok_err *err);

/* Keep a photo, if it is one to be kept. Its file is read once more. If one of
 * the two files cannot be replaced, neither is written.
 *
 *   r    borrowed; r->image is the photo's path
 *   err  may be NULL
 *
 * CROK_EARG    there is such a file, and this program did not write it
 * CROK_EIO     a file cannot be written, or the photo cannot be read any more
 * CROK_EFORMAT, CROK_EUNSUPPORTED, CROK_ETOOLARGE  the photo cannot be read any
 *              more, or has changed since it was scored
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_kept_photos_add(crok_kept_photos *k,
                                               const crok_result *r,
                                               crok_err *err);

#endif

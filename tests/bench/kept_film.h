/* SPDX-License-Identifier: Apache-2.0
 *
 * bench/kept_film.h: the pictures of a simulated film in a file, one JPEG after
 * the other, so that the same film is drawn once and watched many times. What
 * is watched is always decoded from JPEG, also the first time.
 *
 * A file is written under its name with ".part" added, and gets its name when
 * the film is over. Delete the files when the simulator changes. */
#ifndef CROK_TESTS_BENCH_KEPT_FILM_H
#define CROK_TESTS_BENCH_KEPT_FILM_H

#include <stdbool.h>
#include <stdio.h>

#include "core/image.h"

typedef struct kept_film {
    FILE *file; /* NULL: nothing is kept */
    bool is_written;
    char path[1024];
    void *encoder, *decoder; /* of libjpeg-turbo; no encoder where the film is
                                read */
    unsigned char *bytes;    /* of one picture, libjpeg-turbo's */
    unsigned long room;
} kept_film;

/* Open a film for reading if the file is there, else for writing. False: it
 * cannot be opened. */
bool kept_film_open(kept_film *film, const char *path);

/* Is the film drawn, so that kept_film_take is given its pictures? */
bool kept_film_is_drawn(const kept_film *film);

/* Write the picture and replace it by what a reader will see; or read the next
 * picture.
 *
 *   img  RGB8, of the film's size
 *
 * False: the file cannot be written, or is not such a film. */
bool kept_film_take(kept_film *film, crok_image *img);

/* The film is over. False: it could not be written to its end. */
bool kept_film_close(kept_film *film);

#endif

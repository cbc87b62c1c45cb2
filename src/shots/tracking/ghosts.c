/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/tracking/ghosts.h"

#include <math.h>
#include <string.h>

#include "shots/tracking/trajectory.h"

/* Two detections of frames in a row are at one place within this, mm: four
 * errors of one (tracks.c). */
#define SAME_MM 5.0
/* A disc in motion has moved by at least this part of its radius. */
#define MOVED_RADII 0.5
/* Frames in a row are at most so far apart, ns. */
#define IN_A_ROW_NS INT64_C(120000000)
/* A film has ghosts if at least LEAST_GHOSTS were counted, and if they are at
 * least LEAST_PART of all discs that moved. Chosen by hand: in a film in which
 * every fifth frame is mixed the part is 0.2. */
#define LEAST_GHOSTS 3.0
#define LEAST_PART 0.1
/* The counts are halved from here on, so that a cut to another film counts. */
#define MOST 200.0

static bool has_at(const crok_detections *d, crok_mm at)
{
    for (int i = 0; i < d->n; i++)
        if (crok_mm_apart(d->disc[i].at, at) < SAME_MM)
            return true;
    return false;
}

/* Does a disc appear in frame `is`, within the reach of `at`, that was not
 * there in frame `was`? One beside a cover does not count: a hand's parts come
 * and go. */
static bool has_new(const crok_detections *is, const crok_detections *was,
                    crok_mm at, double disc_mm)
{
    double reach =
        CROK_FASTEST_MM_S * 1e-9 * (double)(is->t_ns - was->t_ns) + SAME_MM;
    for (int i = 0; i < is->n; i++) {
        const crok_detection *d = &is->disc[i];
        double off = crok_mm_apart(d->at, at);
        if (d->covered < CROK_BESIDE_COVER && off > MOVED_RADII * disc_mm &&
            off < reach && !has_at(was, d->at))
            return true;
    }
    return false;
}

static bool are_in_a_row(const crok_detections *is, const crok_detections *was)
{
    return was->t_ns != 0 && is->t_ns - was->t_ns < IN_A_ROW_NS;
}

/* Count what the frame before the present one has shown. */
static void count(crok_ghosts *g, const crok_detections *now, double disc_mm)
{
    const crok_detections *last = &g->was[0];
    const crok_detections *before = &g->was[1];
    for (int i = 0; i < last->n; i++) {
        const crok_detection *d = &last->disc[i];
        if (d->covered >= CROK_BESIDE_COVER || has_at(now, d->at))
            continue;
        if (!has_at(before, d->at))
            g->n_clean += has_new(now, last, d->at, disc_mm);
        else if (!has_at(&g->was[2], d->at))
            g->n_ghosts += has_new(last, before, d->at, disc_mm);
    }
    if (g->n_ghosts + g->n_clean <= MOST)
        return;
    g->n_ghosts *= 0.5;
    g->n_clean *= 0.5;
}

static bool is_ghost(const crok_ghosts *g, const crok_detections *now,
                     const crok_detection *d, double disc_mm)
{
    return d->covered < CROK_BESIDE_COVER && has_at(&g->was[0], d->at) &&
           !has_at(&g->was[1], d->at) &&
           has_new(now, &g->was[0], d->at, disc_mm);
}

static bool has_ghosts(const crok_ghosts *g)
{
    return g->n_ghosts >= LEAST_GHOSTS &&
           g->n_ghosts >= LEAST_PART * (g->n_ghosts + g->n_clean);
}

void crok_ghosts_drop(crok_ghosts *g, double disc_mm, crok_detections *d)
{
    crok_detections now = *d;
    bool is_row =
        are_in_a_row(&now, &g->was[0]) && are_in_a_row(&g->was[0], &g->was[1]);
    if (is_row && are_in_a_row(&g->was[1], &g->was[2]))
        count(g, &now, disc_mm);
    if (is_row && has_ghosts(g)) {
        d->n = 0;
        for (int i = 0; i < now.n; i++)
            if (!is_ghost(g, &now, &now.disc[i], disc_mm))
                d->disc[d->n++] = now.disc[i];
    }
    memmove(g->was + 1, g->was, 2 * sizeof *g->was);
    g->was[0] = now;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "board/search/search.h"

#include <math.h>

#include "board/edges.h"
#include "board/search/accumulator.h"
#include "board/search/pegs.h"
#include "board/search/rings.h"
#include "cv/cv.h"

/* Longer side of the copy that is searched, at most: the rings are then 100 px
 * and more, their lines about a pixel wide. Where that shows no board, a larger
 * copy, searched thoroughly, may: faint lines on strong grain are lost in the
 * small one. */
typedef struct search_effort {
    int side_px;
    bool is_thorough;
    int n_candidates; /* candidate centres that are fitted, at most */
} search_effort;
#define MAX_CANDIDATES 16
static const search_effort search_efforts[CROK_SEARCH_EFFORTS] = {
    {800, false, 9}, {1200, true, MAX_CANDIDATES}};
/* Rounds of a fit to edges: each is followed by another with a smaller gate. */
#define SEARCH_ROUNDS 8
/* The worth of lines, caught all round, that ends the search early; the
 * residual, as a part of the radius, that makes lines worth a third. */
#define GOOD_WORTH 0.25
#define MIN_WORTH 0.10
#define RESIDUAL_FRAC 0.0020
/* Choices of lines tried of the same rings. */
#define MAX_TRIES 6
/* A board with its rail, outer line = 1. */
#define RAIL_RADII 1.35
/* A ring at least this much as line-like as the best is its rival, if it is
 * another ring: farther away than this, outer line = 1. */
#define RIVAL 0.5
#define SAME_RING 0.010

/* The prior of the search: the focal length may move a little, and the middle
 * of a picture of which nothing tells where it was. */
static crok_fit_prior search_prior(const crok_fit_prior *prior, crok_belief is)
{
    crok_fit_prior p = *prior;
    p.f_rel_sigma = fmin(p.f_rel_sigma, 0.15);
    p.c_sigma_px = is == CROK_CUT_OUT ? p.c_sigma_px : 0.01;
    p.k1_sigma = 0.01;
    p.max_rounds = SEARCH_ROUNDS;
    return p;
}

/* How good lines are: what they look like, and how well they fit a camera. Of
 * two starts that end in different fits the one with small residuals is
 * right; a real board's lines leave up to 0.2 % of the radius. */
static double worth_of(const crok_board_lines *l)
{
    return l->quality * exp(-crok_board_lines_residual(l) / RESIDUAL_FRAC);
}

/* The picture that is searched, what is known of its camera, and the best
 * lines so far. */
typedef struct quest {
    const crok_view *view;
    crok_fit_prior prior;   /* of view->img */
    crok_board_lines *best; /* in view->img */
    crok_quadrants *quadrants;
    double worth; /* of the best */
    bool sure;    /* the best needs no better */
} quest;

/* A ring that may be the inner line. */
typedef struct inner_ring {
    double radius; /* outer line = 1 */
    double like;   /* the outer line, 0..1 */
    int pegs;      /* seen on it */
} inner_ring;

/* A ring that is seen as a step is a line's width farther out or in. */
static inner_ring look_at_inner(const crok_image *img,
                                const crok_board_lines *lines, double radius,
                                double quadrant_rad)
{
    const crok_camera *cam = &lines->fit.cam;
    double aside =
        lines->inner_is_step ? lines->width_px * cam->t_mm.z / cam->f_px : 0.0;
    inner_ring r;
    r.like = crok_board_lines_like(img, lines, radius, &r.radius);
    r.pegs = crok_pegs_seen(img, cam, r.radius, quadrant_rad);
    for (int k = -1; k <= 1 && aside > 0.0; k += 2) {
        int n = crok_pegs_seen(img, cam, r.radius + k * aside, quadrant_rad);
        r.pegs = n > r.pegs ? n : r.pegs;
    }
    return r;
}

/* Sets lines->inner_is_sure. Of the rings that look like the outer line, where
 * boards have the inner one, it is the one with pegs on it, or else the only
 * one; a painted edge alone does not prove it. Gives the radius of the ring
 * that has it, outer line = 1. */
static double choose_inner(const crok_image *img, const crok_ring_fit *rings,
                           double unit, double quadrant_rad,
                           crok_board_lines *lines)
{
    inner_ring best = look_at_inner(
        img, lines, lines->fit.radius[CROK_LINE_INNER], quadrant_rad);
    double first = best.radius;
    double least = RIVAL * best.like;
    bool rival = lines->inner_is_step;
    for (int i = 0; i < rings->n_rings; i++) {
        inner_ring r;
        double at = rings->radius[i] / unit;
        if (!crok_board_lines_is_inner(at))
            continue;
        r = look_at_inner(img, lines, at, quadrant_rad);
        if (fabs(r.radius - first) < SAME_RING || r.like <= least)
            continue;
        rival = true;
        if (r.pegs > best.pegs)
            best = r;
    }
    lines->inner_is_sure = !rival || best.pegs >= CROK_PEGS_PROOF;
    return best.radius;
}

/* Puts a ring of this radius in place `at` of the list, its former owner at the
 * end. */
static void set_ring(crok_ring_fit *rings, int at, double radius)
{
    if (rings->n_rings < CROK_MAX_RINGS)
        rings->n_rings++;
    rings->radius[rings->n_rings - 1] = rings->radius[at];
    rings->radius[at] = radius;
}

/* Keeps lines that the quadrants agree with, if they are the best so far: with
 * the ring for the inner line that has the pegs. */
static void settle(const crok_ring_fit *rings, const crok_line_choice *choice,
                   const crok_quadrants *quadrants, crok_board_lines *lines,
                   quest *q)
{
    const crok_image *img = q->view->img;
    double unit = rings->radius[choice->ring[CROK_LINE_OUTER]];
    double inner = choose_inner(img, rings, unit, quadrants->angle_rad, lines);
    if (fabs(inner - lines->fit.radius[CROK_LINE_INNER]) > SAME_RING) {
        crok_ring_fit other = *rings;
        crok_line_choice c = *choice;
        c.inner_is_step = false;
        other.radius[c.ring[CROK_LINE_INNER]] = inner * unit;
        if (crok_board_lines_fit(img, &other, &c, &q->prior, lines, NULL) !=
            CROK_OK)
            return;
        lines->inner_is_sure =
            fabs(inner - lines->fit.radius[CROK_LINE_INNER]) < SAME_RING;
    }
    if (worth_of(lines) <= q->worth)
        return;
    q->worth = worth_of(lines);
    q->sure = q->worth > GOOD_WORTH && crok_board_lines_are_caught(lines);
    *q->best = *lines;
    *q->quadrants = *quadrants;
}

/* Where the quadrants' lines end elsewhere than on the lines chosen, they tell
 * where to look: the rings with these two, seen by the lines' camera. */
static bool rings_from(const crok_quadrants *quadrants,
                       const crok_board_lines *lines,
                       const crok_ring_fit *rings, double unit,
                       crok_ring_fit *out)
{
    double middle = 0.0;
    double outer = 0.0;
    if (!crok_quadrants_span(quadrants, &middle, &outer))
        return false;
    *out = *rings;
    out->cam = lines->fit.cam;
    out->cam.t_mm = crok_vec3_scale(out->cam.t_mm, unit);
    set_ring(out, 0, outer * unit);
    set_ring(out, 1, middle * unit);
    return true;
}

/* Tries the rings' choices, most line-like first: the lines between quadrants
 * must end on the outer and the middle line, and pegs stand on the inner.
 * True where no choice is good, and the quadrants tell better rings. */
static bool try_choices(const crok_ring_fit *rings, quest *q,
                        crok_ring_fit *better)
{
    static _Thread_local crok_board_lines lines;
    crok_line_choice choice[CROK_MAX_CHOICES];
    const crok_image *img = q->view->img;
    int n = crok_board_lines_choose(img, rings, choice);
    bool told = false;
    for (int i = 0; i < n && i < MAX_TRIES && !q->sure; i++) {
        double unit = rings->radius[choice[i].ring[CROK_LINE_OUTER]];
        crok_quadrants quadrants;
        if (crok_board_lines_fit(img, rings, &choice[i], &q->prior, &lines,
                                 NULL) != CROK_OK)
            continue;
        quadrants = crok_quadrants_find(img, &lines);
        if (quadrants.contrast < CROK_QUADRANTS_LEAST)
            continue;
        if (crok_quadrants_agree(&quadrants, &lines))
            settle(rings, &choice[i], &quadrants, &lines, q);
        else if (!told)
            told = rings_from(&quadrants, &lines, rings, unit, better);
    }
    return told && !q->sure;
}

/* Lines in `view->img` from the best candidate centres of the small copy. */
static crok_status fit_candidates(const crok_view *view,
                                  const crok_image *small,
                                  const crok_edges *edges,
                                  const search_effort *effort, crok_belief is,
                                  crok_board_lines *out,
                                  crok_quadrants *quadrants, crok_err *err)
{
    crok_centre centre[MAX_CANDIDATES];
    crok_fit_prior coarse = crok_view_prior(view, small, is);
    crok_camera cam = crok_view_camera(small, coarse.f_px);
    quest q = {.view = view,
               .prior = crok_view_prior(view, view->img, is),
               .best = out,
               .quadrants = quadrants};
    int n = 0;
    crok_status st =
        crok_accumulate_centres(edges, &cam, effort->is_thorough, centre,
                                effort->n_candidates, &n, err);
    if (st != CROK_OK)
        return st;
    coarse = search_prior(&coarse, is);
    for (int i = 0; i < n && !q.sure; i++) {
        crok_ring_fit rings;
        crok_ring_fit better;
        double support = 0.0;
        st = crok_rings_fit(edges, &cam, &centre[i], &coarse, &rings, &support);
        if (st == CROK_ENOMEM)
            return crok_fail(err, st, "no memory to find the board");
        if (st != CROK_OK)
            continue;
        rings.cam = crok_camera_rescaled(&rings.cam,
                                         (double)small->w_px / view->img->w_px,
                                         view->img->w_px, view->img->h_px);
        if (try_choices(&rings, &q, &better))
            (void)try_choices(&better, &q, &rings);
    }
    if (q.worth > MIN_WORTH && !out->inner_is_sure)
        return crok_fail(err, CROK_ENOBOARD,
                         "rings of a board, but two of them may be the inner "
                         "line: let its pegs be seen");
    return q.worth > MIN_WORTH
               ? CROK_OK
               : crok_fail(err, CROK_ENOBOARD,
                           "no crokinole board in the picture: no three rings "
                           "that look like its lines");
}

crok_status crok_board_search(const crok_view *view, int effort, crok_belief is,
                              crok_board_lines *out, crok_quadrants *quadrants,
                              crok_err *err)
{
    const search_effort *how = NULL;
    const crok_image *img = view->img;
    double k = 1.0;
    crok_image small = {0};
    crok_edges edges = {0};
    crok_status st = CROK_OK;
    crok_camera beside;
    CROK_ASSERT(effort >= 0 && effort < CROK_SEARCH_EFFORTS);
    how = &search_efforts[effort];
    k = fmin(1.0, how->side_px / crok_longer_side(img));
    st = crok_cv_resize(img, (int)fmax(1.0, img->w_px * k),
                        (int)fmax(1.0, img->h_px * k), &small, err);
    if (st == CROK_OK)
        st = crok_edges_find(&small, INFINITY, &edges, err);
    if (st == CROK_OK && view->beside != NULL) {
        beside =
            crok_camera_rescaled(view->beside, (double)img->w_px / small.w_px,
                                 small.w_px, small.h_px);
        crok_edges_leave_out(&edges, &beside, RAIL_RADII);
    }
    if (st == CROK_OK)
        st = fit_candidates(view, &small, &edges, how, is, out, quadrants, err);
    crok_edges_free(&edges);
    crok_image_free(&small);
    return st;
}

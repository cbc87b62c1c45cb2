/* SPDX-License-Identifier: Apache-2.0 */
#include "board/search/search.h"

#include <math.h>

#include "board/edges.h"
#include "board/search/accumulator.h"
#include "board/search/pegs.h"
#include "board/search/rings.h"
#include "cv/cv.h"

/* The quick search has rings of 100 px and more, with lines about a pixel wide.
 * If it finds no board, the thorough one may: faint lines on strong grain are
 * lost in the smaller copy. On 529 renders, photos and variants of photos the
 * second search found the two boards that the first one had missed; with more
 * candidates it takes longer, above all where there is no board. */
typedef struct search_effort {
    int side_px;      /* longer side of the copy that is searched, at most */
    bool is_thorough; /* which grid of planes, see accumulator.h */
    int n_candidates; /* candidate centres that are fitted, at most */
} search_effort;
static const search_effort search_efforts[CROK_SEARCH_EFFORTS] = {
    {800, false, 9}, {1200, true, CROK_MAX_CENTRES}};
/* Iterations of one fit to edge points, at most. It need not converge, since
 * another fit with a narrower gate follows; chosen by hand, it saves time. */
#define SEARCH_ROUNDS 8
/* Priors of the search, 1 sd: the relative focal length, the principal point in
 * px, and k1. Chosen by hand: the fits of the search have many outliers, which
 * would bend a free lens. */
#define SEARCH_F_REL_SIGMA 0.15
#define SEARCH_C_SIGMA_PX 0.01
#define SEARCH_K1_SIGMA 0.01
/* Lines with a score (score_of) above GOOD_SCORE that are traced all round end
 * the search; below MIN_SCORE they are no board. Chosen by hand: a lower
 * GOOD_SCORE ends the search at a wrong fit, a higher one takes longer; a lower
 * MIN_SCORE accepts other rings, a higher one refuses crooked boards. */
#define GOOD_SCORE 0.25
#define MIN_SCORE 0.10
/* The residual, as a part of the outer radius, that divides the score by e. The
 * lines of real boards leave up to 0.0015. */
#define RESIDUAL_FRAC 0.0020
/* Choices of lines that are tried with the rings of one candidate. Chosen by
 * hand: it bounds the time. */
#define MAX_TRIES 6
/* Radius of a board with its rail, outer line = 1. */
#define RAIL_RADII 1.35
/* Another ring may be the inner line too if its similarity to the outer line is
 * above this part of the chosen ring's similarity. Chosen by hand, as is the
 * distance beyond which it is another ring (outer line = 1): 240 drawn boards
 * with rims and painted rings were 37 times wrong by more than 1 mm without
 * these checks, twice with them. */
#define RIVAL_FRAC 0.5
#define SAME_RING 0.010

/* The prior of the search, from that of the view: it leaves the lens nearly
 * fixed. Only in a picture that the board was cut out of is the principal point
 * free, since nothing tells where it was. */
static crok_fit_prior search_prior(const crok_fit_prior *prior, crok_crop crop)
{
    crok_fit_prior p = *prior;
    p.f_rel_sigma = fmin(p.f_rel_sigma, SEARCH_F_REL_SIGMA);
    p.c_sigma_px = crop == CROK_CROP_BOARD ? p.c_sigma_px : SEARCH_C_SIGMA_PX;
    p.k1_sigma = SEARCH_K1_SIGMA;
    p.max_iterations = SEARCH_ROUNDS;
    return p;
}

/* The score of fitted lines, 0..1:
 *
 *     quality * exp(-residual / RESIDUAL_FRAC)
 *
 * If two starts end in different fits, the one with the smaller residuals is
 * the right one. */
static double score_of(const crok_board_lines *l)
{
    return l->quality * exp(-crok_board_lines_residual(l) / RESIDUAL_FRAC);
}

/* The state of one search: the picture, the prior of its camera, and the best
 * lines so far. */
typedef struct search_state {
    const crok_view *view;
    crok_fit_prior prior;   /* of view->img */
    crok_board_lines *best; /* in view->img */
    crok_quadrants *quadrants;
    double score; /* of the best; 0 if there are none yet */
    bool done;    /* the best are good enough to end the search */
} search_state;

/* A ring that may be the inner line. */
typedef struct inner_ring {
    double radius;     /* outer line = 1 */
    double similarity; /* to the outer line, 0..1 */
    int pegs;          /* places of pegs that are occupied, 0..8 */
} inner_ring;

/* Measure the ring near `radius`. If the inner line is seen as a step, its
 * middle may be a line's width farther out or in than the step: then pegs are
 * counted at all three radii. */
static inner_ring measure_inner(const crok_image *img,
                                const crok_board_lines *lines, double radius,
                                double quadrant_rad)
{
    const crok_camera *cam = &lines->fit.cam;
    double aside =
        lines->inner_is_step ? lines->width_px * cam->t_mm.z / cam->f_px : 0.0;
    inner_ring r;
    r.similarity = crok_board_lines_similarity(img, lines, radius, &r.radius);
    r.pegs = crok_pegs_count(img, cam, r.radius, quadrant_rad);
    for (int k = -1; k <= 1 && aside > 0.0; k += 2) {
        int n = crok_pegs_count(img, cam, r.radius + k * aside, quadrant_rad);
        r.pegs = n > r.pegs ? n : r.pegs;
    }
    return r;
}

/* Choose the ring that is the inner line, and set lines->inner_is_sure. Returns
 * its radius, outer line = 1.
 *
 * The candidates are the rings at radii where boards have the inner line and
 * that look like the outer line. The one with the most pegs on it is chosen.
 * The choice is sure if there is only one candidate, or if enough pegs are
 * seen; the edge of a painted middle needs the pegs. */
static double choose_inner(const crok_image *img, const crok_ring_fit *rings,
                           double unit, double quadrant_rad,
                           crok_board_lines *lines)
{
    inner_ring best = measure_inner(
        img, lines, lines->fit.radius[CROK_LINE_INNER], quadrant_rad);
    double first = best.radius;
    double least = RIVAL_FRAC * best.similarity;
    bool rival = lines->inner_is_step;
    for (int i = 0; i < rings->n_rings; i++) {
        inner_ring r;
        double at = rings->radius[i] / unit;
        if (!crok_board_lines_is_inner(at))
            continue;
        r = measure_inner(img, lines, at, quadrant_rad);
        if (fabs(r.radius - first) < SAME_RING || r.similarity <= least)
            continue;
        rival = true;
        if (r.pegs > best.pegs)
            best = r;
    }
    lines->inner_is_sure = !rival || best.pegs >= CROK_PEGS_MIN_SURE;
    return best.radius;
}

/* Put a ring of this radius at index `at` of the list; the ring that was there
 * moves to the end, over the last one if the list is full. */
static void set_ring(crok_ring_fit *rings, int at, double radius)
{
    if (rings->n_rings < CROK_MAX_RINGS)
        rings->n_rings++;
    rings->radius[rings->n_rings - 1] = rings->radius[at];
    rings->radius[at] = radius;
}

/* Choose the inner line by its pegs, refit if that is another ring, and keep
 * the lines if their score is the best so far. The quadrant lines agree with
 * the outer and the middle line already. */
static void keep_if_best(const crok_ring_fit *rings,
                         const crok_line_choice *choice,
                         const crok_quadrants *quadrants,
                         crok_board_lines *lines, search_state *q)
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
    if (score_of(lines) <= q->score)
        return;
    q->score = score_of(lines);
    q->done = q->score > GOOD_SCORE && crok_board_lines_are_traced(lines);
    *q->best = *lines;
    *q->quadrants = *quadrants;
}

/* If the quadrant lines end elsewhere than on the lines chosen, their ends give
 * the radii of the outer and the middle line: make a list of rings that has
 * these two first, with the lines' camera. False if the ends do not agree. */
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

/* Try the choices of lines from these rings, the most similar to lines first.
 * The quadrant lines must end on the outer and the middle line, and pegs stand
 * on the inner one. True if the search is not done and the ends of quadrant
 * lines gave other radii: `better` then has rings with these. */
static bool try_choices(const crok_ring_fit *rings, search_state *q,
                        crok_ring_fit *better)
{
    crok_board_lines lines;
    crok_line_choice choice[CROK_MAX_CHOICES];
    const crok_image *img = q->view->img;
    int n = crok_board_lines_choose(img, rings, choice);
    bool has_better = false;
    for (int i = 0; i < n && i < MAX_TRIES && !q->done; i++) {
        double unit = rings->radius[choice[i].ring[CROK_LINE_OUTER]];
        crok_quadrants quadrants;
        if (crok_board_lines_fit(img, rings, &choice[i], &q->prior, &lines,
                                 NULL) != CROK_OK)
            continue;
        quadrants = crok_quadrants_find(img, &lines);
        if (quadrants.contrast < CROK_QUADRANTS_MIN_CONTRAST)
            continue;
        if (crok_quadrants_agree(&quadrants, &lines))
            keep_if_best(rings, &choice[i], &quadrants, &lines, q);
        else if (!has_better)
            has_better = rings_from(&quadrants, &lines, rings, unit, better);
    }
    return has_better && !q->done;
}

/* Find the lines in `q->view->img`, starting from the edge points and the best
 * candidate centres of the small copy. */
static crok_status fit_candidates(const crok_image *small,
                                  const crok_edges *edges,
                                  const search_effort *effort, crok_crop crop,
                                  search_state *q, crok_err *err)
{
    const crok_image *img = q->view->img;
    crok_centres centres;
    crok_fit_prior coarse = crok_view_prior(q->view, small, crop);
    crok_camera cam = crok_view_camera(small, coarse.f_px);
    crok_status st = crok_accumulate_centres(
        edges, &cam, effort->is_thorough, effort->n_candidates, &centres, err);
    if (st != CROK_OK)
        return st;
    coarse = search_prior(&coarse, crop);
    for (int i = 0; i < centres.n && !q->done; i++) {
        crok_ring_fit rings;
        crok_ring_fit better;
        double support = 0.0;
        st = crok_rings_fit(edges, &cam, &centres.at[i], &coarse, &rings,
                            &support);
        if (st == CROK_ENOMEM)
            return crok_fail(err, st, "no memory to find the board");
        if (st != CROK_OK)
            continue;
        rings.cam = crok_camera_rescaled(
            &rings.cam, (double)small->w_px / img->w_px, img->w_px, img->h_px);
        if (try_choices(&rings, q, &better))
            (void)try_choices(&better, q, &rings);
    }
    if (q->score > MIN_SCORE && !q->best->inner_is_sure)
        return crok_fail(err, CROK_ENOBOARD,
                         "rings of a board, but two of them may be the inner "
                         "line: let its pegs be seen");
    return q->score > MIN_SCORE
               ? CROK_OK
               : crok_fail(err, CROK_ENOBOARD,
                           "no crokinole board in the picture: no three rings "
                           "that look like its lines");
}

crok_status crok_board_search(const crok_view *view, int effort, crok_crop crop,
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
    search_state q = {.view = view,
                      .prior = crok_view_prior(view, img, crop),
                      .best = out,
                      .quadrants = quadrants};
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
        crok_edges_remove_within(&edges, &beside, RAIL_RADII);
    }
    if (st == CROK_OK)
        st = fit_candidates(&small, &edges, how, crop, &q, err);
    crok_edges_free(&edges);
    crok_image_free(&small);
    return st;
}

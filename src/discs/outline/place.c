/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/outline/place.h"

#include <math.h>
#include <string.h>

/* Unmodelled error of any disc, 1 sd, px of the picture: lines are not sharp,
 * outlines are shaded (rendered pictures: 0.10). */
#define FLOOR_PX 0.11
/* Unmodelled error of a disc placed by its edges, 1 sd, mm: UNSEEN_MM (1 -
 * fit)^2. If much of the outline has no edge, some of the measured edges belong
 * to another object (589 discs of rendered pictures: 0.28 mm where fit > 0.7,
 * 0.61 at 0.4 to 0.5, 1.01 below). */
#define UNSEEN_MM 1.5
/* Unmodelled error of a disc placed by its profiles, 1 sd, mm: UNEXPLAINED_MM
 * unexplained^6. The profiles may have taken a shadow as dark as the disc for
 * its edge (2704 discs of rendered pictures: errors are 1.0 sigma where
 * unexplained < 0.39, 1.3 sigma from there to 0.45, 2.6 sigma beyond). With the
 * fourth power, which was tried, 27 more calls are reported as close. */
#define UNEXPLAINED_MM 40.0
/* The effect of the pose's errors on a disc's place is computed for a point at
 * this part of the upper edge's height. It is below the upper edge because the
 * foot is visible too (335 discs of rendered pictures: 0.69). */
#define SEEN_HEIGHT 0.7
/* Steps of the numerical derivatives: px for the focal length and the principal
 * point, else rad or mm. */
#define STEP_PX 0.1
#define STEP 1e-4

crok_place_basis crok_place_basis_of(const crok_board_pose *pose,
                                     double height_mm, double px_per_mm)
{
    crok_place_basis b = {
        .pose = pose, .height_mm = height_mm, .px_per_mm = px_per_mm};
    /* the covariance is zero if the pose has none */
    if (!crok_board_pose_covariance(pose, b.pose_cov))
        memset(b.pose_cov, 0, sizeof b.pose_cov);
    return b;
}

/* Derivatives of the disc's distance from the centre by the camera's unknowns,
 * with the outline fixed in the picture. */
static void camera_gradient(const crok_place_basis *b, crok_mm at,
                            double gradient[CROK_N_CAM])
{
    double z = SEEN_HEIGHT * (b->height_mm - CROK_DISC_ROUNDING_MM);
    crok_px top =
        crok_camera_project(&b->pose->camera, (crok_vec3){at.x, at.y, z});
    for (int k = 0; k < CROK_N_CAM; k++) {
        double step[CROK_N_CAM] = {0};
        double h = k == CROK_CAM_F || k == CROK_CAM_CX || k == CROK_CAM_CY
                       ? STEP_PX
                       : STEP;
        crok_camera cam;
        crok_mm m;
        step[k] = h;
        cam = crok_camera_moved(&b->pose->camera, step);
        m = crok_camera_unproject(&cam, top, z);
        gradient[k] = (hypot(m.x, m.y) - hypot(at.x, at.y)) / h;
    }
}

static double quadratic(const double *cov, const double *g)
{
    double sum = 0.0;
    for (int i = 0; i < CROK_POSE_UNKNOWNS; i++)
        for (int j = 0; j < CROK_POSE_UNKNOWNS; j++)
            sum += g[i] * cov[i * CROK_POSE_UNKNOWNS + j] * g[j];
    return fmax(sum, 0.0);
}

static int nearest_line(const crok_board *b, double d_mm)
{
    int best = 0;
    for (int k = 1; k < CROK_N_LINES; k++)
        if (fabs(d_mm - b->line_mm[k]) < fabs(d_mm - b->line_mm[best]))
            best = k;
    return best;
}

/* Unmodelled error of a disc's place, 1 sd, mm. */
static double unmodelled_sigma(const crok_place_basis *b,
                               const crok_adjusted *a)
{
    double unseen = 1.0 - a->fit;
    return hypot(FLOOR_PX / b->px_per_mm,
                 a->from_profiles ? UNEXPLAINED_MM * pow(a->unexplained, 6.0)
                                  : UNSEEN_MM * unseen * unseen);
}

/* The variance of the disc's distance from the centre, mm^2, because its
 * thickness and rounding are not measured. Its outline is seen at the upper
 * edge, so an error dh of the height moves it along the sight line: with e the
 * unit vector from the board's centre to the disc, by
 *
 *     dh (eye - at) . e / (eye.z - height)
 *
 * Up to CROK_PLACE_FITTED_SLOPE this is a part of the unmodelled error. */
static double height_variance(const crok_place_basis *b, crok_mm at)
{
    crok_vec3 eye = crok_camera_centre(&b->pose->camera);
    double d = fmax(hypot(at.x, at.y), 1e-9);
    double outward = ((eye.x - at.x) * at.x + (eye.y - at.y) * at.y) / d;
    double slope = outward / fmax(eye.z - b->height_mm, 1.0);
    return CROK_DISC_HEIGHT_SIGMA_MM * CROK_DISC_HEIGHT_SIGMA_MM *
           fmax(slope * slope -
                    CROK_PLACE_FITTED_SLOPE * CROK_PLACE_FITTED_SLOPE,
                0.0);
}

/* The part of a line's variance that the pose's covariance does not include:
 * all of it if there is no covariance, and a line's width where only one of its
 * edges is seen. */
static double line_variance(const crok_place_basis *b, int line)
{
    int k = CROK_N_CAM + line - 1;
    double known =
        line > CROK_LINE_OUTER ? b->pose_cov[k * CROK_POSE_UNKNOWNS + k] : 0.0;
    double sigma = b->pose->line_sigma_mm[line];
    return fmax(sigma * sigma - known, 0.0);
}

crok_place_sigma crok_place_sigma_of(const crok_place_basis *b,
                                     const crok_adjusted *a)
{
    double d = fmax(hypot(a->at.x, a->at.y), 1e-9);
    double ex = a->at.x / d;
    double ey = a->at.y / d;
    double edges =
        ex * ex * a->cov[0] + 2.0 * ex * ey * a->cov[1] + ey * ey * a->cov[2];
    double floor_mm = unmodelled_sigma(b, a);
    double g[CROK_POSE_UNKNOWNS] = {0.0};
    double g_line[CROK_POSE_UNKNOWNS];
    int line = nearest_line(&b->pose->board, d);
    /* +1: the disc's edge nearest to the line is outside its centre; -1: inside
     */
    double side = d < b->pose->board.line_mm[line] ? 1.0 : -1.0;
    double size = a->radius_var +
                  2.0 * side * (ex * a->radius_cov[0] + ey * a->radius_cov[1]);
    camera_gradient(b, a->at, g);
    memcpy(g_line, g, sizeof g_line);
    if (line > CROK_LINE_OUTER)
        g_line[CROK_N_CAM + line - 1] -= 1.0;
    edges += floor_mm * floor_mm + height_variance(b, a->at);
    return (crok_place_sigma){
        .centre_mm = sqrt(edges + quadratic(b->pose_cov, g)),
        .line_mm =
            sqrt(fmax(edges + size, floor_mm * floor_mm) +
                 quadratic(b->pose_cov, g_line) + line_variance(b, line))};
}

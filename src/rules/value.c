/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/value.h"

#include <math.h>
#include <stddef.h>

#define MM_PER_INCH 25.4

crok_value_rules crok_value_rules_default(void)
{
    return (crok_value_rules){.hole = 20,
                              .inner = 15,
                              .middle = 10,
                              .outer = 5,
                              .leaning = 15,
                              .on_outer_line = 0,
                              .close_k = CROK_CLOSE_K};
}

crok_lines crok_lines_tournament(void)
{
    return (crok_lines){.outer_mm = 12.0 * MM_PER_INCH,
                        .middle_mm = 8.0 * MM_PER_INCH,
                        .inner_mm = 4.0 * MM_PER_INCH,
                        .width_mm = 1.6,
                        .hole_mm = 1.375 / 2.0 * MM_PER_INCH};
}

static bool positive(double x)
{
    return isfinite(x) && x > 0.0;
}

static bool not_negative(double x)
{
    return isfinite(x) && x >= 0.0;
}

bool crok_value_is_sane(const crok_lines *lines, const crok_rest *rest)
{
    bool ok = positive(lines->inner_mm) && positive(lines->middle_mm) &&
              positive(lines->outer_mm) && positive(lines->hole_mm) &&
              lines->middle_mm > lines->inner_mm &&
              lines->outer_mm > lines->middle_mm &&
              not_negative(lines->width_mm);
    if (!ok || rest == NULL)
        return ok;
    return positive(rest->r_mm) && not_negative(rest->sigma_mm) &&
           (int)rest->state >= 0 && rest->state < CROK_N_DISC_STATES &&
           (rest->state == CROK_DISC_OUT || not_negative(rest->d_mm));
}

static double line_radius(const crok_lines *lines, crok_line line)
{
    const double radius[CROK_N_LINES] = {
        [CROK_LINE_INNER] = lines->inner_mm,
        [CROK_LINE_MIDDLE] = lines->middle_mm,
        [CROK_LINE_OUTER] = lines->outer_mm,
    };
    return radius[line];
}

double crok_line_margin(const crok_lines *lines, crok_line line, double d_mm,
                        double r_mm)
{
    CROK_ASSERT(line > CROK_LINE_NONE && line < CROK_N_LINES);
    return fabs(d_mm - line_radius(lines, line)) - r_mm - lines->width_mm / 2.0;
}

/* Signed distance in mm of the disc's outermost point from the inner edge of
 * the line, with the symbols of crok_line_margin:
 *   (R - w / 2) - (d + r)
 * If it is > 0, the disc is wholly inside the line and gets the points of the
 * region inside it (G2). */
static double inside_mm(const crok_lines *lines, crok_line line,
                        const crok_rest *rest)
{
    return line_radius(lines, line) - lines->width_mm / 2.0 -
           (rest->d_mm + rest->r_mm);
}

static int at_most(int points, int most)
{
    return points < most ? points : most;
}

/* The value of the disc if all close calls go one way. A call is close if
 * |inside_mm| < |slack|. If slack > 0, the disc counts as inside that line; if
 * slack < 0, as not inside. slack = 0 gives the value at the measured position.
 */
static int value_with_slack(const crok_lines *lines,
                            const crok_value_rules *rules,
                            const crok_rest *rest, double slack)
{
    const int points[CROK_N_LINES] = {
        [CROK_LINE_INNER] = rules->inner,
        [CROK_LINE_MIDDLE] = rules->middle,
        [CROK_LINE_OUTER] = rules->outer,
    };
    int most = rest->state == CROK_DISC_LEANING ? rules->leaning : rules->hole;
    for (crok_line line = CROK_LINE_INNER; line >= CROK_LINE_OUTER; line--) {
        double in = inside_mm(lines, line, rest);
        bool inside = in > 0.0;
        if (fabs(in) < fabs(slack))
            inside = slack > 0.0;
        if (inside)
            return at_most(points[line], most);
    }
    return at_most(rules->on_outer_line, most);
}

static void find_nearest(const crok_lines *lines, const crok_rest *rest,
                         crok_value *v)
{
    v->margin_mm = HUGE_VAL;
    for (crok_line line = CROK_LINE_INNER; line >= CROK_LINE_OUTER; line--) {
        double m = crok_line_margin(lines, line, rest->d_mm, rest->r_mm);
        if (m < v->margin_mm) {
            v->margin_mm = m;
            v->nearest = line;
        }
    }
}

static crok_value fixed_value(crok_value v, int points)
{
    v.value = points;
    v.lo = points;
    v.hi = points;
    return v;
}

crok_value crok_value_of(const crok_lines *lines, const crok_value_rules *rules,
                         const crok_rest *rest)
{
    crok_value v = {.touching = CROK_LINE_NONE, .nearest = CROK_LINE_NONE};
    double slack = rules->close_k * rest->sigma_mm;
    CROK_ASSERT(crok_value_is_sane(lines, rest));
    if (rest->state == CROK_DISC_OUT) {
        v.beyond = true;
        return fixed_value(v, 0);
    }
    find_nearest(lines, rest, &v);
    if (rest->state == CROK_DISC_HOLE) {
        v = fixed_value(v, rules->hole);
        v.lo = rest->state_unsure ? rules->leaning : v.lo;
        return v;
    }
    v.close = fabs(v.margin_mm) < slack;
    v.touching = v.margin_mm > 0.0 ? CROK_LINE_NONE : v.nearest;
    v.beyond = !(inside_mm(lines, CROK_LINE_OUTER, rest) > 0.0);
    v.value = value_with_slack(lines, rules, rest, 0.0);
    v.lo = value_with_slack(lines, rules, rest, -slack);
    v.hi = value_with_slack(lines, rules, rest, slack);
    if (rest->state == CROK_DISC_LEANING && rest->state_unsure)
        v.hi = rules->hole;
    return v;
}

crok_points crok_value_total(const crok_lines *lines,
                             const crok_value_rules *rules,
                             const crok_rest *rest, int n, int side, int bowl)
{
    int in_bowl = bowl * rules->hole;
    crok_points sum = {in_bowl, in_bowl, in_bowl};
    for (int i = 0; i < n; i++) {
        crok_value v;
        if (rest[i].side != side)
            continue;
        v = crok_value_of(lines, rules, &rest[i]);
        sum.points += v.value;
        sum.lo += v.lo;
        sum.hi += v.hi;
    }
    return sum;
}

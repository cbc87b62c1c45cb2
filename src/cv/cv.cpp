/* SPDX-License-Identifier: Apache-2.0 */
#include "cv/cv.h"

#include <algorithm>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "core/enlarge.h"
#include "cv/draw.h"

namespace
{

/* Run f and turn an exception into a status with the exception's text. */
template <typename F>
crok_status guarded(crok_err *err, const char *what, F f) noexcept
{
    try {
        f();
        return CROK_OK;
    } catch (const std::bad_alloc &) {
        return crok_fail(err, CROK_ENOMEM, "no memory to %s", what);
    } catch (const std::exception &e) {
        return crok_fail(err, CROK_EVISION, "OpenCV could not %s: %s", what,
                         e.what());
    } catch (...) {
        return crok_fail(err, CROK_EVISION, "OpenCV could not %s", what);
    }
}

/* A cv::Mat that refers to the pixels of img; they are not copied. */
cv::Mat view(const crok_image *img)
{
    return cv::Mat(img->h_px, img->w_px, CV_8UC(static_cast<int>(img->format)),
                   img->data, img->stride_bytes);
}

} // namespace

void crok_cv_init(void)
{
    cv::setNumThreads(0);
}

crok_status crok_cv_resize(const crok_image *img, int w_px, int h_px,
                           crok_image *out, crok_err *err)
{
    crok_image small = {};
    crok_status st = crok_image_new(w_px, h_px, img->format, &small, err);
    const bool is_larger = w_px > img->w_px || h_px > img->h_px;
    if (st != CROK_OK)
        return st;
    if (is_larger && img->format == CROK_RGB8)
        st = crok_image_enlarge(img, &small, err);
    else
        st = guarded(err, "resize a picture", [&] {
            cv::Mat from = view(img);
            cv::Mat to = view(&small);
            const int part = std::min(img->w_px / w_px, img->h_px / h_px);
            if (part > 1) {
                const cv::Rect whole(0, 0, img->w_px / part * part,
                                     img->h_px / part * part);
                cv::Mat mean;
                cv::resize(from(whole), mean, whole.size() / part, 0.0, 0.0,
                           cv::INTER_AREA);
                from = mean;
            }
            cv::resize(from, to, to.size(), 0.0, 0.0,
                       is_larger ? cv::INTER_CUBIC : cv::INTER_LINEAR);
        });
    if (st == CROK_OK)
        *out = small;
    else
        crok_image_free(&small);
    return st;
}

crok_status crok_cv_remap(const crok_image *img, const float *map_x,
                          const float *map_y, crok_image *out, crok_err *err)
{
    return guarded(err, "rectify a picture", [&] {
        /* cv::Mat cannot refer to const data, but remap only reads its maps */
        const cv::Mat mx(out->h_px, out->w_px, CV_32F,
                         const_cast<float *>(map_x));
        const cv::Mat my(out->h_px, out->w_px, CV_32F,
                         const_cast<float *>(map_y));
        cv::Mat to = view(out);
        cv::remap(view(img), to, mx, my, cv::INTER_LINEAR, cv::BORDER_CONSTANT,
                  cv::Scalar::all(0.0));
    });
}

crok_status crok_cv_warp(const crok_image *img, const crok_mat3 *to_img,
                         crok_image *out, crok_err *err)
{
    return guarded(err, "warp a picture", [&] {
        const cv::Matx33d to(to_img->m);
        cv::Mat made = view(out);
        cv::warpPerspective(view(img), made, to, made.size(),
                            cv::INTER_CUBIC | cv::WARP_INVERSE_MAP,
                            cv::BORDER_REPLICATE);
    });
}

/* ---- cv/draw.h ---- */

namespace
{

/* OpenCV's drawing functions take coordinates as integers in units of
 * 2^-SHIFT px, that is, 1/16 px. */
const int SHIFT = 4;

std::vector<cv::Point> fixed_points(const crok_px *p, int n)
{
    std::vector<cv::Point> out;
    out.reserve(static_cast<size_t>(n));
    for (int i = 0; i < n; i++) {
        /* clamp the coordinates, so that their conversion to int cannot
         * overflow; a point so far away remains outside the picture */
        double x = std::min(std::max(p[i].x, -1e6), 1e6);
        double y = std::min(std::max(p[i].y, -1e6), 1e6);
        out.emplace_back(cvRound(x * (1 << SHIFT)), cvRound(y * (1 << SHIFT)));
    }
    return out;
}

/* Let f draw on the part of the picture that has all points and a border of
 * `around` px. If the ink is not opaque, mix the result with the picture. */
template <typename F>
void draw_mixed(crok_canvas *c, const std::vector<cv::Point> &points,
                double around, const crok_ink &ink, F f)
{
    cv::Mat all = view(c->img);
    cv::Rect box = cv::boundingRect(points);
    const int border = cvCeil(around) + 2;
    box = cv::Rect((box.x >> SHIFT) - border, (box.y >> SHIFT) - border,
                   (box.width >> SHIFT) + 2 * border + 1,
                   (box.height >> SHIFT) + 2 * border + 1) &
          cv::Rect(0, 0, all.cols, all.rows);
    if (box.empty())
        return;
    cv::Mat part = all(box);
    cv::Mat drawn = ink.opacity < 1.0 ? part.clone() : part;
    std::vector<cv::Point> moved = points;
    for (cv::Point &p : moved)
        p -= cv::Point(box.x << SHIFT, box.y << SHIFT);
    f(drawn, moved, cv::Scalar(ink.rgb[0], ink.rgb[1], ink.rgb[2]));
    if (ink.opacity < 1.0)
        cv::addWeighted(drawn, ink.opacity, part, 1.0 - ink.opacity, 0.0, part);
}

template <typename F>
void draw_guarded(crok_canvas *c, const char *what, F f) noexcept
{
    if (c->status == CROK_OK)
        c->status = guarded(&c->err, what, f);
}

} // namespace

void crok_draw_line(crok_canvas *c, const crok_px *p, int n, bool is_closed,
                    crok_ink ink, double width_px)
{
    draw_guarded(c, "draw a line", [&] {
        if (n < 2)
            return;
        const int width = std::max(1, cvRound(width_px));
        draw_mixed(c, fixed_points(p, n), width, ink,
                   [&](cv::Mat &to, const std::vector<cv::Point> &points,
                       const cv::Scalar &rgb) {
                       cv::polylines(to, points, is_closed, rgb, width,
                                     cv::LINE_AA, SHIFT);
                   });
    });
}

void crok_draw_area(crok_canvas *c, const crok_px *p, int n, crok_ink ink)
{
    draw_guarded(c, "fill an area", [&] {
        if (n < 3)
            return;
        draw_mixed(c, fixed_points(p, n), 0.0, ink,
                   [&](cv::Mat &to, const std::vector<cv::Point> &points,
                       const cv::Scalar &rgb) {
                       cv::fillPoly(to,
                                    std::vector<std::vector<cv::Point>>{points},
                                    rgb, cv::LINE_AA, SHIFT);
                   });
    });
}

void crok_draw_picture(crok_canvas *c, int x, int y, const crok_image *img)
{
    draw_guarded(c, "copy a picture", [&] {
        cv::Mat all = view(c->img);
        cv::Rect box = cv::Rect(x, y, img->w_px, img->h_px) &
                       cv::Rect(0, 0, all.cols, all.rows);
        if (!box.empty())
            view(img)(box - cv::Point(x, y)).copyTo(all(box));
    });
}

/* ---- periodic grids ---- */

crok_status crok_cv_spectrum(const crok_image *img, int x, int y, int n,
                             float *power, crok_err *err)
{
    return guarded(err, "compute a spectrum", [&] {
        cv::Mat part, window, f;
        cv::extractChannel(view(img)(cv::Rect(x, y, n, n)), part,
                           img->format == CROK_RGB8 ? 1 : 0);
        part.convertTo(part, CV_32F);
        part -= cv::mean(part);
        cv::createHanningWindow(window, part.size(), CV_32F);
        part = part.mul(window);
        cv::dft(part, f, cv::DFT_COMPLEX_OUTPUT);
        for (int v = 0; v < n; v++)
            for (int u = 0; u < n; u++) {
                const cv::Vec2f at = f.at<cv::Vec2f>(v, u);
                power[v * n + u] = at[0] * at[0] + at[1] * at[1];
            }
    });
}

/* The weights of two boxes of this width, one after the other. */
static cv::Mat two_boxes(double width_px)
{
    const double half = std::max(0.0, (width_px - 1.0) / 2.0);
    const int n = static_cast<int>(half) + 1;
    std::vector<double> box(static_cast<size_t>(2 * n + 1), 1.0 / width_px);
    cv::Mat both = cv::Mat::zeros(4 * n + 1, 1, CV_64F);
    box.front() = box.back() = (half - (n - 1)) / width_px;
    for (int i = 0; i <= 2 * n; i++)
        for (int j = 0; j <= 2 * n; j++)
            both.at<double>(i + j) +=
                box[static_cast<size_t>(i)] * box[static_cast<size_t>(j)];
    return both;
}

crok_status crok_cv_smooth(crok_image *img, double width_px, crok_err *err)
{
    return guarded(err, "smooth a picture", [&] {
        cv::Mat at = view(img);
        const cv::Mat kernel = two_boxes(width_px);
        cv::sepFilter2D(at, at, -1, kernel, kernel);
    });
}

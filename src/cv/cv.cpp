/* SPDX-License-Identifier: Apache-2.0 */
#include "cv/cv.h"

#include <exception>
#include <new>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

namespace
{

/* Runs f; what it throws becomes a status with the exception's words. */
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

/* A header over our pixels, no copy. */
cv::Mat view(const crok_image *img)
{
    return cv::Mat(img->h_px, img->w_px, CV_8UC(static_cast<int>(img->format)),
                   img->data, img->stride_bytes);
}

} // namespace

void crok_cv_init(void)
{
    cv::setNumThreads(1);
}

crok_status crok_cv_resize(const crok_image *img, int w_px, int h_px,
                           crok_image *out, crok_err *err)
{
    crok_image small = {};
    crok_status st = crok_image_new(w_px, h_px, img->format, &small, err);
    if (st != CROK_OK)
        return st;
    st = guarded(err, "resize a picture", [&] {
        cv::Mat to = view(&small);
        cv::resize(view(img), to, to.size(), 0.0, 0.0, cv::INTER_AREA);
    });
    if (st == CROK_OK)
        *out = small;
    else
        crok_image_free(&small);
    return st;
}

crok_status crok_cv_blur(crok_image *img, double sigma_px, crok_err *err)
{
    return guarded(err, "blur a picture", [&] {
        cv::Mat m = view(img);
        cv::GaussianBlur(m, m, cv::Size(), sigma_px);
    });
}

crok_status crok_cv_sobel(const crok_image *img, int16_t *gx, int16_t *gy,
                          crok_err *err)
{
    return guarded(err, "differentiate a picture", [&] {
        const int type = CV_16SC(static_cast<int>(img->format));
        cv::Mat dx(img->h_px, img->w_px, type, gx);
        cv::Mat dy(img->h_px, img->w_px, type, gy);
        cv::Sobel(view(img), dx, CV_16S, 1, 0);
        cv::Sobel(view(img), dy, CV_16S, 0, 1);
    });
}

crok_status crok_cv_remap(const crok_image *img, const float *map_x,
                          const float *map_y, crok_image *out, crok_err *err)
{
    return guarded(err, "rectify a picture", [&] {
        /* cv::Mat has no read-only view; remap does not write its maps */
        const cv::Mat mx(out->h_px, out->w_px, CV_32F,
                         const_cast<float *>(map_x));
        const cv::Mat my(out->h_px, out->w_px, CV_32F,
                         const_cast<float *>(map_y));
        cv::Mat to = view(out);
        cv::remap(view(img), to, mx, my, cv::INTER_LINEAR, cv::BORDER_CONSTANT,
                  cv::Scalar::all(0.0));
    });
}

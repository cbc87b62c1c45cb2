/* SPDX-License-Identifier: Apache-2.0
 *
 * The shared library crokeye_video.so. It has only what OpenCV's videoio needs.
 */
#include "cv/video_module.h"

#include <cstdio>
#include <exception>
#include <new>

#include <opencv2/core.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/videoio.hpp>

namespace
{

struct film {
    cv::VideoCapture capture;
    cv::Mat picture; /* its memory is reused for each frame */
    double pixel_aspect = 1.0;
};

/* Run f and return its status. If it throws an exception, return CROK_ENOMEM or
 * CROK_EVISION with a message. */
template <typename F> crok_status guarded(char *msg, size_t n, F f) noexcept
{
    try {
        return f();
    } catch (const std::bad_alloc &) {
        (void)std::snprintf(msg, n, "no memory for a film");
        return CROK_ENOMEM;
    } catch (const std::exception &e) {
        (void)std::snprintf(msg, n, "OpenCV failed at the film: %s", e.what());
    } catch (...) {
        (void)std::snprintf(msg, n, "OpenCV failed at the film");
    }
    return CROK_EVISION;
}

/* The pixel's aspect ratio that the film gives; 1 if it gives none. */
double aspect_of(const cv::VideoCapture &capture)
{
    const double num = capture.get(cv::CAP_PROP_SAR_NUM);
    const double den = capture.get(cv::CAP_PROP_SAR_DEN);
    return num > 0.0 && den > 0.0 ? num / den : 1.0;
}

crok_status film_open(const char *path, double patience_s, double *fps,
                      void **out, char *msg, size_t n)
{
    return guarded(msg, n, [&] {
        const int patience_ms = static_cast<int>(patience_s * 1e3);
        film *f = new film;
        *out = f;
        // its messages may hold the address
        cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
        f->capture.open(path, cv::CAP_FFMPEG,
                        {cv::CAP_PROP_OPEN_TIMEOUT_MSEC, patience_ms,
                         cv::CAP_PROP_READ_TIMEOUT_MSEC, patience_ms});
        if (!f->capture.isOpened()) {
            delete f;
            *out = nullptr;
            (void)std::snprintf(msg, n, "it cannot be opened as a film");
            return CROK_EFORMAT;
        }
        *fps = f->capture.get(cv::CAP_PROP_FPS);
        f->pixel_aspect = aspect_of(f->capture);
        return CROK_OK;
    });
}

crok_status film_next(void *self, crok_video_frame *out, char *msg, size_t n)
{
    return guarded(msg, n, [&] {
        film *f = static_cast<film *>(self);
        *out = crok_video_frame{};
        if (!f->capture.read(f->picture) || f->picture.empty())
            return CROK_OK;
        if (f->picture.type() != CV_8UC3) {
            (void)std::snprintf(msg, n, "a film of an unknown kind of pixels");
            return CROK_EVISION;
        }
        out->bgr = f->picture.data;
        out->w_px = f->picture.cols;
        out->h_px = f->picture.rows;
        out->stride_bytes = f->picture.step;
        out->t_s = f->capture.get(cv::CAP_PROP_POS_MSEC) * 1e-3;
        out->pixel_aspect = f->pixel_aspect;
        return CROK_OK;
    });
}

void film_close(void *self)
{
    delete static_cast<film *>(self);
}

struct writer {
    cv::VideoWriter film;
    cv::Mat bgr; /* its memory is reused for each picture */
};

crok_status writer_create(const char *path, int w_px, int h_px, double fps,
                          void **out, char *msg, size_t n)
{
    return guarded(msg, n, [&] {
        writer *w = new writer;
        cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
        w->film.open(path, cv::CAP_FFMPEG,
                     cv::VideoWriter::fourcc('a', 'v', 'c', '1'), fps,
                     cv::Size(w_px, h_px));
        if (!w->film.isOpened()) {
            delete w;
            (void)std::snprintf(msg, n,
                                "it cannot be written as a film (the name "
                                "must end with .mp4)");
            return CROK_EIO;
        }
        w->bgr.create(h_px, w_px, CV_8UC3);
        *out = w;
        return CROK_OK;
    });
}

crok_status writer_add(void *self, const crok_image *rgb, char *msg, size_t n)
{
    return guarded(msg, n, [&] {
        writer *w = static_cast<writer *>(self);
        const cv::Mat from(rgb->h_px, rgb->w_px, CV_8UC3,
                           static_cast<void *>(rgb->data), rgb->stride_bytes);
        const int swap[] = {0, 2, 1, 1, 2, 0};
        cv::mixChannels(&from, 1, &w->bgr, 1, swap, 3);
        w->film.write(w->bgr);
        return CROK_OK;
    });
}

void writer_finish(void *self)
{
    delete static_cast<writer *>(self);
}

} // namespace

extern "C" __attribute__((visibility("default")))
const crok_video_module_calls *
crok_video_module(void)
{
    static const crok_video_module_calls calls = {
        CROK_VIDEO_VERSION, film_open,  film_next,    film_close,
        writer_create,      writer_add, writer_finish};
    return &calls;
}

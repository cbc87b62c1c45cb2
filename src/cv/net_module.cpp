/* SPDX-License-Identifier: Apache-2.0
 *
 * The shared library crokeye_net.so. It has only what OpenCV's dnn needs.
 */
#include "cv/net_module.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <map>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/dnn.hpp>

namespace
{

/* The thread's own copy of a network: running one changes its buffers. */
cv::dnn::Net &own_copy(const crok_net *net)
{
    static thread_local std::map<const unsigned char *, cv::dnn::Net> copies;
    const auto known = copies.find(net->onnx);
    if (known != copies.end())
        return known->second;
    cv::dnn::Net made = cv::dnn::readNetFromONNX(
        reinterpret_cast<const char *>(net->onnx), net->n_bytes);
    made.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
    made.setPreferableTarget(cv::dnn::DNN_TARGET_CPU);
    return copies.emplace(net->onnx, made).first->second;
}

void copy_out(const cv::Mat &from, const crok_net_planes &to)
{
    const auto n = static_cast<size_t>(to.n) * static_cast<size_t>(to.h) *
                   static_cast<size_t>(to.w);
    if (from.depth() != CV_32F || from.total() != n || !from.isContinuous())
        throw std::runtime_error(std::string("the output ") + to.name +
                                 " has another shape");
    const float *value = from.ptr<float>();
    std::copy(value, value + n, to.value);
}

void run_guarded(const crok_net *net, const crok_net_planes *in,
                 const crok_net_planes *out, int n_out)
{
    const int shape[] = {1, in->n, in->h, in->w};
    const cv::Mat input(4, shape, CV_32F, in->value);
    std::vector<cv::String> names;
    std::vector<cv::Mat> outputs;
    cv::dnn::Net &copy = own_copy(net);
    for (int i = 0; i < n_out; i++)
        names.emplace_back(out[i].name);
    copy.setInput(input);
    copy.forward(outputs, names);
    for (int i = 0; i < n_out; i++)
        copy_out(outputs[static_cast<size_t>(i)], out[i]);
}

crok_status net_run(const crok_net *net, const crok_net_planes *in,
                    const crok_net_planes *out, int n_out, char *msg,
                    size_t size)
{
    try {
        run_guarded(net, in, out, n_out);
        return CROK_OK;
    } catch (const std::bad_alloc &) {
        (void)std::snprintf(msg, size, "no memory for a network");
        return CROK_ENOMEM;
    } catch (const std::exception &e) {
        (void)std::snprintf(msg, size, "OpenCV could not run a network: %s",
                            e.what());
    } catch (...) {
        (void)std::snprintf(msg, size, "OpenCV could not run a network");
    }
    return CROK_EVISION;
}

} // namespace

extern "C" __attribute__((visibility("default"))) const crok_net_module_calls *
crok_net_module(void)
{
    static const crok_net_module_calls calls = {CROK_NET_VERSION, net_run};
    return &calls;
}

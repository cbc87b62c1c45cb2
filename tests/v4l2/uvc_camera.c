/* SPDX-License-Identifier: Apache-2.0
 *
 * uvc_camera: a USB webcam simulated in user space. It speaks USB/IP to the
 * kernel's virtual host controller (vhci-hcd) over a pair of sockets, and the
 * kernel's real driver, uvcvideo, makes a /dev/videoN of it: YUYV and MJPEG,
 * 640x480 and 1280x720, 30, 15 and 5 frames per second.
 *
 *   uvc_camera [-j FILE] [-u SECONDS [-r SECONDS]]
 *     -j  play the JPEG pictures in a file, one after another, as MJPEG
 *     -u  unplug after this time of streaming; -r  plug in again after this
 *
 * Prints when it is plugged in and unplugged, with the time of the monotonic
 * clock. Runs as root until it is unplugged for good or killed.
 *
 * Source   the Linux kernel's documentation, usb/usbip_protocol. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "v4l2/uvc.h"

/* Words of a USB/IP header, all big-endian, and its commands. */
enum {
    COMMAND,
    SEQUENCE,
    DEVICE,
    DIRECTION,
    ENDPOINT,
    WORD_5,
    LENGTH,
    SETUP = 10,
    N_WORDS = 12
};
enum { SUBMIT = 1, UNLINK, RET_SUBMIT, RET_UNLINK };

enum { MOST_PENDING = 64, MOST_BYTES = 65536 };

/* Transfers that wait for picture data. */
typedef struct pending {
    uint32_t sequence, room;
} pending;

typedef struct camera {
    uvc_device usb;
    int sock;
    pending wait[MOST_PENDING];
    int n_wait;
    uvc_picture picture; /* the picture being sent; at is NULL if none is */
    size_t sent;
    unsigned n_pictures;
    uint8_t frame_bit;
    double next_s, streaming_since_s; /* streaming_since_s < 0: not streaming
                                       * yet */
} camera;

static double now_s(void)
{
    struct timespec t = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* the connection; false: the kernel has closed it */

static bool read_all(int sock, void *to, size_t n)
{
    for (size_t at = 0; at < n;) {
        ssize_t got = recv(sock, (char *)to + at, n - at, 0);
        if (got <= 0 && !(got < 0 && errno == EINTR))
            return false;
        at += got > 0 ? (size_t)got : 0U;
    }
    return true;
}

static bool write_all(int sock, const void *from, size_t n)
{
    for (size_t at = 0; at < n;) {
        ssize_t put = send(sock, (const char *)from + at, n - at, MSG_NOSIGNAL);
        if (put < 0 && errno != EINTR)
            return false;
        at += put > 0 ? (size_t)put : 0U;
    }
    return true;
}

/* Complete a transfer with status 0 or -errno and n transferred bytes, which
 * follow the header if the direction is to the host. */
static bool reply(const camera *c, uint32_t sequence, int32_t status,
                  const uint8_t *data, uint32_t n)
{
    uint32_t head[N_WORDS] = {0};
    head[COMMAND] = htonl(RET_SUBMIT);
    head[SEQUENCE] = htonl(sequence);
    head[WORD_5] = htonl((uint32_t)status);
    head[LENGTH] = htonl(n);
    return write_all(c->sock, head, sizeof head) &&
           (data == NULL || write_all(c->sock, data, n));
}

/* ---- pictures ---- */

/* Send one payload in the first waiting transfer: a header of 2 bytes (its
 * length; bits for end of header, end of frame, frame parity) and a piece of
 * the picture. */
static bool send_payload(camera *c)
{
    enum { HEAD = 2, END_OF_HEADER = 0x80, END_OF_FRAME = 0x02 };
    uint8_t payload[UVC_PAYLOAD_BYTES] = {HEAD};
    uint32_t room = c->wait[0].room < UVC_PAYLOAD_BYTES ? c->wait[0].room
                                                        : UVC_PAYLOAD_BYTES;
    size_t left = c->picture.n - c->sent;
    size_t n = left < room - HEAD ? left : room - HEAD;
    uint32_t sequence = c->wait[0].sequence;
    payload[1] = (uint8_t)(END_OF_HEADER | c->frame_bit |
                           (n == left ? END_OF_FRAME : 0));
    memcpy(payload + HEAD, c->picture.at + c->sent, n);
    c->sent += n;
    if (n == left)
        c->picture.at = NULL;
    c->n_wait--;
    memmove(c->wait, c->wait + 1, (size_t)c->n_wait * sizeof *c->wait);
    return reply(c, sequence, 0, payload, (uint32_t)(HEAD + n));
}

static bool send_payloads(camera *c)
{
    while (c->n_wait > 0 && c->picture.at != NULL)
        if (!send_payload(c))
            return false;
    return true;
}

/* Begin the next picture when its time has come. */
static bool show(camera *c)
{
    double now = now_s();
    if (!c->usb.is_streaming || c->picture.at != NULL || c->n_wait == 0 ||
        now < c->next_s)
        return true;
    c->next_s += uvc_interval_s(&c->usb);
    if (c->next_s < now + uvc_interval_s(&c->usb) / 2.0) /* it was late: restart
                                                          * the schedule */
        c->next_s = now + uvc_interval_s(&c->usb) / 2.0;
    c->picture = uvc_picture_at(&c->usb, c->n_pictures++);
    c->sent = 0;
    c->frame_bit ^= 1U;
    return send_payloads(c);
}

static int wait_ms(const camera *c)
{
    double s = c->next_s - now_s();
    bool is_due = c->usb.is_streaming && c->picture.at == NULL && c->n_wait > 0;
    return !is_due || s > 0.1 ? 100 : s < 0.0 ? 0 : (int)(s * 1e3);
}

/* ---- requests ---- */

static bool on_control(camera *c, const uint32_t head[N_WORDS], uint8_t *data,
                       uint32_t n)
{
    uint8_t setup[8];
    bool was_streaming = c->usb.is_streaming;
    int got = 0;
    memcpy(setup, head + SETUP, sizeof setup);
    got = uvc_answer(&c->usb, setup, data, n);
    if (c->usb.is_streaming && !was_streaming) {
        c->next_s = now_s();
        if (c->streaming_since_s < 0.0)
            c->streaming_since_s = c->next_s;
    }
    if (!c->usb.is_streaming)
        c->picture.at = NULL;
    if (got < 0)
        return reply(c, ntohl(head[SEQUENCE]), -EPIPE, NULL, 0);
    if ((setup[0] & 0x80U) == 0U)
        return reply(c, ntohl(head[SEQUENCE]), 0, NULL, n);
    return reply(c, ntohl(head[SEQUENCE]), 0, data,
                 (uint32_t)got < n ? (uint32_t)got : n);
}

static bool on_submit(camera *c, const uint32_t head[N_WORDS])
{
    static uint8_t data[MOST_BYTES];
    uint32_t n = ntohl(head[LENGTH]);
    bool is_out = ntohl(head[DIRECTION]) == 0U;
    if (is_out && (n > MOST_BYTES || !read_all(c->sock, data, n)))
        return false;
    if (ntohl(head[ENDPOINT]) == 0U)
        return on_control(c, head, data, n);
    if (c->n_wait == MOST_PENDING || n <= 2U)
        return reply(c, ntohl(head[SEQUENCE]), -EPIPE, NULL, 0);
    c->wait[c->n_wait++] = (pending){ntohl(head[SEQUENCE]), n};
    return send_payloads(c);
}

/* The kernel cancels a transfer. */
static bool on_unlink(camera *c, const uint32_t head[N_WORDS])
{
    uint32_t back[N_WORDS] = {0};
    back[COMMAND] = htonl(RET_UNLINK);
    back[SEQUENCE] = head[SEQUENCE];
    for (int i = 0; i < c->n_wait; i++)
        if (c->wait[i].sequence == ntohl(head[WORD_5])) {
            c->n_wait--;
            memmove(c->wait + i, c->wait + i + 1,
                    (size_t)(c->n_wait - i) * sizeof *c->wait);
            back[WORD_5] = htonl((uint32_t)-ECONNRESET);
            break;
        }
    return write_all(c->sock, back, sizeof back);
}

static bool on_message(camera *c)
{
    uint32_t head[N_WORDS];
    if (!read_all(c->sock, head, sizeof head))
        return false;
    return ntohl(head[COMMAND]) == SUBMIT   ? on_submit(c, head)
           : ntohl(head[COMMAND]) == UNLINK ? on_unlink(c, head)
                                            : false;
}

/* ---- plugging ---- */

/* Pass the other end of the socket pair to the kernel: port 0, any device id,
 * high speed (3). */
static bool plug(camera *c)
{
    int pair[2] = {-1, -1};
    char line[32];
    int n = 0;
    int f = open("/sys/devices/platform/vhci_hcd.0/attach", O_WRONLY);
    *c = (camera){.streaming_since_s = -1.0, .sock = -1};
    uvc_reset(&c->usb);
    if (f < 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) {
        perror("uvc_camera: vhci-hcd");
        return false;
    }
    n = snprintf(line, sizeof line, "0 %d 65538 3", pair[1]);
    if (write(f, line, (size_t)n) != n) {
        perror("uvc_camera: attach");
        return false;
    }
    (void)close(f);
    (void)close(pair[1]);
    c->sock = pair[0];
    (void)printf("plugged %.3f\n", now_s());
    (void)fflush(stdout);
    return true;
}

/* Serve until it is unplugged (true) or the kernel closes the connection
 * (false). */
static bool serve(camera *c, double unplug_s)
{
    for (;;) {
        struct pollfd p = {.fd = c->sock, .events = POLLIN};
        if (unplug_s > 0.0 && c->streaming_since_s >= 0.0 &&
            now_s() - c->streaming_since_s > unplug_s)
            return true;
        if (!show(c))
            return false;
        if (poll(&p, 1, wait_ms(c)) > 0 && !on_message(c))
            return false;
    }
}

static bool run(double unplug_s, bool *is_unplugged)
{
    static camera c;
    if (!plug(&c))
        return false;
    *is_unplugged = serve(&c, unplug_s);
    (void)close(c.sock);
    (void)printf("%s %.3f after %u pictures\n",
                 *is_unplugged ? "unplugged" : "let go", now_s(), c.n_pictures);
    (void)fflush(stdout);
    return true;
}

int main(int argc, char **argv)
{
    double unplug_s = 0.0, replug_s = 0.0;
    bool is_unplugged = false;
    int o = 0;
    while ((o = getopt(argc, argv, "j:u:r:")) != -1) {
        if (o == 'u')
            unplug_s = strtod(optarg, NULL);
        else if (o == 'r')
            replug_s = strtod(optarg, NULL);
        else if (o != 'j' || !uvc_play(optarg)) {
            (void)fprintf(stderr, "usage: uvc_camera [-j FILE] [-u SECONDS "
                                  "[-r SECONDS]]\n");
            return 2;
        }
    }
    if (!run(unplug_s, &is_unplugged))
        return 1;
    if (is_unplugged && replug_s > 0.0) {
        (void)usleep((useconds_t)(replug_s * 1e6));
        return run(0.0, &is_unplugged) ? 0 : 1;
    }
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/qr.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <qrencode.h>

/* Free modules around the code. */
#define QUIET 4

static bool is_dark(const QRcode *qr, int x, int y)
{
    bool is_in = x >= 0 && y >= 0 && x < qr->width && y < qr->width;
    return is_in && (qr->data[y * qr->width + x] & 1) != 0;
}

static QRcode *encode(const char *text)
{
    return QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M);
}

/* A text that only grows; its room is computed before. */
static void append(char *to, size_t room, size_t *n, const char *more)
{
    size_t len = strlen(more);
    if (*n + len < room) {
        memcpy(to + *n, more, len + 1);
        *n += len;
    }
}

char *crok_qr_svg(const char *text)
{
    QRcode *qr = encode(text);
    const int size = qr == NULL ? 0 : qr->width + 2 * QUIET;
    const size_t room = 512 + (size_t)size * (size_t)size * 20;
    char *out = qr == NULL ? NULL : malloc(room);
    char part[512];
    size_t n = 0;
    if (out != NULL) {
        (void)snprintf(part, sizeof part,
                       "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 "
                       "0 %d %d\" shape-rendering=\"crispEdges\"><rect "
                       "width=\"%d\" height=\"%d\" fill=\"#fff\"/><path "
                       "d=\"",
                       size, size, size, size);
        append(out, room, &n, part);
        for (int y = 0; y < qr->width; y++)
            for (int x = 0; x < qr->width; x++) {
                (void)snprintf(part, sizeof part, "M%d %dh1v1h-1z", x + QUIET,
                               y + QUIET);
                append(out, room, &n, is_dark(qr, x, y) ? part : "");
            }
        append(out, room, &n, "\"/></svg>\n");
    }
    QRcode_free(qr);
    return out;
}

char *crok_qr_lines(const char *text)
{
    /* white on black, so that light modules are what is printed */
    static const char begin[] = "\x1b[97;40m";
    static const char end[] = "\x1b[0m\n";
    static const char *const two[2][2] = {{"\u2588", "\u2580"},
                                          {"\u2584", " "}};
    QRcode *qr = encode(text);
    const int size = qr == NULL ? 0 : qr->width + 2 * QUIET;
    const size_t room =
        64 + (size_t)(size / 2 + 1) * ((size_t)size * 3 + sizeof begin + 8);
    char *out = qr == NULL ? NULL : malloc(room);
    size_t n = 0;
    for (int y = -QUIET; out != NULL && y < qr->width + QUIET; y += 2) {
        append(out, room, &n, begin);
        for (int x = -QUIET; x < qr->width + QUIET; x++)
            append(out, room, &n,
                   two[is_dark(qr, x, y)][is_dark(qr, x, y + 1)]);
        append(out, room, &n, end);
    }
    QRcode_free(qr);
    return out;
}

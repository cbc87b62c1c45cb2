/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/qr.h: draw a QR code: a C interface to libqrencode.
 *
 * Room     serve: uses libqrencode.
 * Threads  values only; any thread.
 * Source   ISO/IEC 18004: four modules are left free around the code; level M
 *          restores 15 % of it. */
#ifndef CROK_SERVE_QR_H
#define CROK_SERVE_QR_H

#ifdef __cplusplus
extern "C" {
#endif

/* The code of a text as an SVG document, or as lines for a terminal in which
 * each character is two modules, one above the other: dark on light, also where
 * the terminal is light on dark.
 *
 * Returned: free with free(). NULL: there is no memory, or the text is too long
 * for a code (about 2300 bytes). */
char *crok_qr_svg(const char *text);
char *crok_qr_lines(const char *text);

#ifdef __cplusplus
}
#endif
#endif

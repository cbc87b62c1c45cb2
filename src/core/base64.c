/* SPDX-License-Identifier: Apache-2.0 */
#include "core/base64.h"

#include <stdlib.h>
#include <string.h>

static const char digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Number of characters that encode n bytes. */
static size_t text_length(size_t n)
{
    return (n + 2) / 3 * 4;
}

char *crok_base64_encode(const uint8_t *bytes, size_t n)
{
    char *text = malloc(text_length(n) + 1);
    char *to = text;
    if (text == NULL)
        return NULL;
    for (size_t i = 0; i < n; i += 3) {
        uint32_t word = (uint32_t)bytes[i] << 16;
        word |= i + 1 < n ? (uint32_t)bytes[i + 1] << 8 : 0;
        word |= i + 2 < n ? bytes[i + 2] : 0;
        *to++ = digits[word >> 18];
        *to++ = digits[word >> 12 & 63];
        *to++ = i + 1 < n ? digits[word >> 6 & 63] : '=';
        *to++ = i + 2 < n ? digits[word & 63] : '=';
    }
    *to = '\0';
    return text;
}

/* The value of a digit, 0 to 63; -1: it is none. */
static int value_of(char digit)
{
    const char *at = digit == '\0' ? NULL : strchr(digits, digit);
    return at == NULL ? -1 : (int)(at - digits);
}

/* Read four characters of which the last n_pad are '='. Returns -1 if they are
 * no digits. */
static int32_t word_of(const char *text, int n_pad)
{
    int32_t word = 0;
    for (int k = 0; k < 4; k++) {
        int value = k < 4 - n_pad ? value_of(text[k]) : 0;
        if (value < 0 || (k >= 4 - n_pad && text[k] != '='))
            return -1;
        word = word * 64 + value;
    }
    return word;
}

bool crok_base64_decode(const char *text, uint8_t *out, size_t n)
{
    if (strlen(text) != text_length(n))
        return false;
    for (size_t i = 0; i < n; i += 3, text += 4) {
        int n_pad = i + 3 > n ? (int)(i + 3 - n) : 0;
        int32_t word = word_of(text, n_pad);
        if (word < 0)
            return false;
        for (int k = 0; k < 3 - n_pad; k++)
            out[i + (size_t)k] = (uint8_t)(word >> (16 - 8 * k) & 255);
    }
    return true;
}

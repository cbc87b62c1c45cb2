/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/old_log.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/file.h"

/* Bytes, and places in the headers of the log and of a frame. */
enum {
    HEADER_BYTES = 32,
    PAGE_AT = 8,
    SALT_AT = 16,
    SUM_AT = 24,
    FRAME_BYTES = 24,
    FRAME_COMMIT_AT = 4, /* not 0: the frame ends a commit */
    FRAME_SALT_AT = 8,
    FRAME_SUM_AT = 16,
    PAGE_MAX = 65536
};

typedef struct checksum {
    uint32_t a, b;
} checksum;

static uint32_t big(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 |
           p[3];
}

static uint32_t little(const uint8_t *p)
{
    return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 |
           p[0];
}

/* Continue the checksum over n bytes, a multiple of 8. The lowest bit of the
 * log's first word tells the order of bytes. */
static checksum sum_on(checksum s, bool is_big, const uint8_t *p, long n)
{
    for (long i = 0; i < n; i += 8) {
        s.a += (is_big ? big(p + i) : little(p + i)) + s.b;
        s.b += (is_big ? big(p + i + 4) : little(p + i + 4)) + s.a;
    }
    return s;
}

/* Count the commits from the first damaged frame on. */
static int commits_behind_damage(FILE *f, const uint8_t *head, uint8_t *frame)
{
    const long page = (long)big(head + PAGE_AT);
    const bool is_big = (big(head) & 1U) != 0;
    checksum sum = sum_on((checksum){0, 0}, is_big, head, SUM_AT);
    bool is_damaged = false;
    int n = 0;
    while (fread(frame, 1, (size_t)(FRAME_BYTES + page), f) ==
           (size_t)(FRAME_BYTES + page)) {
        if (memcmp(frame + FRAME_SALT_AT, head + SALT_AT, 8) != 0) {
            is_damaged = true; /* the salt, or the end of this log */
            continue;
        }
        sum = sum_on(sum, is_big, frame, 8);
        sum = sum_on(sum, is_big, frame + FRAME_BYTES, page);
        if (sum.a != big(frame + FRAME_SUM_AT) ||
            sum.b != big(frame + FRAME_SUM_AT + 4))
            is_damaged = true;
        if (is_damaged && big(frame + FRAME_COMMIT_AT) != 0)
            n++;
    }
    return n;
}

bool crok_old_log_is_damaged(const char *path)
{
    uint8_t head[HEADER_BYTES];
    FILE *f = NULL;
    bool is_damaged = false;
    uint32_t page = 0;
    if (crok_file_open(path, &f, NULL) != CROK_OK)
        return false;
    if (fread(head, 1, sizeof head, f) == sizeof head)
        page = big(head + PAGE_AT);
    if (page >= 512 && page <= PAGE_MAX && page % 8 == 0) {
        uint8_t *frame = malloc(FRAME_BYTES + (size_t)page);
        is_damaged = frame != NULL && commits_behind_damage(f, head, frame) > 1;
        free(frame);
    }
    (void)fclose(f);
    return is_damaged;
}

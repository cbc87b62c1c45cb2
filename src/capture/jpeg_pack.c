/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/jpeg_pack.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <jerror.h>

enum {
    HEAD_BYTES = 2, /* the two bits of each line */
    LINE_BYTES = 8, /* of one byte a coefficient */
    MOST_BYTES = HEAD_BYTES + (int)sizeof(JBLOCK),
    SPARE_BYTES = 2 * LINE_BYTES /* after packed blocks: see below */
};

/* ---- blocks ----
 *
 * Which lines are zero or wide changes from block to block, so a processor
 * guesses branches on it wrong. Without branches, each line is written and read
 * as if it were wide, and only the step to the next one differs. So there
 * must be room after the last block. */

/* The low and the high bytes of a block. */
typedef struct halves {
    uint8_t low[DCTSIZE2], high[DCTSIZE2];
} halves;

static uint64_t load(const uint8_t *line)
{
    uint64_t v = 0;
    memcpy(&v, line, sizeof v);
    return v;
}

static void save(uint8_t *line, uint64_t v)
{
    memcpy(line, &v, sizeof v);
}

/* The high bytes that belong to low bytes of -128 to 127: all bits as the
 * sign. */
static uint64_t narrow_high(uint64_t low)
{
    return (low >> 7 & UINT64_C(0x0101010101010101)) * 0xFFU;
}

/* Pack a block; returns its end. */
static uint8_t *pack_block(const JCOEF *c, uint8_t *to)
{
    halves h;
    uint8_t *end = to + HEAD_BYTES;
    unsigned used = 0;
    unsigned wide = 0;
    for (int i = 0; i < DCTSIZE2; i++) {
        h.low[i] = (uint8_t)c[i];
        h.high[i] = (uint8_t)(c[i] >> 8);
    }
    for (int y = 0; y < DCTSIZE; y++) {
        uint64_t low = load(h.low + LINE_BYTES * y);
        uint64_t high = load(h.high + LINE_BYTES * y);
        unsigned is_used = (low | high) != 0;
        unsigned is_wide = high != narrow_high(low);
        save(end, low);
        save(end + LINE_BYTES, high);
        end += LINE_BYTES * (is_used + is_wide);
        used |= is_used << y;
        wide |= is_wide << y;
    }
    to[0] = (uint8_t)used;
    to[1] = (uint8_t)wide;
    return end;
}

/* Unpack a block; returns the end of the packed one. */
static const uint8_t *unpack_block(const uint8_t *from, JCOEF *c)
{
    halves h;
    const uint8_t *at = from + HEAD_BYTES;
    for (int y = 0; y < DCTSIZE; y++) {
        unsigned is_used = from[0] >> y & 1U;
        unsigned is_wide = from[1] >> y & 1U;
        uint64_t low = load(at) & (UINT64_C(0) - is_used);
        uint64_t wide = UINT64_C(0) - is_wide;
        save(h.low + LINE_BYTES * y, low);
        save(h.high + LINE_BYTES * y,
             (load(at + LINE_BYTES) & wide) | (narrow_high(low) & ~wide));
        at += LINE_BYTES * (is_used + is_wide);
    }
    for (int i = 0; i < DCTSIZE2; i++)
        c[i] = (JCOEF)(h.low[i] | h.high[i] << 8);
    return at;
}

/* ---- rows of blocks ---- */

/* A packed row grows from scan to scan. It is a chain of pieces of one size,
 * which only gets longer: so no memory lies idle between rows that moved. */
enum { PIECE_BYTES = 1000 };

typedef struct piece {
    struct piece *next;
    uint8_t bytes[PIECE_BYTES];
} piece;

/* A place for one unpacked row. */
typedef struct place {
    JBLOCKROW blocks;
    JDIMENSION row; /* the row that is there; n_rows: none yet */
    bool changed;   /* since it was unpacked */
} place;

/* The blocks of one component. Row r is unpacked into place r % n_places, so
 * that as many neighbouring rows as are accessed at a time have places. */
struct jvirt_barray_control {
    jvirt_barray_ptr next;
    JDIMENSION n_rows, n_across, n_places;
    piece **packed; /* the first piece of each row; NULL while all is zero */
    place *places;
    JBLOCKARRAY rows; /* where each row is, once it is unpacked */
    uint8_t *scratch; /* room for one packed row of any content */
};

/* The decoder's error handler does not come back. */
static _Noreturn void no_memory(j_common_ptr jpeg)
{
    ERREXIT1(jpeg, JERR_OUT_OF_MEMORY, 0);
    abort();
}

static void pack_row(j_common_ptr jpeg, jvirt_barray_ptr a, place *from)
{
    piece **to = &a->packed[from->row];
    uint8_t *end = a->scratch;
    for (JDIMENSION i = 0; i < a->n_across; i++)
        end = pack_block(from->blocks[i], end);
    for (const uint8_t *at = a->scratch; at < end; at += PIECE_BYTES) {
        size_t n = (size_t)(end - at);
        if (*to == NULL)
            *to = calloc(1, sizeof **to);
        if (*to == NULL)
            no_memory(jpeg);
        memcpy((*to)->bytes, at, n < PIECE_BYTES ? n : PIECE_BYTES);
        to = &(*to)->next;
    }
    from->changed = false;
}

static void unpack_row(jvirt_barray_ptr a, JDIMENSION row, place *to)
{
    const uint8_t *at = a->scratch;
    uint8_t *end = a->scratch;
    for (const piece *p = a->packed[row]; p != NULL; p = p->next) {
        memcpy(end, p->bytes, PIECE_BYTES);
        end += PIECE_BYTES;
    }
    if (end == at)
        memset(to->blocks, 0, a->n_across * sizeof(JBLOCK));
    for (JDIMENSION i = 0; end > at && i < a->n_across; i++)
        at = unpack_block(at, to->blocks[i]);
    to->row = row;
}

/* ---- the memory manager's methods ---- */

/* All arrays begin with zeros, whatever pre_zero is. They last as long as the
 * decoder: libjpeg frees its pool for the picture when the last row is read,
 * but only crok_jpeg_pack_end frees the pieces. */
static jvirt_barray_ptr request(j_common_ptr jpeg, int pool, boolean pre_zero,
                                JDIMENSION n_across, JDIMENSION n_rows,
                                JDIMENSION n_at_a_time)
{
    const int lasting = JPOOL_PERMANENT;
    crok_jpeg_pack *pack = jpeg->client_data;
    struct jpeg_memory_mgr *mem = jpeg->mem;
    jvirt_barray_ptr a = mem->alloc_small(jpeg, lasting, sizeof *a);
    JBLOCKARRAY blocks =
        mem->alloc_barray(jpeg, lasting, n_across, n_at_a_time);
    (void)pool;
    (void)pre_zero;
    a->n_rows = n_rows;
    a->n_across = n_across;
    a->n_places = n_at_a_time;
    a->packed = mem->alloc_large(jpeg, lasting, n_rows * sizeof *a->packed);
    a->places =
        mem->alloc_small(jpeg, lasting, n_at_a_time * sizeof *a->places);
    a->rows = mem->alloc_large(jpeg, lasting, n_rows * sizeof(JBLOCKROW));
    a->scratch = mem->alloc_large(jpeg, lasting,
                                  (size_t)n_across * MOST_BYTES + PIECE_BYTES +
                                      SPARE_BYTES);
    for (JDIMENSION i = 0; i < n_at_a_time; i++)
        a->places[i] = (place){blocks[i], n_rows, false};
    for (JDIMENSION i = 0; i < n_rows; i++) {
        a->packed[i] = NULL;
        a->rows[i] = i < n_at_a_time ? blocks[i] : a->rows[i - n_at_a_time];
    }
    a->next = pack->arrays;
    pack->arrays = a;
    return a;
}

/* For reading, all places are filled: libjpeg-turbo 2.1 smooths the second row
 * of a cut-off picture with one row more below it than it asks for. */
static JBLOCKARRAY access_rows(j_common_ptr jpeg, jvirt_barray_ptr a,
                               JDIMENSION start, JDIMENSION n, boolean writable)
{
    JDIMENSION end = start + (writable ? n : a->n_places);
    if (n > a->n_places || start > a->n_rows || n > a->n_rows - start)
        ERREXIT(jpeg, JERR_BAD_VIRTUAL_ACCESS);
    for (JDIMENSION row = start; row < end && row < a->n_rows; row++) {
        place *p = &a->places[row % a->n_places];
        if (p->row != row && p->changed)
            pack_row(jpeg, a, p);
        if (p->row != row)
            unpack_row(a, row, p);
        p->changed = p->changed || writable;
    }
    return a->rows + start;
}

void crok_jpeg_pack_begin(crok_jpeg_pack *pack, j_decompress_ptr jpeg)
{
    jpeg->client_data = pack;
    jpeg->mem->request_virt_barray = request;
    jpeg->mem->access_virt_barray = access_rows;
}

static void free_pieces(piece *first)
{
    while (first != NULL) {
        piece *next = first->next;
        free(first);
        first = next;
    }
}

void crok_jpeg_pack_end(crok_jpeg_pack *pack)
{
    for (jvirt_barray_ptr a = pack->arrays; a != NULL; a = a->next)
        for (JDIMENSION i = 0; i < a->n_rows; i++)
            free_pieces(a->packed[i]);
    pack->arrays = NULL;
}

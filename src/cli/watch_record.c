/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/watch_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "capture/encode.h"
#include "cv/cv.h"

/* A rest's picture: wide enough to tell which disc lies where, some 100 KB. */
enum { REST_WIDTH_PX = 960, REST_QUALITY = 80 };

crok_status crok_record_open(const char *path, crok_record *out, crok_err *err)
{
    crok_record r = {.journal = NULL, .log = crok_log_empty()};
    crok_status st = path == NULL ? CROK_OK
                                  : crok_journal_open(path, CROK_JOURNAL_WRITE,
                                                      &r.journal, err);
    if (st == CROK_OK)
        *out = r;
    return st;
}

crok_record crok_record_of(crok_table *table)
{
    return (crok_record){.table = table, .log = crok_log_empty()};
}

void crok_record_hold(const crok_record *r)
{
    if (r->table != NULL)
        crok_table_hold(r->table);
}

void crok_record_release(const crok_record *r)
{
    if (r->table != NULL)
        crok_table_release(r->table);
}

void crok_record_close(crok_record *r)
{
    crok_journal_close(&r->journal);
    crok_log_close(&r->log);
}

const crok_log *crok_record_log(const crok_record *r)
{
    if (r->table != NULL)
        return crok_table_log(r->table);
    return r->journal != NULL ? crok_journal_log(r->journal) : &r->log;
}

long crok_record_seq(const crok_record *r)
{
    const crok_log *log = crok_record_log(r);
    return log->n == 0 ? 0 : log->events[log->n - 1]->seq;
}

static void set_time(crok_event *e)
{
    time_t now = time(NULL);
    struct tm utc = {0};
    (void)gmtime_r(&now, &utc);
    (void)strftime(e->time, sizeof e->time, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

crok_status crok_record_append(crok_record *r, const crok_event *e,
                               crok_err *err)
{
    crok_event *timed = NULL;
    crok_status st = CROK_OK;
    if (r->table != NULL)
        return crok_table_append(r->table, e, CROK_SEQ_ANY, err);
    timed = malloc(sizeof *timed);
    if (timed == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for an event");
    *timed = *e;
    set_time(timed);
    timed->seq = crok_record_seq(r) + 1;
    st = r->journal != NULL
             ? crok_journal_append(r->journal, timed, CROK_SEQ_ANY, err)
             : crok_log_add(&r->log, timed, err);
    free(timed);
    return st;
}

/* The picture no wider than REST_WIDTH_PX: a view of img, or *made. */
static crok_status small_picture(const crok_image *img, crok_image *made,
                                 crok_image *view, crok_err *err)
{
    int h_px = (int)((long)img->h_px * REST_WIDTH_PX / img->w_px);
    crok_status st = CROK_OK;
    *view = *img;
    if (img->w_px <= REST_WIDTH_PX || h_px < 1)
        return CROK_OK;
    st = crok_cv_resize(img, REST_WIDTH_PX, h_px, made, err);
    if (st == CROK_OK)
        *view = *made;
    return st;
}

static crok_status put_picture(crok_record *r, const crok_picture_key *key,
                               const void *bytes, size_t len, crok_err *err)
{
    return r->table != NULL
               ? crok_table_put_picture(r->table, key, bytes, len, err)
               : crok_journal_put_picture(r->journal, key, bytes, len, err);
}

typedef struct encoded {
    unsigned char *bytes;
    size_t len;
} encoded;

/* Puts a picture into the record, unless st says that there is none; frees it.
 */
static crok_status keep(crok_record *r, const crok_picture_key *key,
                        crok_status st, encoded *picture, crok_err *err)
{
    if (st == CROK_OK)
        st = put_picture(r, key, picture->bytes, picture->len, err);
    free(picture->bytes);
    return st;
}

bool crok_record_keeps(const crok_record *r)
{
    return r->journal != NULL || r->table != NULL;
}

crok_status crok_record_call(crok_record *r, int disc, const crok_image *img,
                             crok_err *err)
{
    crok_picture_key key = {
        .seq = crok_record_seq(r), .is_call = true, .disc = disc};
    encoded png = {0};
    crok_status st = CROK_OK;
    if (!crok_record_keeps(r))
        return CROK_OK;
    st = crok_encode_png_bytes(img, &png.bytes, &png.len, err);
    return keep(r, &key, st, &png, err);
}

crok_status crok_record_rest(crok_record *r, const crok_image *img,
                             crok_err *err)
{
    crok_picture_key key = {.seq = crok_record_seq(r)};
    crok_image made = {0};
    crok_image view = {0};
    encoded jpeg = {0};
    crok_status st = CROK_OK;
    if (!crok_record_keeps(r))
        return CROK_OK;
    st = small_picture(img, &made, &view, err);
    if (st == CROK_OK)
        st = crok_encode_jpeg_bytes(&view, REST_QUALITY, &jpeg.bytes, &jpeg.len,
                                    err);
    crok_image_free(&made);
    return keep(r, &key, st, &jpeg, err);
}

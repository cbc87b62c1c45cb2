/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/replay_head.h"

#include <math.h>
#include <stdlib.h>

#include "core/json.h"

/* Places outside of the picture are not drawn, but may be there: a disc leaves
 * it. Chosen by hand. */
#define FAR_PX 100000.0

void crok_replay_mark(const char *record, char out[CROK_REPLAY_MARK_MAX])
{
    (void)snprintf(out, CROK_REPLAY_MARK_MAX,
                   "{\"schema\":\"crokeye.replay/1\",\"record\":\"%s\",",
                   record);
}

/* ---- writing ---- */

static void add_pictures(cJSON *doc, const crok_replay *film)
{
    cJSON *list = cJSON_AddArrayToObject(doc, "pictures");
    for (int i = 0; i < film->n; i++) {
        const double one[] = {(double)film->t_ms[i], (double)film->len[i]};
        cJSON_AddItemToArray(list, crok_json_nums(one, 2, 0));
    }
}

static void add_way(cJSON *list, const crok_replay_way *way)
{
    cJSON *one = cJSON_CreateObject();
    cJSON *places = NULL;
    cJSON_AddBoolToObject(one, "shooter", way->is_shooter);
    places = cJSON_AddArrayToObject(one, "px");
    for (int i = 0; i < way->n; i++) {
        const double at[] = {way->x_px[i], way->y_px[i]};
        cJSON_AddItemToArray(places, crok_json_nums(at, 2, 1));
    }
    cJSON_AddItemToArray(list, one);
}

char *crok_replay_head_text(const char *record, long seq,
                            const crok_replay *film)
{
    cJSON *doc = cJSON_CreateObject();
    cJSON *ways = NULL;
    char *text = NULL;
    cJSON_AddStringToObject(doc, "schema", "crokeye.replay/1");
    cJSON_AddStringToObject(doc, "record", record);
    cJSON_AddNumberToObject(doc, "seq", (double)seq);
    cJSON_AddNumberToObject(doc, "width_px", film->w_px);
    cJSON_AddNumberToObject(doc, "height_px", film->h_px);
    add_pictures(doc, film);
    ways = cJSON_AddArrayToObject(doc, "ways");
    for (int i = 0; i < film->n_ways; i++)
        add_way(ways, &film->way[i]);
    text = crok_json_text(doc, false);
    cJSON_Delete(doc);
    return text;
}

/* ---- reading ---- */

static const cJSON *field(const cJSON *obj, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(obj, name);
}

/* Is it a whole number from `lo` to `hi`? Then it is written to *out. */
static bool is_whole(const cJSON *item, double lo, double hi, int64_t *out)
{
    const double x = cJSON_GetNumberValue(item);
    if (!(x >= lo && x <= hi) || x != floor(x))
        return false;
    *out = (int64_t)x;
    return true;
}

static bool read_pictures(const cJSON *list, crok_replay *out)
{
    size_t bytes = 0;
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, list)
    {
        int64_t len = 0;
        const int i = out->n++;
        const double least = i == 0 ? 0.0 : (double)out->t_ms[i - 1] + 1.0;
        const double most = i == 0 ? 0.0 : CROK_REPLAY_MOST_MS;
        if (i >= CROK_REPLAY_FRAMES || cJSON_GetArraySize(one) != 2 ||
            !is_whole(one->child, least, most, &out->t_ms[i]) ||
            !is_whole(one->child->next, 1, CROK_REPLAY_MOST_BYTES, &len))
            return false;
        out->len[i] = (size_t)len;
        bytes += out->len[i];
    }
    return out->n > 0 && bytes <= CROK_REPLAY_MOST_BYTES;
}

static bool read_way(const cJSON *one, crok_replay_way *way)
{
    const cJSON *at = NULL;
    *way = (crok_replay_way){.is_shooter = cJSON_IsTrue(field(one, "shooter"))};
    cJSON_ArrayForEach(at, field(one, "px"))
    {
        double x = cJSON_GetNumberValue(cJSON_GetArrayItem(at, 0));
        double y = cJSON_GetNumberValue(cJSON_GetArrayItem(at, 1));
        if (way->n >= CROK_REPLAY_PLACES ||
            !(fabs(x) < FAR_PX && fabs(y) < FAR_PX))
            return false;
        way->x_px[way->n] = (float)x;
        way->y_px[way->n++] = (float)y;
    }
    return way->n > 0;
}

static bool read_ways(const cJSON *list, crok_replay *out)
{
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, list)
    {
        if (out->n_ways >= CROK_REPLAY_WAYS ||
            !read_way(one, &out->way[out->n_ways++]))
            return false;
    }
    return true;
}

static bool read_all(const cJSON *doc, long seq, crok_replay *out)
{
    int64_t w_px = 0;
    int64_t h_px = 0;
    if (cJSON_GetNumberValue(field(doc, "seq")) != (double)seq ||
        !is_whole(field(doc, "width_px"), 1, CROK_REPLAY_MAX_SIDE_PX, &w_px) ||
        !is_whole(field(doc, "height_px"), 1, CROK_REPLAY_MAX_SIDE_PX, &h_px))
        return false;
    out->w_px = (int)w_px;
    out->h_px = (int)h_px;
    return read_pictures(field(doc, "pictures"), out) &&
           read_ways(field(doc, "ways"), out);
}

crok_status crok_replay_head_read(const char *text, size_t len, long seq,
                                  crok_replay *out, crok_err *err)
{
    crok_replay *film = calloc(1, sizeof *film);
    cJSON *doc = NULL;
    crok_status st = CROK_OK;
    if (film == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a replay");
    st = crok_json_parse(text, len, "a replay", &doc, err);
    if (st == CROK_OK && !read_all(doc, seq, film))
        st = crok_fail(err, CROK_EFORMAT, "not the replay of shot %ld", seq);
    if (st == CROK_OK)
        *out = *film;
    cJSON_Delete(doc);
    free(film);
    return st;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * How well are films followed that a camera took of real boards? Every film of
 * a folder that has a truth file is watched as `crokeye watch` does it, and
 * compared with its truth, both ways: shots seen, missed and invented;
 * decisions equal, undetermined, wrong; the sides' totals at the film's end
 * right, in range, wrong; and how long it took until words said what was
 * hidden.
 *
 * The truth of NAME.mp4 (or another ending) is NAME.truth.json:
 *
 *   {"shots": [{"side": "red", "valid": true, "twenties": 1}],
 *    "totals": {"red": [30, 35], "black": [10, 10]},
 *    "hidden_s": [[2.0, 5.5]]}
 *
 * shots in order, with the 20s that each scores for its side; totals of the
 * round at the end, lowest and highest; hidden_s (may be left out) are times in
 * which less is to be seen than there should be. Sides that we name otherwise
 * than the truth does are matched in the order in which they shoot.
 *
 * Usage: bench_film DIR [-v]; a JSON line for each film, and one for all.
 * Exit status: 0 every film was watched, 1 a film or a truth could not be read,
 * 2 wrong usage. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "cv/cv.h"
#include "rules/book_json.h"
#include "table/watcher.h"

enum { MAX_SHOTS = 512, MAX_HIDDEN = 64, PATH = 1024 };

/* Costs of the alignment of two lists of shots. A shot of the truth and one of
 * ours are paired if that costs less than to leave both out. */
#define COST_LEFT_OUT 1.0
#define COST_OTHER_DECISION 0.5
#define COST_OTHER_SIDE 3.0

typedef struct film_shot {
    char side[24];
    crok_tri valid;
    int twenties;
    bool is_open; /* ours: whether it was valid is undetermined
                   */
} film_shot;

typedef struct film_total {
    char side[24];
    int lo, hi;
} film_total;

/* What a film shows; the truth's or ours. */
typedef struct film {
    int n_shots, n_totals, n_hidden;
    film_shot shot[MAX_SHOTS];
    film_total total[CROK_MAX_SIDES];
    double hidden_s[MAX_HIDDEN][2];
} film;

typedef struct tally {
    int films, right, wrong; /* films: all is right; something sure is wrong */
    int shots, seen, invented;
    int equal, undetermined, decided_wrong;
    int totals_right, totals_in_range, totals_wrong;
    int hidden, hidden_told;
    double words_s; /* longest time until words came */
} tally;

/* ---- the truth ---- */

static bool read_shot(const cJSON *json, film_shot *out)
{
    const cJSON *side = cJSON_GetObjectItemCaseSensitive(json, "side");
    const cJSON *valid = cJSON_GetObjectItemCaseSensitive(json, "valid");
    const cJSON *twenties = cJSON_GetObjectItemCaseSensitive(json, "twenties");
    if (!cJSON_IsString(side) || !cJSON_IsBool(valid) ||
        !cJSON_IsNumber(twenties))
        return false;
    *out = (film_shot){.valid = cJSON_IsTrue(valid) ? CROK_YES : CROK_NO,
                       .twenties = twenties->valueint};
    (void)snprintf(out->side, sizeof out->side, "%s", side->valuestring);
    return true;
}

static bool read_pair(const cJSON *json, double out[2])
{
    for (int i = 0; i < 2; i++) {
        const cJSON *x = cJSON_GetArrayItem(json, i);
        if (!cJSON_IsNumber(x))
            return false;
        out[i] = x->valuedouble;
    }
    return cJSON_GetArraySize(json) == 2;
}

static bool read_total(const cJSON *json, film_total *out)
{
    double x[2];
    if (!read_pair(json, x))
        return false;
    (void)snprintf(out->side, sizeof out->side, "%s", json->string);
    out->lo = (int)x[0];
    out->hi = (int)x[1];
    return true;
}

static bool read_lists(const cJSON *doc, film *out)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(doc, "shots"))
    {
        if (out->n_shots == MAX_SHOTS ||
            !read_shot(item, &out->shot[out->n_shots++]))
            return false;
    }
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(doc, "totals"))
    {
        if (out->n_totals == CROK_MAX_SIDES ||
            !read_total(item, &out->total[out->n_totals++]))
            return false;
    }
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(doc, "hidden_s"))
    {
        if (out->n_hidden == MAX_HIDDEN ||
            !read_pair(item, out->hidden_s[out->n_hidden++]))
            return false;
    }
    return out->n_totals > 0;
}

static crok_status read_truth(const char *path, film *out, crok_err *err)
{
    cJSON *doc = NULL;
    bool ok = false;
    crok_status st = crok_json_load(path, &doc, err);
    if (st != CROK_OK)
        return st;
    *out = (film){0};
    ok = read_lists(doc, out);
    cJSON_Delete(doc);
    return ok ? CROK_OK
              : crok_fail(err, CROK_EFORMAT, "%s: shots or totals are wrong",
                          path);
}

/* ---- watching ---- */

typedef struct seen {
    bool is_wordy;
    double told_s[MAX_HIDDEN]; /* when words came; < 0: never */
} seen;

static void say(void *context, const char *what)
{
    const seen *s = context;
    if (s->is_wordy)
        (void)fprintf(stderr, "  %s\n", what);
}

/* Note when words are there in a time in which something is hidden. */
static void note_words(const film *truth, const crok_live_source *source,
                       seen *s)
{
    double t_s = source->rate_hz > 0.0
                     ? (double)source->n_frames / source->rate_hz
                     : 0.0;
    if (source->words[0] == '\0' && source->check[0] == '\0')
        return;
    for (int i = 0; i < truth->n_hidden; i++)
        if (s->told_s[i] < 0.0 && t_s >= truth->hidden_s[i][0] &&
            t_s <= truth->hidden_s[i][1])
            s->told_s[i] = t_s - truth->hidden_s[i][0];
}

static film_shot our_shot(const crok_shot_event *e)
{
    const crok_decision *d = &e->decision;
    int side = e->shot.shooter;
    film_shot s = {.valid = d->valid,
                   .twenties = d->twenties[side],
                   .is_open = d->valid == CROK_UNKNOWN};
    (void)snprintf(s.side, sizeof s.side, "%.23s", e->shot.side[side]);
    return s;
}

static crok_status take_ours(const crok_log *log, film *out, crok_err *err)
{
    crok_log_walk walk;
    crok_status st = crok_log_walk_begin(log, &walk, err);
    *out = (film){0};
    while (st == CROK_OK && walk.event != NULL && out->n_shots < MAX_SHOTS) {
        const crok_event *e = walk.event;
        if (e->type == CROK_EVENT_SHOT)
            out->shot[out->n_shots++] = our_shot(&e->u.shot);
        st = crok_log_walk_step(&walk, err);
    }
    crok_log_walk_end(&walk);
    if (log->match.state == CROK_STATE_WAITING)
        return st;
    for (int i = 0; i < log->match.info.n_sides; i++) {
        crok_points p = crok_match_total(&log->match, i);
        film_total *t = &out->total[out->n_totals++];
        *t = (film_total){.lo = p.lo, .hi = p.hi};
        (void)snprintf(t->side, sizeof t->side, "%s",
                       log->match.info.sides[i].side);
    }
    return st;
}

static crok_status watch(const char *path, const film *truth, seen *s,
                         film *ours, crok_err *err)
{
    crok_table_setup setup = {.first_seat = -1};
    crok_live *live = NULL;
    crok_watcher *w = NULL;
    bool more = true;
    crok_watcher_options o = {.source = path,
                              .name = "the record",
                              .setup = &setup,
                              .message = say,
                              .context = s};
    crok_status st = crok_book_preset("tournament", &setup.book, NULL, err);
    if (st == CROK_OK)
        st = crok_live_open(NULL, &live, err);
    if (st != CROK_OK)
        return st;
    o.live = live;
    st = crok_watcher_open(&o, &w, err);
    while (st == CROK_OK && more) {
        st = crok_watcher_step(w, &more, err);
        note_words(truth, crok_live_source_of(live), s);
    }
    if (st == CROK_OK)
        st = take_ours(crok_live_log(live), ours, err);
    crok_watcher_close(&w);
    crok_live_close(&live);
    return st;
}

/* ---- comparing ---- */

/* The index of a side among the film's totals; -1: it is not named there. */
static int side_at(const film *f, const char *side)
{
    int i = f->n_totals - 1;
    while (i >= 0 && strcmp(f->total[i].side, side) != 0)
        i--;
    return i;
}

static void rename_sides(film *f, char to[CROK_MAX_SIDES][24])
{
    char was[CROK_MAX_SIDES][24];
    for (int i = 0; i < f->n_totals; i++) {
        memcpy(was[i], f->total[i].side, sizeof was[i]);
        memcpy(f->total[i].side, to[i], sizeof to[i]);
    }
    for (int i = 0; i < f->n_shots; i++)
        for (int k = 0; k < f->n_totals; k++)
            if (strcmp(f->shot[i].side, was[k]) == 0) {
                memcpy(f->shot[i].side, to[k], sizeof to[k]);
                break;
            }
}

/* Name our sides as the truth does: those that it names keep their names, and
 * the others get its other names in the order in which they first shoot,
 * because a disc's colour may have another name in another light. */
static void name_sides(const film *truth, film *ours)
{
    char to[CROK_MAX_SIDES][24];
    bool is_used[CROK_MAX_SIDES] = {false};
    if (truth->n_totals != ours->n_totals)
        return;
    for (int i = 0; i < ours->n_totals; i++) {
        int at = side_at(truth, ours->total[i].side);
        memcpy(to[i], ours->total[i].side, sizeof to[i]);
        if (at >= 0)
            is_used[at] = true;
    }
    for (int k = 0; k < truth->n_shots; k++) {
        int at = side_at(truth, truth->shot[k].side);
        int i = k < ours->n_shots ? side_at(ours, ours->shot[k].side) : -1;
        if (at < 0 || i < 0 || is_used[at] ||
            side_at(truth, ours->total[i].side) >= 0)
            continue;
        memcpy(to[i], truth->total[at].side, sizeof to[i]);
        is_used[at] = true;
    }
    for (int i = 0; i < ours->n_totals; i++)
        for (int at = 0; at < truth->n_totals && side_at(truth, to[i]) < 0;
             at++) {
            if (is_used[at])
                continue;
            memcpy(to[i], truth->total[at].side, sizeof to[i]);
            is_used[at] = true;
        }
    rename_sides(ours, to);
}

static bool same_decision(const film_shot *a, const film_shot *b)
{
    return a->valid == b->valid && a->twenties == b->twenties;
}

static double pair_cost(const film_shot *truth, const film_shot *ours)
{
    if (strcmp(truth->side, ours->side) != 0)
        return COST_OTHER_SIDE;
    return same_decision(truth, ours) ? 0.0 : COST_OTHER_DECISION;
}

/* Align the two lists in order at the lowest cost (Needleman and Wunsch 1970):
 * of[i] is the index of ours for shot i of the truth, -1: none. */
static void align(const film *truth, const film *ours, int of[MAX_SHOTS])
{
    static double cost[MAX_SHOTS + 1][MAX_SHOTS + 1];
    int i = truth->n_shots;
    int k = ours->n_shots;
    for (int a = 0; a <= i; a++)
        for (int b = 0; b <= k; b++) {
            double best = a == 0 ? b * COST_LEFT_OUT : a * COST_LEFT_OUT;
            if (a > 0 && b > 0) {
                best = cost[a - 1][b - 1] +
                       pair_cost(&truth->shot[a - 1], &ours->shot[b - 1]);
                if (cost[a - 1][b] + COST_LEFT_OUT < best)
                    best = cost[a - 1][b] + COST_LEFT_OUT;
                if (cost[a][b - 1] + COST_LEFT_OUT < best)
                    best = cost[a][b - 1] + COST_LEFT_OUT;
            }
            cost[a][b] = best;
        }
    while (i > 0) {
        if (k > 0 &&
            cost[i][k] >= cost[i - 1][k - 1] + pair_cost(&truth->shot[i - 1],
                                                         &ours->shot[k - 1])) {
            of[--i] = --k;
        } else if (k > 0 && cost[i][k] >= cost[i][k - 1] + COST_LEFT_OUT) {
            k--;
        } else {
            of[--i] = -1;
        }
    }
}

static void count_shots(const film *truth, const film *ours, tally *t)
{
    int of[MAX_SHOTS] = {0};
    align(truth, ours, of);
    t->shots += truth->n_shots;
    t->invented += ours->n_shots;
    for (int i = 0; i < truth->n_shots; i++) {
        const film_shot *a = &truth->shot[i];
        const film_shot *b = of[i] < 0 ? NULL : &ours->shot[of[i]];
        if (b == NULL)
            continue;
        t->seen++;
        t->invented--;
        if (b->is_open)
            t->undetermined++;
        else if (same_decision(a, b))
            t->equal++;
        else
            t->decided_wrong++;
    }
}

/* A total is right if all that ours leaves possible is in the truth's range,
 * and in range if some of it is. No match is no statement. */
static void count_totals(const film *truth, const film *ours, tally *t)
{
    for (int i = 0; i < truth->n_totals; i++)
        for (int k = 0; k < ours->n_totals; k++) {
            const film_total *a = &truth->total[i];
            const film_total *b = &ours->total[k];
            if (strcmp(a->side, b->side) != 0)
                continue;
            t->totals_right += b->lo >= a->lo && b->hi <= a->hi;
            t->totals_in_range += !(b->lo >= a->lo && b->hi <= a->hi) &&
                                  b->lo <= a->hi && b->hi >= a->lo;
            t->totals_wrong += b->lo > a->hi || b->hi < a->lo;
        }
}

static tally compare(const film *truth, film *ours, const seen *s)
{
    tally t = {.films = 1, .hidden = truth->n_hidden};
    name_sides(truth, ours);
    count_shots(truth, ours, &t);
    count_totals(truth, ours, &t);
    for (int i = 0; i < truth->n_hidden; i++) {
        t.hidden_told += s->told_s[i] >= 0.0;
        if (s->told_s[i] > t.words_s)
            t.words_s = s->told_s[i];
    }
    t.wrong = t.invented + t.decided_wrong + t.totals_wrong > 0;
    t.right =
        t.equal == t.shots && t.totals_right == truth->n_totals && !t.wrong;
    return t;
}

static void add(tally *sum, const tally *t)
{
    sum->films += t->films;
    sum->right += t->right;
    sum->wrong += t->wrong;
    sum->shots += t->shots;
    sum->seen += t->seen;
    sum->invented += t->invented;
    sum->equal += t->equal;
    sum->undetermined += t->undetermined;
    sum->decided_wrong += t->decided_wrong;
    sum->totals_right += t->totals_right;
    sum->totals_in_range += t->totals_in_range;
    sum->totals_wrong += t->totals_wrong;
    sum->hidden += t->hidden;
    sum->hidden_told += t->hidden_told;
    if (t->words_s > sum->words_s)
        sum->words_s = t->words_s;
}

static void print(const char *name, const tally *t)
{
    (void)printf("{\"film\":\"%s\",\"films\":%d,\"right\":%d,\"wrong\":%d,"
                 "\"shots\":{\"played\":%d,\"seen\":%d,\"invented\":%d},"
                 "\"decisions\":{\"equal\":%d,\"undetermined\":%d,"
                 "\"wrong\":%d},"
                 "\"totals\":{\"right\":%d,\"in_range\":%d,\"wrong\":%d},"
                 "\"words\":{\"hidden\":%d,\"told\":%d,\"longest_s\":%.2f}}\n",
                 name, t->films, t->right, t->wrong, t->shots, t->seen,
                 t->invented, t->equal, t->undetermined, t->decided_wrong,
                 t->totals_right, t->totals_in_range, t->totals_wrong,
                 t->hidden, t->hidden_told, t->words_s);
    (void)fflush(stdout);
}

static void print_ours(const film *f)
{
    for (int i = 0; i < f->n_shots; i++)
        (void)fprintf(stderr, "  ours: %s, valid %d, 20s %d%s\n",
                      f->shot[i].side, (int)f->shot[i].valid,
                      f->shot[i].twenties, f->shot[i].is_open ? ", open" : "");
    for (int i = 0; i < f->n_totals; i++)
        (void)fprintf(stderr, "  ours: %s %d-%d\n", f->total[i].side,
                      f->total[i].lo, f->total[i].hi);
}

/* ---- the folder ---- */

/* The film beside a truth file: the same name with another ending. */
static bool find_film(const char *dir, const char *truth, char out[PATH])
{
    size_t n = strlen(truth) - strlen(".truth.json");
    DIR *d = opendir(dir);
    struct dirent *e = NULL;
    bool found = false;
    while (d != NULL && !found && (e = readdir(d)) != NULL) {
        found = strncmp(e->d_name, truth, n) == 0 && e->d_name[n] == '.' &&
                strchr(e->d_name + n + 1, '.') == NULL &&
                strcmp(e->d_name + n, ".json") != 0;
        if (found)
            (void)snprintf(out, PATH, "%s/%s", dir, e->d_name);
    }
    if (d != NULL)
        (void)closedir(d);
    return found;
}

static bool take_film(const char *dir, const char *name, bool is_wordy,
                      tally *sum)
{
    static film truth;
    static film ours;
    char path[PATH];
    char film_path[PATH];
    crok_err err = {0};
    seen s = {.is_wordy = is_wordy};
    tally t;
    for (int i = 0; i < MAX_HIDDEN; i++)
        s.told_s[i] = -1.0;
    (void)snprintf(path, sizeof path, "%s/%s", dir, name);
    if (!find_film(dir, name, film_path)) {
        (void)fprintf(stderr, "bench_film: %s: no film is beside it\n", path);
        return false;
    }
    if (is_wordy)
        (void)fprintf(stderr, "%s\n", film_path);
    if (read_truth(path, &truth, &err) != CROK_OK ||
        watch(film_path, &truth, &s, &ours, &err) != CROK_OK) {
        (void)fprintf(stderr, "bench_film: %s\n", err.msg);
        return false;
    }
    if (is_wordy)
        print_ours(&ours);
    t = compare(&truth, &ours, &s);
    print(name, &t);
    add(sum, &t);
    return true;
}

static int is_truth(const struct dirent *e)
{
    static const char ending[] = ".truth.json";
    size_t n = strlen(e->d_name);
    return n > strlen(ending) &&
           strcmp(e->d_name + n - strlen(ending), ending) == 0;
}

int main(int argc, char **argv)
{
    struct dirent **list = NULL;
    tally sum = {0};
    bool ok = true;
    bool is_wordy = argc == 3 && strcmp(argv[2], "-v") == 0;
    int n = argc == 2 || is_wordy ? scandir(argv[1], &list, is_truth, alphasort)
                                  : -1;
    if (n < 0) {
        (void)fputs("usage: bench_film DIR [-v], a folder with films and "
                    "their truth\n",
                    stderr);
        return 2;
    }
    crok_cv_init();
    for (int i = 0; i < n; i++) {
        ok = take_film(argv[1], list[i]->d_name, is_wordy, &sum) && ok;
        free(list[i]);
    }
    free(list);
    print("all", &sum);
    return ok ? 0 : 1;
}

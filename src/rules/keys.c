/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/keys.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MAX_INNER = 7 };

/* An object: the names of its fields, with a blank between them, and which of
 * them are objects, or lists of objects, of a known shape. */
typedef struct shape {
    const char *what; /* for messages: "a disc" */
    const char *fields;
    bool has_foreign; /* it may have fields that begin with "x-" */
    struct {
        const char *field;
        const struct shape *shape;
    } inner[MAX_INNER];
} shape;

static const shape lines = {.what = "lines_mm",
                            .fields = "outer middle inner width"};
static const shape board = {.what = "a board",
                            .fields = "lines_mm hole_mm disc_mm",
                            .inner = {{"lines_mm", &lines}}};
static const shape disc = {.what = "a disc",
                           .fields =
                               "id side x_mm y_mm sigma_mm state state_unsure"};
static const shape shooter = {.what = "a shooter",
                              .fields = "seat side place attempt"};
static const shape boundary = {.what = "a boundary",
                               .fields = "id what returned"};
static const shape removal = {.what = "a removal", .fields = "id to rule"};
static const shape restored = {.what = "a restored disc",
                               .fields = "id x_mm y_mm rule"};
static const shape why = {.what = "a reason", .fields = "rule text"};
static const shape decision = {
    .what = "a decision",
    .fields = "schema valid open_board why remove restore twenties in_play "
              "reshoot missing unsure either",
    .inner = {{"why", &why},
              {"remove", &removal},
              {"unsure", &removal},
              {"restore", &restored}}};

#define SHOT_FIELDS                                                            \
    "schema shooter shot_disc last_played placed_at placed_flat at_rest "      \
    "placed_sigma_mm board before after moved contacts boundary fouls "        \
    "missing"
#define SHOT_INNER                                                             \
    {                                                                          \
        {"shooter", &shooter}, {"board", &board}, {"before", &disc},           \
            {"after", &disc},                                                  \
        {                                                                      \
            "boundary", &boundary                                              \
        }                                                                      \
    }

static const shape evidence = {
    .what = "the evidence", .fields = SHOT_FIELDS, .inner = SHOT_INNER};
static const shape shot = {.what = "a shot",
                           .fields = SHOT_FIELDS,
                           .has_foreign = true,
                           .inner = SHOT_INNER};
static const shape side = {.what = "a side", .fields = "side name rgb"};
static const shape handicap = {.what = "a handicap",
                               .fields = "points twenties discs games"};
static const shape seat = {.what = "a seat",
                           .fields = "seat side player handicap",
                           .inner = {{"handicap", &handicap}}};

static const shape sitting = {.what = "a seat", .fields = "seat player"};
static const shape count = {.what = "a side's count",
                            .fields = "side 20 15 10 5 out total"};
static const shape shot_at_hole = {.what = "a side's shoot-out",
                                   .fields = "side 20"};

static const shape forfeit = {.what = "the value of a forfeited round",
                              .fields = "points 20"};

#define EVENT "schema seq time type "
static const shape events[CROK_N_EVENTS] = {
    [CROK_EVENT_MATCH_START] = {.what = "match_start",
                                .fields = EVENT
                                "title stage pool game table rules board "
                                "sides seats first_seat best_of ties "
                                "forfeit",
                                .inner = {{"board", &board},
                                          {"sides", &side},
                                          {"seats", &seat},
                                          {"forfeit", &forfeit}}},
    [CROK_EVENT_SHOT] = {.what = "shot",
                         .fields = EVENT "evidence decision unseen film_ms",
                         .inner = {{"evidence", &evidence},
                                   {"decision", &decision}}},
    [CROK_EVENT_RULING] = {.what = "ruling",
                           .fields = EVENT "of valid by_board decision confirm",
                           .inner = {{"decision", &decision}}},
    [CROK_EVENT_TWENTIES] = {.what = "twenties",
                             .fields = EVENT "side count after confirm"},
    [CROK_EVENT_BOARD] = {.what = "board",
                          .fields =
                              EVENT "discs discs_left unseen after confirm",
                          .inner = {{"discs", &disc}}},
    [CROK_EVENT_ROUND_END] = {.what = "round_end",
                              .fields =
                                  EVENT "early ask_starter range film_ms"},
    [CROK_EVENT_NEXT_STARTER] = {.what = "next_starter",
                                 .fields = EVENT "seat"},
    [CROK_EVENT_UNDO] = {.what = "undo", .fields = EVENT "of confirm"},
    [CROK_EVENT_MATCH_END] = {.what = "match_end", .fields = EVENT},
    [CROK_EVENT_ROUND_COUNT] = {.what = "round_count",
                                .fields = EVENT "of final sides confirm",
                                .inner = {{"sides", &count}}},
    [CROK_EVENT_MATCH_INFO] =
        {.what = "match_info",
         .fields = EVENT "after title stage table board sides "
                         "seats confirm",
         .inner = {{"board", &board}, {"sides", &side}, {"seats", &sitting}}},
    [CROK_EVENT_CONCEDE] = {.what = "concede",
                            .fields = EVENT "side of reason"},
    [CROK_EVENT_PENALTY] = {.what = "penalty",
                            .fields = EVENT "side points after reason confirm"},
    [CROK_EVENT_REPLAY_ROUND] = {.what = "replay_round",
                                 .fields = EVENT "open after reason confirm"},
    [CROK_EVENT_SUBSTITUTE] = {.what = "substitute",
                               .fields = EVENT "seat player reason"},
    [CROK_EVENT_TIME_UP] = {.what = "time_up", .fields = EVENT "of reason"},
    [CROK_EVENT_SHOOT_OUT] = {.what = "shoot_out",
                              .fields = EVENT "sides",
                              .inner = {{"sides", &shot_at_hole}}},
    [CROK_EVENT_FORFEIT_ROUND] = {.what = "forfeit_round",
                                  .fields = EVENT "side reason"},
    [CROK_EVENT_DISQUALIFY] = {.what = "disqualify",
                               .fields = EVENT "side after reason confirm"},
};

/* Is `name` one of the words of `list`? */
static bool is_word_of(const char *name, const char *list)
{
    size_t n = strlen(name);
    for (const char *at = list; n > 0 && *at != '\0'; at += strcspn(at, " ")) {
        at += strspn(at, " ");
        if (strcspn(at, " ") == n && strncmp(at, name, n) == 0)
            return true;
    }
    return false;
}

static crok_status check_fields(const cJSON *obj, const shape *s,
                                const char *where, crok_err *err)
{
    const cJSON *item = NULL;
    if (!cJSON_IsObject(obj))
        return CROK_OK;
    cJSON_ArrayForEach(item, obj)
    {
        bool is_foreign = strncmp(item->string, "x-", 2) == 0;
        if (item != cJSON_GetObjectItemCaseSensitive(obj, item->string))
            return crok_fail(err, CROK_EFORMAT,
                             "%.120s: \"%.40s\" is set twice", where,
                             item->string);
        if (is_foreign ? s->has_foreign : is_word_of(item->string, s->fields))
            continue;
        return crok_fail(
            err, CROK_EFORMAT, "%.120s: \"%.40s\" is no field of %s%s", where,
            item->string, s->what,
            is_foreign ? "; x- fields stand at the top of an event" : "");
    }
    return CROK_OK;
}

/* A shape has no more than two levels below it. */
static crok_status check_inner(const cJSON *doc, const shape *s,
                               const char *where, crok_err *err)
{
    crok_status st = check_fields(doc, s, where, err);
    for (int i = 0; i < MAX_INNER && s->inner[i].field != NULL; i++) {
        const cJSON *item =
            cJSON_GetObjectItemCaseSensitive(doc, s->inner[i].field);
        const cJSON *element = NULL;
        if (st == CROK_OK && cJSON_IsObject(item))
            st = check_inner(item, s->inner[i].shape, where, err);
        if (!cJSON_IsArray(item))
            continue;
        cJSON_ArrayForEach(element, item)
        {
            if (st == CROK_OK)
                st = check_fields(element, s->inner[i].shape, where, err);
        }
    }
    return st;
}

crok_status crok_keys_check_shot(const cJSON *doc, const char *where,
                                 crok_err *err)
{
    return check_inner(doc, &shot, where, err);
}

crok_status crok_keys_check_event(const cJSON *doc, const char *where,
                                  crok_err *err)
{
    const char *type =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(doc, "type"));
    for (int i = 0; type != NULL && i < CROK_N_EVENTS; i++)
        if (strcmp(type, crok_event_name((crok_event_type)i)) == 0) {
            shape of = events[i];
            of.has_foreign = true;
            return check_inner(doc, &of, where, err);
        }
    return CROK_OK; /* its reader says that there is no such event */
}

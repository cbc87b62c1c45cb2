/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/read.h: small typed readers; every one names the field and the place
 * in its message.
 *
 * Room     rules, internal. */
#ifndef CROK_RULES_READ_H
#define CROK_RULES_READ_H

#include "rules/rules_json.h"

/* "where: name[i]" as the place of what lies below. */
typedef struct crok_where {
    char text[160];
} crok_where;
crok_where crok_where_in(const char *where, const char *name, int i);

const cJSON *crok_field(const cJSON *obj, const char *name);

CROK_MUST_USE crok_status crok_read_int(const cJSON *obj, const char *name,
                                        const char *where, int *out,
                                        crok_err *err);
CROK_MUST_USE crok_status crok_read_long(const cJSON *obj, const char *name,
                                         const char *where, long *out,
                                         crok_err *err);
/* A text of 1 to size - 1 bytes. */
CROK_MUST_USE crok_status crok_read_text(const cJSON *obj, const char *name,
                                         const char *where, char *out,
                                         size_t size, crok_err *err);
/* The same, or absent: then "" and OK. */
CROK_MUST_USE crok_status crok_read_text_opt(const cJSON *obj, const char *name,
                                             const char *where, char *out,
                                             size_t size, crok_err *err);
/* true or false; absent leaves *out. */
CROK_MUST_USE crok_status crok_read_bool_opt(const cJSON *obj, const char *name,
                                             const char *where, bool *out,
                                             crok_err *err);
/* A length from 0 to CROK_MAX_PLACE_MM, or absent: leaves *out. */
CROK_MUST_USE crok_status crok_read_length_opt(const cJSON *obj,
                                               const char *name,
                                               const char *where, double *out,
                                               crok_err *err);
/* An array of at most max elements. */
CROK_MUST_USE crok_status crok_read_array(const cJSON *obj, const char *name,
                                          int max, const char *where,
                                          const cJSON **out, crok_err *err);
/* The schema's name. */
CROK_MUST_USE crok_status crok_read_schema(const cJSON *obj, const char *schema,
                                           const char *where, crok_err *err);
/* The place of a word in words[0..n); -1 where it is none of them. */
int crok_word_of(const cJSON *item, const char *const *words, int n);

/* The place of obj["side"] in side[0..*n), added where it is new. */
CROK_MUST_USE crok_status crok_read_side(const cJSON *obj, const char *where,
                                         char side[][CROK_NAME_MAX], int *n,
                                         int *out, crok_err *err);

/* The same for a name at hand. */
CROK_MUST_USE crok_status crok_find_side(const char *text, const char *where,
                                         char side[][CROK_NAME_MAX], int *n,
                                         int *out, crok_err *err);

/* An element that must be an id. */
CROK_MUST_USE crok_status crok_id_of(const cJSON *item, const char *where,
                                     int *out, crok_err *err);

/* A list of discs; sides as crok_read_side. */
typedef struct crok_disc_list {
    crok_disc *discs; /* room for CROK_MAX_DISCS */
    int *n;
    char (*side)[CROK_NAME_MAX];
    int *n_sides;
} crok_disc_list;
CROK_MUST_USE crok_status crok_read_discs(const cJSON *obj, const char *name,
                                          const char *where,
                                          const crok_disc_list *to,
                                          crok_err *err);

/* "board", or absent: leaves both. */
CROK_MUST_USE crok_status crok_read_board(const cJSON *obj, const char *where,
                                          crok_lines *lines, double *disc_mm,
                                          crok_err *err);

/* {"id", "side", "x_mm", "y_mm", ...}; sigma_mm only where it is known. */
cJSON *crok_disc_json(const crok_disc *disc, const char *side);
/* [{"id", "to", "rule"}] */
cJSON *crok_removals_json(const crok_removal *r, int n);
cJSON *crok_board_json(const crok_lines *lines, double disc_mm);

#endif

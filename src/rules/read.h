/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/read.h: functions that read one JSON value of a known type. `where` is
 * the place in the document; every message names it and the field. The status
 * is CROK_EFORMAT if the value is missing, of another type or out of range.
 *
 * Room     rules, internal. */
#ifndef CROK_RULES_READ_H
#define CROK_RULES_READ_H

#include "rules/rules_json.h"

/* The place of an element of a list, for messages: "where: name[i]". */
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
/* Read a number above 0 that may be absent; *out then stays as it is.
 *
 *   what  the number in words, for the message */
CROK_MUST_USE crok_status crok_read_positive(const cJSON *obj, const char *name,
                                             const char *what,
                                             const char *where, long *out,
                                             crok_err *err);
/* Read a text of 1 to size - 1 bytes. */
CROK_MUST_USE crok_status crok_read_text(const cJSON *obj, const char *name,
                                         const char *where, char *out,
                                         size_t size, crok_err *err);
/* Read a text that may be absent or empty: then *out is "". */
CROK_MUST_USE crok_status crok_read_text_opt(const cJSON *obj, const char *name,
                                             const char *where, char *out,
                                             size_t size, crok_err *err);
/* Read true or false. If the field is absent, *out is unchanged. */
CROK_MUST_USE crok_status crok_read_bool_opt(const cJSON *obj, const char *name,
                                             const char *where, bool *out,
                                             crok_err *err);
/* Read a length from 0 to CROK_MAX_PLACE_MM, in mm. If the field is absent,
 * *out is unchanged. */
CROK_MUST_USE crok_status crok_read_length_opt(const cJSON *obj,
                                               const char *name,
                                               const char *where, double *out,
                                               crok_err *err);
/* Get an array of at most max elements. */
CROK_MUST_USE crok_status crok_read_array(const cJSON *obj, const char *name,
                                          int max, const char *where,
                                          const cJSON **out, crok_err *err);

/* A list of objects, each of which is read into what follows the last one.
 *
 *   read  reads one object and counts it in `out`
 *   out   borrowed: what the objects are read into */
typedef struct crok_list {
    const char *name; /* of the field */
    int max;          /* number of its elements at the most */
    crok_status (*read)(const cJSON *item, const char *where, void *out,
                        crok_err *err);
    void *out;
} crok_list;

/* Read every object of a list, up to the first that cannot be read. */
CROK_MUST_USE crok_status crok_read_list(const cJSON *obj,
                                         const crok_list *list,
                                         const char *where, crok_err *err);
/* Check that the field "schema" is `schema`. */
CROK_MUST_USE crok_status crok_read_schema(const cJSON *obj, const char *schema,
                                           const char *where, crok_err *err);
/* Returns the index of a text in the array `words` of n elements, or -1 if it
 * is none of them or `item` is no text. */
int crok_word_of(const cJSON *item, const char *const *words, int n);

/* Read the field "side" and find it in the array `side` of *n names. A new name
 * is appended. *out is the index. */
CROK_MUST_USE crok_status crok_read_side(const cJSON *obj, const char *where,
                                         char side[][CROK_NAME_MAX], int *n,
                                         int *out, crok_err *err);

/* Find the name `text` in the array `side` of *n names. A new name is appended.
 * *out is the index. */
CROK_MUST_USE crok_status crok_find_side(const char *text, const char *where,
                                         char side[][CROK_NAME_MAX], int *n,
                                         int *out, crok_err *err);

/* Read an element of a list that must be the id of a disc, a whole number. */
CROK_MUST_USE crok_status crok_id_of(const cJSON *item, const char *where,
                                     int *out, crok_err *err);

/* The output of crok_read_discs. A disc's side is an index in `side`; new names
 * are appended. */
typedef struct crok_disc_list {
    crok_disc *discs; /* array of CROK_MAX_DISCS elements */
    int *n;
    char (*side)[CROK_NAME_MAX];
    int *n_sides;
} crok_disc_list;
CROK_MUST_USE crok_status crok_read_discs(const cJSON *obj, const char *name,
                                          const char *where,
                                          const crok_disc_list *to,
                                          crok_err *err);

/* Read a side of a match: {"side", "name", "rgb"}, and write one. */
CROK_MUST_USE crok_status crok_read_side_info(const cJSON *obj,
                                              const char *where,
                                              crok_side_info *out,
                                              crok_err *err);
cJSON *crok_side_info_json(const crok_side_info *side);

/* Read what an event of rules/organise.h has beside the fields of every event;
 * e->type is set. And write it. */
CROK_MUST_USE crok_status crok_read_organised(const cJSON *doc,
                                              const char *where, crok_event *e,
                                              crok_err *err);
void crok_add_organised(cJSON *doc, const crok_event *e);

/* Add the value of a forfeited round to obj, as the object `name`. */
void crok_forfeit_to_json(cJSON *obj, const char *name, const crok_forfeit *f);

/* Add a side's count to obj: its discs by region, or its total. */
void crok_side_count_to_json(cJSON *obj, const crok_side_count *c);

/* Add what a disc is worth in each of the regions that a count names. */
void crok_values_to_json(cJSON *obj, const crok_book *book);

/* Read the object "board". If it is absent, *lines and *disc_mm are unchanged.
 */
CROK_MUST_USE crok_status crok_read_board(const cJSON *obj, const char *where,
                                          crok_lines *lines, double *disc_mm,
                                          crok_err *err);

/* Write a disc: {"id", "side", "x_mm", "y_mm"}, and "sigma_mm" and
 * "state_unsure" if they are not 0. */
cJSON *crok_disc_json(const crok_disc *disc, const char *side);
/* Write n removals: [{"id", "to", "rule"}]. */
cJSON *crok_removals_json(const crok_removal *r, int n);
cJSON *crok_board_json(const crok_lines *lines, double disc_mm);

#endif

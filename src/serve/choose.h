/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/choose.h: which tables does the address of a request mean?
 *
 * ?table=NAME is a name and never a number; ?n=NUMBER is the number in the
 * links that the program prints, and never a name. A table without a name has
 * its number only. ?record=ID is a condition: the record of a table that is
 * meant must have this id, so that a client that was connected before the
 * server was started with other records cannot write to one of them.
 *
 * A name means one table, and so does an id. crok_tables_check refuses a record
 * beside its copy when the server starts, and crok_hosted_write refuses what
 * would give a table the name of another. Records that have one name already
 * are served; the name means neither of them, and the numbers are left.
 *
 * Room     serve, internal: uses libmicrohttpd.
 * Threads  any, while the server is open.
 * Source   section HTTP of docs/FORMATS.md. */
#ifndef CROK_SERVE_CHOOSE_H
#define CROK_SERVE_CHOOSE_H

#include "serve/answer.h"
#include "serve/serve_inner.h"

/* Find the tables that the request's parameters mean.
 *
 *   is_list   several tables may be named
 *   is_write  the request may have no other parameters, so that one with a
 *             typing error is not taken for the first table
 *   tables    on entry the tables that are meant without a parameter;
 *             then at least one; written only if the result has status 0
 *
 * Returns a problem with status 0, or why the request must be refused:
 * 404  a table is not there
 * 409  two tables have the name
 * 412  the record of a table is not that of ?record=
 * 400  several tables are named and is_list is false, or a write has another
 *      parameter */
crok_problem crok_tables_choose(crok_serve *s, struct MHD_Connection *c,
                                bool is_list, bool is_write, crok_set *tables);

/* Check that no two tables have records with the same id, and tell
 * (config->message) which have the same name.
 *
 *   config  borrowed: the paths of the records, for the messages
 *
 * CROK_EARG  two have the same id; the message has both paths */
CROK_MUST_USE crok_status crok_tables_check(crok_serve *s,
                                            const crok_serve_config *config,
                                            crok_err *err);

#endif

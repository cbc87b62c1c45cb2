/* SPDX-License-Identifier: Apache-2.0
 *
 * core/assign.h: the assignment problem: give every row a column of its own so
 * that the sum of the costs is least.
 *
 * Room     core.
 * Threads  values only; any thread.
 * Source   Kuhn 1955, "The Hungarian method for the assignment problem"; by
 *          shortest augmenting paths, as Jonker and Volgenant 1987. */
#ifndef CROK_CORE_ASSIGN_H
#define CROK_CORE_ASSIGN_H

#ifdef __cplusplus
extern "C" {
#endif

/* Largest numbers of rows and of columns. */
#define CROK_ASSIGN_ROWS 96
#define CROK_ASSIGN_COLUMNS 192

/* Solve the problem. It takes time in proportion to n_rows^2 n_columns.
 *
 *   cost    borrowed: row-major, n_rows x n_columns, finite
 *   column  out: the column of each row
 *
 * n_rows <= n_columns, and both within the limits. */
void crok_assign(int n_rows, int n_columns, const double *cost, int *column);

#ifdef __cplusplus
}
#endif
#endif

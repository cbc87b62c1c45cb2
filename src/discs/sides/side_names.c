/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/sides/side_names.h"

#include <stdio.h>
#include <string.h>

#include "core/terms.h"

/* Write the name of one of m sides that have the same colour word. Rank 0 is
 * the darkest side. */
static void name_shade(const char *word, int rank, int m, char name[24])
{
    if (m == 1 || (m == 3 && rank == 1))
        (void)snprintf(name, 24, "%.23s", word);
    else if (m == CROK_MAX_SIDES)
        (void)snprintf(name, 24, "%.15s %d", word, (rank + 1) % 10);
    else
        (void)snprintf(name, 24, "%s %.15s", rank == 0 ? "dark" : "light",
                       word);
}

void crok_side_names(const crok_lab *colour, int k, char (*name)[24])
{
    for (int i = 0; i < k; i++) {
        const char *word = crok_colour_word(colour[i]);
        double own = colour[i].l;
        int rank = 0;
        int m = 0;
        for (int j = 0; j < k; j++) {
            double l = colour[j].l;
            if (strcmp(word, crok_colour_word(colour[j])) != 0)
                continue;
            m++;
            rank += l < own || (l <= own && j < i) ? 1 : 0;
        }
        name_shade(word, rank, m, name[i]);
    }
}

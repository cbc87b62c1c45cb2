/* SPDX-License-Identifier: Apache-2.0 */
#include "report/result.h"

#include <string.h>

const char *crok_players_name(const crok_players *p, const char *side)
{
    for (int i = 0; p != NULL && i < p->n; i++)
        if (strcmp(p->side[i], side) == 0)
            return p->name[i];
    return side;
}

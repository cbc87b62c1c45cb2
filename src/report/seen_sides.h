/* SPDX-License-Identifier: Apache-2.0
 *
 * report/seen_sides.h: which sides a picture shows. What may be no disc, and
 * would be worth 0 if it were one, does not show that a side plays.
 *
 * Room     report. */
#ifndef CROK_REPORT_SEEN_SIDES_H
#define CROK_REPORT_SEEN_SIDES_H

#include "discs/observation.h"
#include "rules/value.h"

/* Remove each side of which only possible discs (maybe) were seen that are
 * worth nothing wherever they lie within their uncertainty, with these possible
 * discs. A side of which nothing was seen stays: a person may have named it. */
void crok_seen_sides_keep(crok_observation *o, const crok_value_rules *rules);

#endif

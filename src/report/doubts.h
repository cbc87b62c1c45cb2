/* SPDX-License-Identifier: Apache-2.0
 *
 * report/doubts.h: which doubts a person is asked about. Each detection has a
 * chance to be a disc. A side's total is stated as sure only if the chance that
 * it is wrong, over all doubts of that side together that nobody is asked
 * about, is at most CROK_DOUBT_LIMIT. So the smallest doubts are passed over,
 * as many as stay below that together, and a person is asked about the others.
 *
 * Room     report: pure; no allocation, no I/O.
 * Threads  values only; any thread. */
#ifndef CROK_REPORT_DOUBTS_H
#define CROK_REPORT_DOUBTS_H

#include "discs/observation.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The chance that a total that is stated as sure is wrong: one in five hundred
 * is forgiven by players who see some hundred boards a year. */
#define CROK_DOUBT_LIMIT 0.002

/* Decide about all discs and possible discs of an observation: `is_doubted` of
 * each disc is set, and possible discs that nobody is asked about are removed.
 */
void crok_doubts_settle(crok_observation *seen);

#ifdef __cplusplus
}
#endif
#endif

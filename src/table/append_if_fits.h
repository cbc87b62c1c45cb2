/* SPDX-License-Identifier: Apache-2.0
 *
 * table/append_if_fits.h: append an event that corrects the past, if the shot
 * that was seen next follows from it in the order of turns.
 *
 * Room     table.
 * Threads  as table.h. */
#ifndef CROK_TABLE_APPEND_IF_FITS_H
#define CROK_TABLE_APPEND_IF_FITS_H

#include "table/fit_shot.h"
#include "table/job.h"

/* Append the event if it can be applied, and if with it no shot is missing
 * before the next one.
 *
 *   e     borrowed; its seq is set
 *   next  the shot that was seen, with the match's ids; borrowed
 *   done  written: was it appended?
 *
 * Errors as crok_job_append */
CROK_MUST_USE crok_status crok_append_if_fits(crok_job *j, crok_event *e,
                                              const crok_shot_seen *next,
                                              bool *done);

#endif

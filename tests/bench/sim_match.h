/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/bench/sim_match.h: a simulated match, drawn frame by frame in memory,
 * that goes through the engine and into a match as `crokeye watch` does it.
 *
 * Errors end the program with a message.
 *
 * Room     tests.
 * Threads  one match, one thread. */
#ifndef CROK_TESTS_BENCH_SIM_MATCH_H
#define CROK_TESTS_BENCH_SIM_MATCH_H

#include "bench/kept_film.h"
#include "sim/sim.h"
#include "table/drawn_film.h"
#include "table/table.h"

enum { SIM_MATCH_MAX_ROUNDS = 64 };

typedef struct sim_match {
    crok_sim *sim;
    crok_engine *engine;
    crok_table table;
    crok_log truth;     /* what has been taken with sim_match_take_truth */
    crok_sim_truth now; /* of the last frame */
    crok_engine_report report; /* on the last frame */
    crok_table_effect effect;  /* of that report */
    long frames;               /* fed */
    double feed_ns;            /* time that the engine took */
    crok_image rgb, luma;
    kept_film kept;
    char drawn_path[1024];
    crok_drawn_film drawn;
    crok_err err;
} sim_match;

/* What the command line of a benchmark asks for. */
typedef struct sim_match_options {
    const char *rules;
    unsigned long seed;
    int rounds;
    crok_sim_camera camera;
    crok_sim_looks looks;
    const char *on;   /* a folder of scenes (sim/scene.h); NULL: none */
    const char *keep; /* a folder for the films (bench/kept_film.h); NULL: none
                       */
    const char *draw; /* a folder for films with what the engine believes drawn
                         in (table/drawn_film.h); NULL: none */
    bool is_wordy;
} sim_match_options;

/* Read --rules, --seed, --rounds, --fps, --size, --looks, --on, --keep, --draw,
 * -v and one option of the benchmark's own, whose value is stored as it is.
 * False: something cannot be used. */
bool sim_match_read_options(int argc, char **argv, sim_match_options *out,
                            const char *own_name, const char **own_value);

/* End the program if a call has failed. */
void sim_match_must(crok_status st, const crok_err *err);

/* Open a match between the two sides of a seed. The images stay from one match
 * to the next; begin with {0}. */
void sim_match_open(sim_match *m, const crok_sim_options *options,
                    const crok_sim_camera *camera);
/* Keep the film of the open match in a file of this name in o->keep, or play
 * the one that is kept there; and draw a film of what the engine believes in
 * o->draw. */
void sim_match_keep(sim_match *m, const sim_match_options *o, const char *name);
/* Also frees the pictures. */
void sim_match_close(sim_match *m);
void sim_match_free(sim_match *m);

/* Draw the next frame and feed it to engine and table, with all that follows
 * for the engine; nothing is fed where the camera gives no frame. False: the
 * film is over. */
bool sim_match_step(sim_match *m);

/* Has the last step fed a frame with a shot in its news? */
bool sim_match_told_shot(const sim_match *m);

/* Print the last frame's news and notes, with what the table says. */
void sim_match_say(const sim_match *m);

/* Call when the film is over. */
void sim_match_finish(sim_match *m);

/* Append the frame's event, which must not be NULL, to the truth. */
void sim_match_take_truth(sim_match *m);

/* Our record. */
const crok_log *sim_match_log(const sim_match *m);

/* ---- comparing ---- */

/* A shot's decision; ids are each one's own, so numbers of discs are compared.
 * What one decision did wrong is not held against the next: discs in play are
 * counted from those before the shot. */
bool sim_match_same_decision(const crok_shot_event *ours,
                             const crok_decision *truth, int truth_n_before);

/* Does a decision leave something open, or ask a person? */
bool sim_match_is_open(const crok_decision *decision);

/* A round that has ended. */
typedef struct sim_match_round {
    long seq; /* of its end */
    crok_points total[CROK_MAX_SIDES];
} sim_match_round;

/* The truth of a disc counts where it ends at least so far from a change of its
 * value; nearer to one, both values are right. */
#define SIM_MATCH_SLACK_MM 3.5

/* The rounds of a log that have ended; returns how many.
 *
 *   slack_mm  0, or SIM_MATCH_SLACK_MM for the truth: then the totals have the
 *             range of the values that its discs may have */
int sim_match_rounds(const crok_log *log, double slack_mm,
                     sim_match_round out[SIM_MATCH_MAX_ROUNDS], crok_err *err);

typedef enum sim_match_total {
    SIM_MATCH_RIGHT,
    SIM_MATCH_IN_RANGE,
    SIM_MATCH_WRONG
} sim_match_total;

/* Compare a round's totals of the first two sides: right if ours is in the
 * truth's range, in range if only both ranges have a value in common. */
sim_match_total sim_match_compare(const sim_match_round *ours,
                                  const sim_match_round *truth);

/* Print a shot of a log as JSON, after a name; nothing if there is none. */
void sim_match_print_shot(const char *whose, const crok_log *log, long seq);

#endif

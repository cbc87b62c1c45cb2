/* SPDX-License-Identifier: Apache-2.0
 *
 * A simulated camera watched as a whole, while it is knocked, the light goes
 * off, or it repeats one picture: it is told, no shot is invented, and those
 * after it are seen. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "cv/cv.h"
#include "rules/book_json.h"
#include "table/sim_source.h"
#include "table/watcher.h"

typedef struct watched {
    int true_shots, shots;
    char told[4096]; /* all words, a line each */
} watched;

static crok_live *live;

static void changed(void *context)
{
    (void)context;
}

static void message(void *context, const char *what)
{
    watched *r = context;
    size_t n = strlen(r->told);
    (void)snprintf(r->told + n, sizeof r->told - n, "%s\n", what);
}

static crok_watcher *opened(watched *r)
{
    crok_table_setup want = {.first_seat = -1, .sides.n = 2};
    crok_sim_colours colours = crok_sim_colours_of(sim_camera.match.seed, 2);
    crok_watcher_options o = {.source = "the simulator",
                              .setup = &want,
                              .changed = changed,
                              .message = message,
                              .context = r};
    crok_watcher *w = NULL;
    crok_err err = {0};
    CHECK_STATUS(crok_book_preset("depot", &want.book, NULL, &err), CROK_OK,
                 &err);
    for (int i = 0; i < 2; i++)
        (void)snprintf(want.sides.name[i], sizeof want.sides.name[i], "%s",
                       colours.side[i].name);
    CHECK_STATUS(crok_live_open(NULL, &live, &err), CROK_OK, &err);
    o.live = live;
    CHECK_STATUS(crok_watcher_open(&o, &w, &err), CROK_OK, &err);
    return w;
}

/* So many seconds of a match with a trick at its second shot. */
static watched watch(crok_sim_trick trick, double seconds)
{
    watched r = {0};
    crok_watcher *w = NULL;
    crok_err err = {0};
    bool more = true;
    sim_camera.match = (crok_sim_options){.seed = 12,
                                          .rules = "depot",
                                          .rounds = 1,
                                          .n_wishes = 1,
                                          .wish = {{trick, 2}}};
    sim_camera.camera = (crok_sim_camera){960, 540, 30.0};
    w = opened(&r);
    while (more && sim_camera.truth.t_s < seconds) {
        const crok_event *e = NULL;
        CHECK_STATUS(crok_watcher_step(w, &more, &err), CROK_OK, &err);
        e = sim_camera.truth.event;
        r.true_shots += more && e != NULL && e->type == CROK_EVENT_SHOT;
    }
    for (int i = 0; i < crok_live_log(live)->n; i++)
        r.shots += crok_live_log(live)->events[i]->type == CROK_EVENT_SHOT;
    print_message("%d shots, %d seen\n%s", r.true_shots, r.shots, r.told);
    crok_watcher_close(&w);
    crok_live_close(&live);
    sim_camera.truth = (crok_sim_truth){0};
    return r;
}

/* The last shot may have come to rest just before the end. */
static void check_shots(const watched *r)
{
    assert_true(r->true_shots >= 4);
    assert_in_range(r->shots, r->true_shots - 1, r->true_shots);
    /* one that is invented is out of turn as a rule */
    assert_null(strstr(r->told, "shot out of turn"));
}

static void a_knocked_camera_costs_no_shot(void **state)
{
    watched r = watch(CROK_SIM_TRICK_BUMP, 31.0);
    (void)state;
    check_shots(&r);
}

static void a_light_that_goes_off_makes_no_shot(void **state)
{
    watched r = watch(CROK_SIM_TRICK_DARK, 31.0);
    (void)state;
    check_shots(&r);
}

static void one_picture_again_and_again_makes_no_shot(void **state)
{
    watched r = watch(CROK_SIM_TRICK_FREEZE, 31.0);
    (void)state;
    check_shots(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_knocked_camera_costs_no_shot),
        cmocka_unit_test(a_light_that_goes_off_makes_no_shot),
        cmocka_unit_test(one_picture_again_and_again_makes_no_shot),
    };
    crok_cv_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

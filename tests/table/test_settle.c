/* SPDX-License-Identifier: Apache-2.0
 *
 * What the board says when the next disc is shot: the discs in play, the disc
 * in the hole, and whether the last shot was valid (table/settle_*.h). */
#include "check.h"

#include <string.h>

#include "rules/book_json.h"
#include "table/settle_board.h"
#include "table/settle_hole.h"
#include "table/settle_validity.h"

/* The camera's sides are sorted by name, the match's are in another order. */
static const crok_table_sides sides = {2, {"black", "white"}};
enum { SEEN_BLACK = 0, SEEN_WHITE = 1, MATCH_WHITE = 0, MATCH_BLACK = 1 };

static crok_disc disc(int id, int side, double x_mm, crok_disc_state state)
{
    return (crok_disc){.id = id,
                       .side = side,
                       .x_mm = x_mm,
                       .state = state,
                       .state_unsure = true};
}

static crok_disc flat(int id, int side, double x_mm)
{
    return disc(id, side, x_mm, CROK_DISC_FLAT);
}

/* A match with black 1 and white 2 in play. */
static crok_match match(void)
{
    crok_match m = crok_match_waiting();
    m.info.n_sides = 2;
    (void)snprintf(m.info.sides[MATCH_WHITE].side, CROK_NAME_MAX, "white");
    (void)snprintf(m.info.sides[MATCH_BLACK].side, CROK_NAME_MAX, "black");
    m.n_discs = 2;
    m.discs[0] = flat(1, MATCH_BLACK, 150.0);
    m.discs[1] = flat(2, MATCH_WHITE, 200.0);
    return m;
}

/* The board as the match has it. */
static crok_board_seen rest(void)
{
    return (crok_board_seen){
        .n = 2,
        .disc = {flat(1, SEEN_BLACK, 150.0), flat(2, SEEN_WHITE, 200.0)}};
}

static void check_ids(const crok_board_event *b, int n, const int *ids)
{
    assert_int_equal(b->n, n);
    for (int i = 0; i < n; i++)
        assert_int_equal(b->discs[i].id, ids[i]);
}

/* ---- the board ---- */

static void a_board_as_the_match_has_it_needs_no_event(void **state)
{
    crok_match m = match();
    crok_board_seen r = rest();
    crok_event e = {.type = CROK_EVENT_UNDO};
    char note[128] = "untouched";
    (void)state;
    r.disc[r.n++] = disc(9, SEEN_BLACK, 350.0, CROK_DISC_OUT);
    assert_false(crok_settle_board(&m, &sides, &r, &e, note));
    assert_int_equal(e.type, CROK_EVENT_UNDO);
    assert_string_equal(note, "untouched");
}

static void a_disc_that_was_taken_off_is_off(void **state)
{
    crok_match m = match();
    crok_board_seen r = rest();
    crok_event e = {0};
    char note[128] = "";
    (void)state;
    r.disc[1].state = CROK_DISC_OUT; /* it is in the ditch */
    assert_true(crok_settle_board(&m, &sides, &r, &e, note));
    assert_int_equal(e.type, CROK_EVENT_BOARD);
    check_ids(&e.u.board, 1, (const int[]){1});
    assert_int_equal(e.u.board.n_sides, 2);
    assert_string_equal(e.u.board.side[MATCH_BLACK], "black");
    assert_non_null(strstr(note, "disc 2 is off"));
}

static void a_disc_that_was_left_is_in_play(void **state)
{
    crok_match m = match();
    crok_board_seen r = rest();
    crok_event e = {0};
    char note[128] = "";
    (void)state;
    r.disc[r.n++] = flat(7, SEEN_BLACK, 250.0);
    r.disc[r.n++] = flat(8, -1, 50.0); /* of no side of the match */
    assert_true(crok_settle_board(&m, &sides, &r, &e, note));
    check_ids(&e.u.board, 3, (const int[]){1, 2, 7});
    assert_int_equal(e.u.board.discs[2].side, MATCH_BLACK);
    assert_false(e.u.board.discs[2].state_unsure);
    CHECK_NEAR(e.u.board.discs[2].x_mm, 250.0, 0.0);
    assert_non_null(strstr(note, "disc 7 is in play"));
    r.disc[0].state = CROK_DISC_OUT;
    assert_true(crok_settle_board(&m, &sides, &r, &e, note));
    check_ids(&e.u.board, 2, (const int[]){2, 7});
    assert_non_null(strstr(note, "1 discs fewer, 1 more"));
}

/* A person was asked about disc 2: the board answers. Disc 1 was not asked
 * about, so it stays in the event although it is not seen. */
static void only_a_disc_that_was_asked_about_may_be_missing(void **state)
{
    crok_match m = match();
    crok_board_seen r = {0};
    crok_event e;
    (void)state;
    m.n_unsure = 1;
    m.unsure[0] = 2;
    e = crok_settle_board_of(&m, &r, -1);
    check_ids(&e.u.board, 1, (const int[]){1});
    r = rest();
    e = crok_settle_board_of(&m, &r, -1);
    check_ids(&e.u.board, 2, (const int[]){1, 2});
    e = crok_settle_board_of(&m, &r, 1);
    check_ids(&e.u.board, 1, (const int[]){2});
}

/* ---- the hole (G4, G6) ---- */

static void a_20_that_is_left_in_the_hole_leans(void **state)
{
    crok_match m = match();
    crok_board_seen r = rest();
    crok_board_seen then = rest();
    crok_event e[2] = {{0}};
    char note[128] = "";
    (void)state;
    m.last.n_remove = 1;
    m.last.remove[0] = (crok_removal){.id = 5, .to = CROK_TO_BOWL};
    m.sides[MATCH_BLACK].twenties = 3;
    r.disc[r.n++] = disc(5, SEEN_BLACK, 1.0, CROK_DISC_HOLE);
    /* it is surely flat, and stays: it was forgotten there */
    then = r;
    assert_int_equal(crok_settle_hole(&m, &sides, &r, &then, e, note), 0);
    assert_string_equal(note, "");
    /* the next shot has struck it out of the hole: it leaned */
    then.disc[then.n - 1].state = CROK_DISC_OUT;
    assert_int_equal(crok_settle_hole(&m, &sides, &r, &then, e, note), 2);
    then = r;
    m.sides[MATCH_BLACK].twenties_lean = 1;
    assert_int_equal(crok_settle_hole(&m, &sides, &r, &then, e, note), 2);
    assert_int_equal(e[0].type, CROK_EVENT_TWENTIES);
    assert_string_equal(e[0].u.twenties.side, "black");
    assert_int_equal(e[0].u.twenties.count, 2);
    assert_int_equal(e[1].type, CROK_EVENT_BOARD);
    check_ids(&e[1].u.board, 3, (const int[]){1, 2, 5});
    assert_int_equal(e[1].u.board.discs[2].state, CROK_DISC_LEANING);
    assert_false(e[1].u.board.discs[2].state_unsure);
    assert_non_null(strstr(note, "black disc 5"));
}

static void a_20_that_was_taken_out_or_lies_elsewhere_is_settled(void **state)
{
    crok_match m = match();
    crok_board_seen r = rest();
    crok_board_seen then = rest();
    crok_event e[2] = {{0}};
    char note[128] = "";
    (void)state;
    m.last.n_remove = 1;
    m.last.remove[0] = (crok_removal){.id = 5, .to = CROK_TO_BOWL};
    m.sides[MATCH_BLACK].twenties = 1;
    assert_int_equal(crok_settle_hole(&m, &sides, &r, &then, e, note), 0);
    r.disc[r.n++] = flat(5, SEEN_BLACK, 90.0);
    assert_int_equal(crok_settle_hole(&m, &sides, &r, &then, e, note), 0);
    r.disc[2].state = CROK_DISC_HOLE;
    m.last.remove[0].to = CROK_TO_DITCH; /* it was no 20 */
    assert_int_equal(crok_settle_hole(&m, &sides, &r, &then, e, note), 0);
    assert_string_equal(note, "");
}

static void a_leaning_disc_that_was_taken_out_is_a_20(void **state)
{
    crok_match m = match();
    crok_board_seen r = rest();
    crok_board_seen then = rest();
    crok_event e[2] = {{0}};
    char note[128] = "";
    (void)state;
    m.sides[MATCH_WHITE].twenties = 1;
    m.discs[m.n_discs++] = disc(6, MATCH_WHITE, 8.0, CROK_DISC_LEANING);
    assert_int_equal(crok_settle_hole(&m, &sides, &r, &then, e, note), 2);
    assert_int_equal(e[0].type, CROK_EVENT_BOARD);
    check_ids(&e[0].u.board, 2, (const int[]){1, 2});
    assert_int_equal(e[1].type, CROK_EVENT_TWENTIES);
    assert_string_equal(e[1].u.twenties.side, "white");
    assert_int_equal(e[1].u.twenties.count, 2);
    r.disc[0].state = CROK_DISC_OUT; /* another one is missing too */
    assert_int_equal(crok_settle_hole(&m, &sides, &r, &then, e, note), 0);
    m.discs[0].state = CROK_DISC_LEANING;
    assert_int_equal(crok_settle_hole(&m, &sides, &r, &then, e, note), 0);
}

/* ---- validity (V10 to V12) ---- */

static crok_book book(void)
{
    crok_book b = {0};
    crok_err err = {0};
    CHECK_STATUS(crok_book_preset("tournament", &b, NULL, &err), CROK_OK, &err);
    return b;
}

/* Black shoots disc 1 while white 2 is in play. An invalid shot takes disc 1
 * off (V10), a valid one leaves it. */
static crok_shot shot_to(double x_mm, crok_disc_state where)
{
    crok_shot s = crok_shot_empty();
    s.n_sides = 2;
    (void)snprintf(s.side[SEEN_BLACK], CROK_NAME_MAX, "black");
    (void)snprintf(s.side[SEEN_WHITE], CROK_NAME_MAX, "white");
    s.shooter = SEEN_BLACK;
    s.shot_disc = 1;
    s.before[s.n_before++] = flat(2, SEEN_WHITE, 200.0);
    s.after[s.n_after++] = disc(1, SEEN_BLACK, x_mm, where);
    s.after[s.n_after++] = flat(2, SEEN_WHITE, 200.0);
    s.after[0].state_unsure = s.after[1].state_unsure = false;
    s.moved[s.n_moved++] = 1;
    s.missing = CROK_MISS_CONTACTS;
    return s;
}

static void a_disc_that_was_taken_off_shows_an_invalid_shot(void **state)
{
    crok_book b = book();
    crok_shot s = shot_to(150.0, CROK_DISC_FLAT);
    crok_board_seen r = rest();
    bool valid = true;
    (void)state;
    r.disc[0].state = CROK_DISC_OUT;
    assert_true(crok_settle_validity(&b, &s, &r, false, &valid));
    assert_false(valid);
    valid = true;
    assert_true(crok_settle_validity(&b, &s, &r, true, &valid));
    assert_false(valid);
}

/* While the hands may still take the disc off, its presence shows nothing. */
static void a_disc_that_was_left_shows_a_valid_shot_at_the_end(void **state)
{
    crok_book b = book();
    crok_shot s = shot_to(150.0, CROK_DISC_FLAT);
    crok_board_seen r = rest();
    bool valid = false;
    (void)state;
    assert_false(crok_settle_validity(&b, &s, &r, false, &valid));
    assert_false(valid);
    assert_true(crok_settle_validity(&b, &s, &r, true, &valid));
    assert_true(valid);
}

static void a_board_as_neither_outcome_leaves_it_shows_nothing(void **state)
{
    crok_book b = book();
    crok_shot s = shot_to(150.0, CROK_DISC_FLAT);
    crok_board_seen r = rest();
    bool valid = true;
    (void)state;
    r.disc[1].state = CROK_DISC_OUT; /* nobody may take white 2 */
    assert_false(crok_settle_validity(&b, &s, &r, true, &valid));
    assert_true(valid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_board_as_the_match_has_it_needs_no_event),
        cmocka_unit_test(a_disc_that_was_taken_off_is_off),
        cmocka_unit_test(a_disc_that_was_left_is_in_play),
        cmocka_unit_test(only_a_disc_that_was_asked_about_may_be_missing),
        cmocka_unit_test(a_20_that_is_left_in_the_hole_leans),
        cmocka_unit_test(a_20_that_was_taken_out_or_lies_elsewhere_is_settled),
        cmocka_unit_test(a_leaning_disc_that_was_taken_out_is_a_20),
        cmocka_unit_test(a_disc_that_was_taken_off_shows_an_invalid_shot),
        cmocka_unit_test(a_disc_that_was_left_shows_a_valid_shot_at_the_end),
        cmocka_unit_test(a_board_as_neither_outcome_leaves_it_shows_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

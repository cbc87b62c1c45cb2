/* SPDX-License-Identifier: Apache-2.0
 *
 * Which scores may be taken for the truth, and what a truth file says. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "report/fixture.h"
#include "report/questions.h"
#include "report/truth_file.h"

/* Centre of a black disc that touches the inner line or not, 10 or 15, mm. */
#define AT_LINE_MM (101.6 - 0.8 - 15.875 - 0.02)

/* A question about disc 1, and an answer to it; NULL: none. */
static crok_score counted(crok_observation *o, const char *answer)
{
    static crok_answers answers;
    crok_score_options options = fixture_options();
    answers = (crok_answers){.n = 1, .answer = {{.id = 1, .is_given = true}}};
    (void)snprintf(answers.answer[0].value, sizeof answers.answer[0].value,
                   "%s", answer == NULL ? "" : answer);
    options.answers = answer == NULL ? NULL : &answers;
    return fixture_count(o, &options);
}

static crok_observation board_with_question(void)
{
    crok_observation o = fixture_board();
    fixture_add(&o, 0, AT_LINE_MM, CROK_DISC_FLAT);
    return o;
}

static void the_truth_is_known_once_a_person_settled_all(void **state)
{
    crok_observation o = board_with_question();
    crok_score s = counted(&o, NULL);
    (void)state;
    assert_false(crok_truth_is_known(&s));
    s = counted(&o, CROK_ANSWER_ASK);
    assert_false(crok_truth_is_known(&s));
    s = counted(&o, "20"); /* is not possible */
    assert_false(crok_truth_is_known(&s));
    s = counted(&o, "10");
    assert_true(crok_truth_is_known(&s));
    s = counted(&o, "15");
    assert_true(crok_truth_is_known(&s));
}

static void what_nobody_answered_is_not_known(void **state)
{
    crok_observation o = fixture_board();
    crok_score s;
    (void)state;
    fixture_add(&o, 0, 50.0, CROK_DISC_FLAT);
    fixture_add(&o, 1, -50.0, CROK_DISC_FLAT);
    s = counted(&o, NULL);
    assert_int_equal(s.side[0].lo, s.side[0].hi);
    assert_false(crok_truth_is_known(&s));
}

static void one_open_question_is_enough(void **state)
{
    crok_observation o = board_with_question();
    crok_score s;
    (void)state;
    fixture_add(&o, 1, -AT_LINE_MM, CROK_DISC_FLAT);
    s = counted(&o, "10");
    assert_int_equal(s.n_answered, 1);
    assert_int_equal(s.side[0].lo, s.side[0].hi);
    assert_false(crok_truth_is_known(&s));
}

/* Each thing that leaves something open does so alone. */
static void whatever_is_open_is_noticed(void **state)
{
    crok_observation o = board_with_question();
    const crok_score known = counted(&o, "10");
    crok_score s = known;
    (void)state;
    s.side[1].hi = 5;
    assert_false(crok_truth_is_known(&s));
    s = known;
    s.absent_hi = 5;
    assert_false(crok_truth_is_known(&s));
    s = known;
    s.seen.n_dropped = 1;
    assert_false(crok_truth_is_known(&s));
    s = known;
    s.seen.unseen.n = 1;
    assert_false(crok_truth_is_known(&s));
    s = known;
    s.seen.n_maybe = 1;
    s.maybe_value[0] = 5;
    assert_false(crok_truth_is_known(&s));
}

static void only_the_usual_values_are_those_of_truth_files(void **state)
{
    crok_value_rules rules = crok_value_rules_default();
    (void)state;
    assert_true(crok_truth_has_values(&rules));
    rules.on_outer_line = 5;
    assert_false(crok_truth_has_values(&rules));
    rules = crok_value_rules_default();
    rules.hole = 25;
    assert_false(crok_truth_has_values(&rules));
}

/* ---- the document ---- */

static const cJSON *field(const cJSON *obj, const char *name)
{
    const cJSON *found = cJSON_GetObjectItemCaseSensitive(obj, name);
    if (found == NULL)
        fail_msg("there is no \"%s\"", name);
    return found;
}

static double num(const cJSON *obj, const char *name)
{
    assert_true(cJSON_IsNumber(field(obj, name)));
    return field(obj, name)->valuedouble;
}

static void check_place(const cJSON *disc, crok_vec3 face, const char *team)
{
    crok_observation o = fixture_board();
    crok_px at = crok_camera_project(&o.pose.camera, face);
    CHECK_NEAR(num(disc, "u"), at.x, 0.06);
    CHECK_NEAR(num(disc, "v"), at.y, 0.06);
    CHECK_NEAR(num(disc, "r"), 15.875 * 1500.0 / (1200.0 - face.z), 0.06);
    assert_string_equal(field(disc, "team")->valuestring, team);
}

static void check_worth(const cJSON *disc, int value, const char *touching)
{
    const cJSON *line = field(disc, "touching");
    CHECK_NEAR(num(disc, "value"), value, 0.0);
    assert_true(cJSON_IsTrue(field(disc, "certain")));
    if (touching == NULL)
        assert_true(cJSON_IsNull(line));
    else
        assert_string_equal(line->valuestring, touching);
}

static cJSON *truth_of(crok_observation *o, const crok_bowl *bowl)
{
    crok_result r = {.image = "Ann's evening.jpg", .w_px = 1600, .h_px = 1200};
    char *text = NULL;
    cJSON *doc = NULL;
    r.score = counted(o, "10");
    assert_true(crok_truth_is_known(&r.score));
    text = crok_truth_file_text(&r, bowl, "0123.jpg");
    assert_non_null(text);
    assert_null(strstr(text, "Ann"));
    doc = cJSON_Parse(text);
    assert_non_null(doc);
    free(text);
    return doc;
}

static void check_line(const cJSON *points, double r_mm)
{
    const cJSON *p = NULL;
    assert_int_equal(cJSON_GetArraySize(points), 8);
    cJSON_ArrayForEach(p, points)
    {
        CHECK_NEAR(hypot(cJSON_GetArrayItem(p, 0)->valuedouble - 799.5,
                         cJSON_GetArrayItem(p, 1)->valuedouble - 599.5),
                   r_mm * 1.25, 0.1);
    }
}

static void check_head(const cJSON *doc)
{
    const cJSON *board = field(doc, "board");
    assert_string_equal(field(doc, "schema")->valuestring, "crokeye.truth/1");
    assert_string_equal(field(doc, "image")->valuestring, "0123.jpg");
    CHECK_NEAR(num(doc, "width"), 1600, 0.0);
    CHECK_NEAR(num(doc, "height"), 1200, 0.0);
    CHECK_NEAR(cJSON_GetArrayItem(field(board, "center"), 0)->valuedouble,
               799.5, 0.0);
    CHECK_NEAR(num(field(board, "hole"), "radius_px"), 17.5 * 1.25, 0.06);
    check_line(field(board, "outer"), 304.8);
    check_line(field(board, "middle"), 203.2);
    check_line(field(board, "inner"), 101.6);
    assert_int_equal(cJSON_GetArraySize(field(doc, "teams")), 2);
    assert_int_equal(cJSON_GetArraySize(field(doc, "traps")), 0);
}

/* A disc on the outer line is on the surface, and worth nothing; one in the
 * ditch is beside it. */
static void a_truth_file_says_where_the_discs_are(void **state)
{
    const crok_bowl bowl = {.n = 0};
    crok_observation o = board_with_question();
    const cJSON *discs = NULL;
    cJSON *doc = NULL;
    (void)state;
    fixture_add(&o, 1, -50.0, CROK_DISC_FLAT);
    fixture_add(&o, 1, 0.0, CROK_DISC_HOLE);
    fixture_add(&o, 0, -300.0, CROK_DISC_FLAT);
    fixture_add(&o, 0, 370.0, CROK_DISC_OUT);
    doc = truth_of(&o, &bowl);
    check_head(doc);
    discs = field(doc, "discs");
    assert_int_equal(cJSON_GetArraySize(discs), 4);
    check_place(cJSON_GetArrayItem(discs, 0), (crok_vec3){AT_LINE_MM, 0, 9.5},
                "black");
    check_worth(cJSON_GetArrayItem(discs, 0), 10, "inner");
    check_worth(cJSON_GetArrayItem(discs, 1), 15, NULL);
    check_place(cJSON_GetArrayItem(discs, 2), (crok_vec3){0, 0, 0}, "white");
    check_worth(cJSON_GetArrayItem(discs, 2), 20, NULL);
    check_worth(cJSON_GetArrayItem(discs, 3), 0, "outer");
    assert_int_equal(cJSON_GetArraySize(field(doc, "off_surface")), 1);
    check_place(cJSON_GetArrayItem(field(doc, "off_surface"), 0),
                (crok_vec3){370, 0, 9.5}, "black");
    CHECK_NEAR(num(field(doc, "totals"), "black"), 10, 0.0);
    CHECK_NEAR(num(field(doc, "totals"), "white"), 35, 0.0);
    cJSON_Delete(doc);
}

/* The picture does not show them. */
static void twenties_that_were_taken_off_are_not_in_the_totals(void **state)
{
    crok_score_options options = fixture_options();
    crok_observation o = board_with_question();
    crok_answers answers = {.n = 1, .answer = {{.id = 1, .value = "10"}}};
    crok_result r = {.w_px = 1600, .h_px = 1200};
    char *text = NULL;
    cJSON *doc = NULL;
    (void)state;
    options.answers = &answers;
    options.bowl = (crok_bowl){.n = 1, .side = {"Black"}, .twenties = {2}};
    r.score = fixture_count(&o, &options);
    assert_int_equal(r.score.side[0].total, 50);
    text = crok_truth_file_text(&r, &options.bowl, "0123.jpg");
    assert_non_null(text);
    doc = cJSON_Parse(text);
    CHECK_NEAR(num(field(doc, "totals"), "black"), 10, 0.0);
    CHECK_NEAR(num(field(doc, "totals"), "white"), 0, 0.0);
    cJSON_Delete(doc);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_truth_is_known_once_a_person_settled_all),
        cmocka_unit_test(what_nobody_answered_is_not_known),
        cmocka_unit_test(one_open_question_is_enough),
        cmocka_unit_test(whatever_is_open_is_noticed),
        cmocka_unit_test(only_the_usual_values_are_those_of_truth_files),
        cmocka_unit_test(a_truth_file_says_where_the_discs_are),
        cmocka_unit_test(twenties_that_were_taken_off_are_not_in_the_totals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

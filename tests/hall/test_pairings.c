/* SPDX-License-Identifier: Apache-2.0
 *
 * Files of pairings as programs and people write them. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "hall/pairings.h"

static crok_pairings read_text(const char *text)
{
    crok_pairings p = {0};
    crok_err err = {0};
    CHECK_STATUS(
        crok_pairings_read(text, strlen(text), "p.csv", false, &p, &err),
        CROK_OK, &err);
    return p;
}

static void check_refused(const char *text, size_t len, crok_status want,
                          const char *words)
{
    crok_pairings p = {0};
    crok_err err = {0};
    CHECK_STATUS(crok_pairings_read(text, len, "p.csv", false, &p, &err), want,
                 &err);
    if (strstr(err.msg, words) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", err.msg, words);
    assert_null(p.list);
}

/* The same two pairings, however they are written. */
static void check_two(const char *text)
{
    crok_pairings p = read_text(text);
    for (int i = 0; i < p.n_faults; i++)
        print_error("%d:%d: %s\n", p.faults[i].line, p.faults[i].column,
                    p.faults[i].text);
    assert_int_equal(p.n_faults, 0);
    assert_int_equal(p.n, 2);
    assert_string_equal(p.list[0].table, "4");
    assert_string_equal(p.list[0].stage, "Prelim");
    assert_string_equal(p.list[0].game, "3");
    assert_string_equal(p.list[0].time, "14:30");
    assert_int_equal(p.list[0].n_sides, 2);
    assert_int_equal(p.list[0].sides[0].n, 1);
    assert_string_equal(p.list[0].sides[0].player[0], "Ann");
    assert_string_equal(p.list[0].sides[1].player[0], "Zo\xc3\xab");
    assert_string_equal(p.list[1].table, "");
    assert_int_equal(p.list[1].sides[0].n, 2);
    assert_string_equal(p.list[1].sides[0].player[1], "Cy");
    assert_string_equal(p.list[1].sides[1].player[0], "Di");
    assert_string_equal(p.list[1].sides[1].player[1], "Ed");
    crok_pairings_free(&p);
}

static void columns_in_any_order_and_separator(void **state)
{
    (void)state;
    check_two("Table,Player 1,Player 2,Stage,Game,Time\n"
              "4,Ann,Zo\xc3\xab,Prelim,3,14:30\n,Bo/Cy,Di & Ed,,,\n");
    check_two("\xef\xbb\xbfTIME;Round;stage;PLAYER_2;player1;Board;Rating\r\n"
              "14:30;Round 3;Prelim;\"Zo\xc3\xab\"; \"Ann\" ;4;1500\r\n"
              "\r\n;;;Di&Ed;Bo / Cy;;\r\n");
    check_two("start time\tPhase\tRd\tPairing\tTable No.\r"
              "14:30\tPrelim\t03\tAnn - Zo\xc3\xab\t4\r"
              "\t\t\tBo & Cy vs Di/Ed\t");
    check_two("\n\nPlayer,Opponent,Table,Stage,Game,Time\n"
              "Ann,Zo\xc3\xab,4,Prelim,G3,14:30\nBo/Cy,Di/Ed");
}

static void quoted_fields_may_have_anything(void **state)
{
    crok_pairings p =
        read_text("player a,player b,colour a,Colour B,group\n"
                  "\"O\"\"Neill, Jr.\",\"Bo;\nB\",black,white,X\n");
    (void)state;
    assert_int_equal(p.n, 1);
    assert_int_equal(p.n_faults, 0);
    assert_string_equal(p.list[0].sides[0].player[0], "O\"Neill, Jr.");
    assert_string_equal(p.list[0].sides[1].player[0], "Bo; B");
    assert_string_equal(p.list[0].sides[0].colour, "black");
    assert_string_equal(p.list[0].sides[1].colour, "white");
    assert_string_equal(p.list[0].pool, "X");
    crok_pairings_free(&p);
}

/* Line ends, tabs and spaces of any kind are one space, what nobody sees is
 * none, also in the names of columns and about what stands between two sides.
 */
static void a_name_is_one_line_without_what_nobody_sees(void **state)
{
    static const char *const texts[] = {
        "p1,p2\n\"Nl\nA\",Nl B\n",
        "\"Player\r\n1\",\"Player\n2\"\n\"\nNl\r\n\t A \",\"Nl\rB\"\n",
        "p1,p2\nNl\xf3\xa0\x81\x81 A,Nl\xe2\x80\xae B\n",
        "p1,p2\n\xc2\xa0Nl\xe2\x80\xaf"
        "A\xc2\xa0,N\xc2\xadl B\xe2\x80\x8b\n",
        "players\nNl\xe3\x80\x80"
        "A\xc2\xa0\xe2\x80\x93\xc2\xa0\xef\xbb\xbfNl B\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        crok_pairings p = read_text(texts[i]);
        assert_int_equal(p.n_faults, 0);
        assert_int_equal(p.n, 1);
        assert_string_equal(p.list[0].sides[0].player[0], "Nl A");
        assert_string_equal(p.list[0].sides[1].player[0], "Nl B");
        crok_pairings_free(&p);
    }
}

/* Each text has a fault at `line` and `column`, whose words have `words`, and
 * n good lines. */
static void each_fault_has_its_place(void **state)
{
    static const struct {
        const char *text;
        int n, line, column;
        const char *words;
    } of[] = {
        {"p1,p2\nAnn,\nCy,Di\n", 1, 2, 5, "player 2: a name is required"},
        {"p1,p2\nAnn\nCy,Di\n", 1, 2, 1, "player 2: a name is required"},
        {"p1,p2,game\nAnn,Bo,three\n", 1, 2, 8, "a number from 1 to 999"},
        {"p1,p2,game\nAnn,Bo,1000\n", 1, 2, 8, "a number from 1 to 999"},
        {"p1,p2,time\nZo\xc3\xab,Bo,25:00\n", 1, 2, 8, "14:30"},
        {"p1,p2,time\nAnn,Bo,noon\n", 1, 2, 8, "14:30"},
        {"p1,p2\nAnn,Bo,Cy\n", 0, 2, 8, "more fields than the first line"},
        {"p1,p2\nAnn,\"Bo\nCy,Di\n", 0, 2, 1, "quotation mark is not closed"},
        {"p1,p2\nAnn,ann \n", 0, 2, 1, "named twice"},
        {"p1,p2\nAnn,Bo/Cy/Di/Ed/Fay\n", 0, 2, 5, "up to 4 such names"},
        {"p1,p2\nAnn,Bo/\n", 0, 2, 5, "up to 4 such names"},
        {"players\nAnn\n", 0, 2, 1, "two sides are allowed"},
        {"players\na v b v c v d v e\n", 0, 2, 1, "at most 4 sides"},
        {"p1,p2,p1\nAnn,Bo,Cy\n", 1, 1, 7, "only the first one"},
        {"p1,p2\nAnn,B\x01o\nCy,Di\n", 1, 2, 5,
         "player: the control "
         "character U+0001"},
        {"p1,p2\nA\xc2\x9bnn,Bo\n", 0, 2, 1, "U+009B"},
        {"players\nAnn - \x1b[1mBo\n", 0, 2, 1, "U+001B"},
        {"p1,p2,pool\nAnn,Bo,A\x7f\n", 1, 2, 8, "pool: the control"},
        {"p1,p2,colour 1,colour 2\nAnn,Bo,red,Red\n", 1, 2, 12,
         "is the colour of side 1"},
        {"p1,p2,game\nAnn,Bo,1\nbo,ANN,1\n", 1, 3, 1, "same as line 2"},
        {"p1,p2,game\nAnn,Bo,1\nCy,Ann,1\n", 2, 3, 1, "in line 2, too"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        crok_pairings p = read_text(of[i].text);
        if (p.n_faults != 1 || p.n != of[i].n ||
            p.faults[0].line != of[i].line ||
            p.faults[0].column != of[i].column ||
            strstr(p.faults[0].text, of[i].words) == NULL)
            fail_msg("%s: %d pairings, %d faults, the first %d:%d: %s",
                     of[i].text, p.n, p.n_faults, p.faults[0].line,
                     p.faults[0].column, p.faults[0].text);
        crok_pairings_free(&p);
    }
}

static void who_has_a_bye_does_not_play(void **state)
{
    crok_pairings p = read_text("game;p1;p2\n1;Ann;BYE\n;Bo;Cy\n");
    (void)state;
    assert_int_equal(p.separator, ';');
    assert_int_equal(p.columns.player[1], 2);
    assert_int_equal(p.n_byes, 1);
    assert_string_equal(p.byes[0].sides[0].player[0], "Ann");
    assert_string_equal(p.byes[0].game, "1");
    assert_int_equal(p.n, 1);
    assert_int_equal(p.n_faults, 0);
    assert_int_equal(p.list[0].line, 3);
    crok_pairings_free(&p);
}

static void what_cannot_be_read_is_refused(void **state)
{
    (void)state;
    check_refused("", 0, CROK_EFORMAT, "is empty");
    check_refused("\n\n", 2, CROK_EFORMAT, "is empty");
    check_refused("Ann,Bo\n", 7, CROK_EFORMAT, "no columns \"Player 1\"");
    check_refused("p1,p2\nA\xff,B\n", 11, CROK_EFORMAT,
                  "p.csv:2: is not UTF-8");
    check_refused("p1,p2\nA\0,B\n", 11, CROK_EFORMAT, "is not UTF-8");
    check_refused("\xFF\xFEp\0001\0", 6, CROK_EFORMAT,
                  "p.csv: is UTF-16 (\"Unicode text\"): save it as");
    check_refused("p\0001\0,\0", 6, CROK_EFORMAT, "is UTF-16");
}

static void too_many_are_refused(void **state)
{
    size_t len = 0;
    char *text = malloc((size_t)CROK_MAX_PAIRINGS * 24 + 64);
    (void)state;
    assert_non_null(text);
    len = (size_t)sprintf(text, "p1,p2\n");
    for (int i = 0; i < CROK_MAX_PAIRINGS; i++)
        len += (size_t)sprintf(text + len, "a%d,b%d\n", i, i);
    {
        crok_pairings p = {0};
        crok_err err = {0};
        CHECK_STATUS(crok_pairings_read(text, len, "p.csv", false, &p, &err),
                     CROK_OK, &err);
        assert_int_equal(p.n, CROK_MAX_PAIRINGS);
        crok_pairings_free(&p);
    }
    len += (size_t)sprintf(text + len, "x,y\n");
    check_refused(text, len, CROK_ETOOLARGE, "at most 10000");
    free(text);
}

/* No text, however cut, does more than be refused. */
static void any_beginning_of_a_file_is_read(void **state)
{
    static const char text[] =
        "\xef\xbb\xbfTable;\"Player 1\";Player 2;Round;Time\r\n"
        "1;\"Ann \"\"A\"\"\";Bo/Cy;Round 1;9:00\r\n\";\r\n";
    (void)state;
    for (size_t n = 0; n < sizeof text; n++) {
        char *cut = malloc(n + 1);
        crok_pairings p = {0};
        assert_non_null(cut);
        memcpy(cut, text, n);
        if (crok_pairings_read(cut, n, "p.csv", false, &p, NULL) == CROK_OK)
            crok_pairings_free(&p);
        free(cut);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_in_any_order_and_separator),
        cmocka_unit_test(quoted_fields_may_have_anything),
        cmocka_unit_test(a_name_is_one_line_without_what_nobody_sees),
        cmocka_unit_test(each_fault_has_its_place),
        cmocka_unit_test(who_has_a_bye_does_not_play),
        cmocka_unit_test(what_cannot_be_read_is_refused),
        cmocka_unit_test(too_many_are_refused),
        cmocka_unit_test(any_beginning_of_a_file_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

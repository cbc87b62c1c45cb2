/* SPDX-License-Identifier: Apache-2.0
 *
 * The page of a batch: what is asked comes first, totals are sums, and no name
 * becomes markup or leaves the folder. */
#include "check.h"
#include "report/fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/html.h"

/* Adds a photo whose sides have the players of `players`. */
static void add_photo(crok_html *h, const crok_players *players, double x_mm)
{
    crok_observation o = fixture_board();
    crok_result r;
    fixture_add_at(&o, 0, x_mm, 0.0, CROK_DISC_FLAT);
    r = fixture_result("a.jpg", &o);
    r.players = players;
    crok_html_add(h, &r);
}

/* A page with a photo of a disc of 15, one with a close call, and one that
 * could not be scored. */
static char *page_of(const char *name, const char *picture)
{
    crok_html *h = crok_html_new();
    crok_observation o = fixture_board();
    crok_result r;
    char *text = NULL;
    assert_non_null(h);
    fixture_add_at(&o, 0, 50.0, 0.0, CROK_DISC_FLAT);
    r = fixture_result("sure.jpg", &o);
    crok_html_add(h, &r);
    fixture_add_at(&o, 0, 101.6 - 0.8 - 15.875 - 0.05, 0.0, CROK_DISC_FLAT);
    r = fixture_result(name, &o);
    r.overlay = picture;
    crok_html_add(h, &r);
    r = (crok_result){.image = "none.jpg", .status = CROK_ENOBOARD};
    (void)crok_fail(&r.err, r.status, "no board <here>");
    crok_html_add(h, &r);
    text = crok_html_text(h);
    assert_non_null(text);
    crok_html_free(h);
    return text;
}

static void check(const char *text, const char *what, bool has)
{
    if ((strstr(text, what) != NULL) != has)
        fail_msg("%s: %s", has ? "not there" : "there", what);
}

static void totals_and_questions_come_before_the_photos(void **state)
{
    char *text = page_of("close.jpg", NULL);
    const char *asked = strstr(text, "To look at: 2");
    const char *first = strstr(text, "<section id=\"p1\">");
    (void)state;
    check(text, "3 photos: 2 scored, 1 not", true);
    check(text, "<a href=\"#p1\">", false);
    check(text, "<a href=\"#p2\">close.jpg</a>: 1 question; ", true);
    check(text, "<a href=\"#p3\">none.jpg</a>: no board", true);
    check(text, "no board &lt;here&gt;", true);
    assert_non_null(asked);
    assert_non_null(first);
    assert_true(asked < strstr(text, "<h2>Totals</h2>"));
    assert_true(strstr(text, "<h2>Totals</h2>") < first);
    assert_non_null(strstr(text, CROK_HTML_MARK));
    assert_in_range(strstr(text, CROK_HTML_MARK) - text, 0,
                    CROK_HTML_MARK_WITHIN - (long)strlen(CROK_HTML_MARK));
    free(text);
}

/* A disc that is asked about beside one of 15: each answer with both. */
static void each_answer_has_the_totals_that_it_makes(void **state)
{
    char *text = page_of("close.jpg", NULL);
    (void)state;
    check(text, "<li>10: black 25, white 0</li>", true);
    check(text, "<li>15: black 30, white 0</li>", true);
    free(text);
}

static void no_name_is_markup_nor_an_address(void **state)
{
    char *text = page_of("a/<b onclick='x'>&\"\n\xFF.jpg",
                         "out/javascript:x ?#%\"<\xC5\x81.jpg");
    (void)state;
    check(text, "<b onclick", false);
    check(text, "&lt;b onclick=&#39;x&#39;&gt;&amp;&quot;\\n\\xff.jpg", true);
    check(text, "src=\"./javascript%3Ax%20%3F%23%25%22%3C%C5%81.jpg\"", true);
    check(text, "out/", false);
    free(text);
}

static void nothing_is_loaded_from_elsewhere(void **state)
{
    char *text = page_of("close.jpg", "out/close.jpg");
    (void)state;
    check(text, "http:", false);
    check(text, "https:", false);
    check(text, "<script", false);
    check(text, "default-src 'none'", true);
    check(text, "src=\"./close.jpg\"", true);
    free(text);
}

static void totals_of_a_long_name_are_summed(void **state)
{
    static const char name[] = "Anna-Maria van der Bergh\xC3\xA9-Hutchinson";
    crok_html *h = crok_html_new();
    crok_players players = {.n = 1};
    crok_observation o = fixture_board();
    char *text = NULL;
    (void)state;
    assert_non_null(h);
    (void)snprintf(players.side[0], sizeof players.side[0], "%s",
                   o.sides[0].name);
    (void)snprintf(players.name[0], sizeof players.name[0], "%s", name);
    add_photo(h, &players, 50.0);
    add_photo(h, &players, 120.0);
    text = crok_html_text(h);
    assert_non_null(text);
    check(text, "Hutchinson</td><td class=\"n\">2</td>", true);
    check(text, ", open</td>", false);
    free(text);
    add_photo(h, &players, 101.6 - 0.8 - 15.875 - 0.05);
    text = crok_html_text(h);
    assert_non_null(text);
    check(text, "Hutchinson</td><td class=\"n\">3</td>", true);
    free(text);
    crok_html_free(h);
}

static void points_of_open_rounds_say_so(void **state)
{
    crok_html *h = crok_html_new();
    crok_observation o = fixture_board();
    crok_result r;
    char *text = NULL;
    (void)state;
    assert_non_null(h);
    fixture_add_at(&o, 0, 101.6 - 0.8 - 15.875 - 0.05, 0.0, CROK_DISC_FLAT);
    fixture_add_at(&o, 1, -120.0, 0.0, CROK_DISC_FLAT);
    r = fixture_result("a.jpg", &o);
    r.score.is_open = true;
    crok_html_add(h, &r);
    text = crok_html_text(h);
    assert_non_null(text);
    check(text, ", open</td>", true);
    free(text);
    crok_html_free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(totals_and_questions_come_before_the_photos),
        cmocka_unit_test(each_answer_has_the_totals_that_it_makes),
        cmocka_unit_test(no_name_is_markup_nor_an_address),
        cmocka_unit_test(nothing_is_loaded_from_elsewhere),
        cmocka_unit_test(totals_of_a_long_name_are_summed),
        cmocka_unit_test(points_of_open_rounds_say_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

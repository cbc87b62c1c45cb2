/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/theme.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

/* What was said of a theme, a line each. */
typedef struct said {
    int n;
    char text[4000];
} said;

static said heard;

static void hear(const void *context, const char *what)
{
    assert_ptr_equal(context, &heard);
    heard.n++;
    (void)strncat(heard.text, what, sizeof heard.text - strlen(heard.text) - 1);
    (void)strncat(heard.text, "\n", sizeof heard.text - strlen(heard.text) - 1);
}

/* `n` pairs are named for the theme, and the text has `says`. */
static void check(const char *css, int n, const char *says)
{
    heard = (said){0};
    crok_theme_check(css, hear, &heard);
    if (heard.n != n || strstr(heard.text, says) == NULL) {
        print_error("%s\nwanted %d with \"%s\", got %d:\n%s", css, n, says,
                    heard.n, heard.text);
        fail();
    }
}

static void the_built_in_colours_have_contrast(void **state)
{
    char *css = crok_theme_sheet(NULL);
    (void)state;
    assert_non_null(css);
    assert_non_null(strstr(css, "--row-ink: #12151c;"));
    check(css, 0, "");
    free(css);
}

/* The grey #767676 on white is just above 4.5:1, #777777 just below. */
static void what_is_too_faint_is_said_with_its_contrast(void **state)
{
    (void)state;
    check(":root { --strip: #ffffff; --strip-ink: #767676; }", 0, "");
    check(":root { --strip: #FFFFFF; --strip-ink: #777777; }", 1,
          "--strip-ink (#777777) on --strip (#FFFFFF) has a contrast of "
          "4.48:1; WCAG AA asks for 4.5:1\n");
    check(":root { --points: #ffffff; --points-ink: #777777; }", 0, "");
    check(":root{--points:#ffffff;--points-ink:#ffffff}", 1,
          "has a contrast of 1.00:1; WCAG AA asks for 3.0:1\n");
}

/* White strips with the built-in white text. The frame of who shoots and the
 * text both stand on a row. */
static void
one_colour_of_a_pair_is_checked_with_the_built_in_other(void **state)
{
    (void)state;
    check("/* mine */ :root { --strip: #ffffff; }", 1,
          "--strip-ink (#ffffff) on --strip (#ffffff)");
    check(":root { --row: #111111; }", 1, "--row-ink (#12151c)");
    check(":root { --font: serif; --wood: #000000; }", 0, "");
    check("", 0, "");
}

static void a_colour_in_other_words_is_said_to_be_unchecked(void **state)
{
    static const char *const other[] = {
        "#fff", "white", "rgb(255 255 255)", "#ffffff80", "#ffggff", ""};
    char css[80];
    (void)state;
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        (void)snprintf(css, sizeof css, ":root { --cell: %s; }", other[i]);
        check(css, 1,
              "the contrast of --cell-ink on --cell is not checked: a colour "
              "is not written as #rrggbb\n");
    }
}

static void only_declarations_are_read_and_the_last_one_counts(void **state)
{
    (void)state;
    check("/* --strip: #ffffff; */ :root { color: var(--strip); }", 0, "");
    check(":root { --my--strip: #ffffff; --strip-inky: #000000; }", 0, "");
    check(":root { --strip: #ffffff; --strip: #000000; }", 0, "");
    check(":root { --strip : #000000 ; } body { --strip: #ffffff }", 1,
          "1.00:1");
}

/* The colours of a theme of the older format, in which neither strip, row, cell
 * nor points had variables: white panels, black text, a dark blue accent. */
#define OLDER                                                                  \
    ":root { --panel: #ffffff; --panel-high: #e8e8e8; --panel-edge: #cccccc; " \
    "--ink: #101010; --ink-soft: #505050; --accent: #003a8c; "                 \
    "--accent-ink: #ffffff; --line: #4da3ff; }"

static void an_older_theme_colours_the_bug(void **state)
{
    static const char *const rules[] = {
        "--strip: var(--panel-high)", "--strip-ink: var(--ink)",
        "--row: var(--panel)",        "--row-ink: var(--ink)",
        "--cell: var(--panel-high)",  "--cell-ink: var(--ink)",
        "--points: var(--accent)",    "--points-ink: var(--accent-ink)",
        "--turn: var(--accent)"};
    char *css = crok_theme_sheet(OLDER);
    (void)state;
    assert_non_null(css);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        assert_non_null(strstr(css, rules[i]));
    assert_string_equal(css + strlen(css) - strlen(OLDER), OLDER);
    free(css);
}

/* A theme that changes the accent alone leaves the rows light. One that sets a
 * variable of the bug has the bug's other colours as built in. */
static void only_what_an_older_theme_sets_is_taken_over(void **state)
{
    char *accent = crok_theme_sheet(":root { --accent: #003a8c; }");
    char *mixed =
        crok_theme_sheet(":root { --cell: #ffffff; --ink: #101010; }");
    (void)state;
    assert_non_null(accent);
    assert_non_null(mixed);
    assert_non_null(strstr(accent, "--points: var(--accent)"));
    assert_null(strstr(accent, "--row: var("));
    assert_null(strstr(mixed, "var(--"));
    free(accent);
    free(mixed);
}

/* Each pair is named once, by the variables that the theme sets. */
static void contrast_of_an_older_theme_is_checked(void **state)
{
    (void)state;
    check(OLDER, 0, "");
    check(":root { --ink: #101010; }", 2,
          "--ink (#101010) on --panel-high (#1a2740) has a contrast of");
    check(":root { --ink: #101010; }", 2,
          "--ink (#101010) on --panel (#0d1522)");
    check(":root { --panel: #ffffff; --ink: #101010; --panel-high: #ffffff; }",
          2, "--accent (#ffc533) on --panel (#ffffff)");
    check(":root { --accent: #0d1522; --accent-ink: #1a2740 }", 2,
          "--accent-ink (#1a2740) on --accent (#0d1522) has a contrast of "
          "1.23:1; WCAG AA asks for 4.5:1");
}

/* Cut anywhere, a theme is read up to its end. */
static void a_theme_may_end_anywhere(void **state)
{
    static const char css[] = ":root { --strip /* x */ : #ffffff; /* y */ }";
    (void)state;
    for (size_t n = 0; n < sizeof css; n++) {
        char *cut = calloc(1, n + 1);
        assert_non_null(cut);
        memcpy(cut, css, n);
        heard = (said){0};
        crok_theme_check(cut, hear, &heard);
        free(cut);
    }
}

static void a_theme_stands_behind_the_built_in_sheet(void **state)
{
    char *plain = crok_theme_sheet(NULL);
    char *themed = crok_theme_sheet(":root { --row: #000000; }");
    (void)state;
    assert_non_null(plain);
    assert_non_null(themed);
    assert_memory_equal(themed, plain, strlen(plain));
    assert_string_equal(themed + strlen(plain), ":root { --row: #000000; }");
    free(plain);
    free(themed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_built_in_colours_have_contrast),
        cmocka_unit_test(what_is_too_faint_is_said_with_its_contrast),
        cmocka_unit_test(
            one_colour_of_a_pair_is_checked_with_the_built_in_other),
        cmocka_unit_test(a_colour_in_other_words_is_said_to_be_unchecked),
        cmocka_unit_test(only_declarations_are_read_and_the_last_one_counts),
        cmocka_unit_test(an_older_theme_colours_the_bug),
        cmocka_unit_test(only_what_an_older_theme_sets_is_taken_over),
        cmocka_unit_test(contrast_of_an_older_theme_is_checked),
        cmocka_unit_test(a_theme_may_end_anywhere),
        cmocka_unit_test(a_theme_stands_behind_the_built_in_sheet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Programs that are started, end, and are started again; here they are
 * shells. */
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "check.h"
#include "hall/supervisor.h"

/* All that was told and printed, one a line: "NAME: TEXT" and "NAME| TEXT". */
static char heard[65536];

static void hear(const char *name, char kind, const char *text)
{
    size_t n = strlen(heard);
    (void)snprintf(heard + n, sizeof heard - n, "%s%c %s\n", name, kind, text);
}

static void hear_line(void *context, const char *name, const char *text)
{
    (void)context;
    hear(name, '|', text);
}

static void hear_told(void *context, const char *name, const char *what)
{
    (void)context;
    hear(name, ':', what);
}

static int count(const char *what)
{
    int n = 0;
    for (const char *p = heard; (p = strstr(p, what)) != NULL; p++)
        n++;
    return n;
}

static crok_supervisor *make(int64_t first_ms, int64_t end_ms)
{
    const crok_supervisor_options o = {.program = "/bin/sh",
                                       .times = {.first_ms = first_ms,
                                                 .most_ms = 4 * first_ms,
                                                 .end_ms = end_ms},
                                       .line = hear_line,
                                       .told = hear_told};
    crok_supervisor *s = NULL;
    crok_err err = {0};
    heard[0] = '\0';
    CHECK_STATUS(crok_supervisor_new(&o, &s, &err), CROK_OK, &err);
    return s;
}

/* Append a shell that runs a script. */
static void add(crok_plans *p, const char *name, const char *script)
{
    crok_plan *to = NULL;
    if (p->of == NULL)
        p->of = calloc(8, sizeof *p->of);
    assert_non_null(p->of);
    to = &p->of[p->n++];
    to->name = strdup(name);
    to->words = calloc(4, sizeof *to->words);
    assert_non_null(to->words);
    to->words[0] = strdup("sh");
    to->words[1] = strdup("-c");
    to->words[2] = strdup(script);
    to->n_words = 3;
}

static void set(crok_supervisor *s, crok_plans *p)
{
    crok_err err = {0};
    CHECK_STATUS(crok_supervisor_set(s, p, &err), CROK_OK, &err);
    assert_int_equal(p->n, 0);
}

/* Go on until the text has been heard n times. */
static void until(crok_supervisor *s, const char *what, int n)
{
    while (count(what) < n) {
        crok_err err = {0};
        CHECK_STATUS(crok_supervisor_step(s, NULL, 0, &err), CROK_OK, &err);
    }
}

static long pid_of(const char *name)
{
    char what[64];
    const char *at = NULL;
    const char *last = NULL;
    (void)snprintf(what, sizeof what, "%s: runs as process ", name);
    for (const char *p = heard; (at = strstr(p, what)) != NULL; p = at + 1)
        last = at;
    assert_non_null(last);
    return strtol(last + strlen(what), NULL, 10);
}

/* It prints that it waits, and then does until a signal ends it. */
#define WAITS "echo up; while :; do sleep 1000; done"

static void lines_are_told_under_the_programs_name(void **state)
{
    crok_supervisor *s = make(10, 0);
    crok_plans p = {0};
    (void)state;
    add(&p, "a", "echo one; echo two >&2; printf three; " WAITS);
    add(&p, "b", "printf 'four\\r\\n'; " WAITS);
    set(s, &p);
    until(s, "up\n", 2);
    assert_int_equal(count("a| one\n"), 1);
    assert_int_equal(count("a| two\n"), 1);
    assert_int_equal(count("a| threeup\n"), 1);
    assert_int_equal(count("b| four\n"), 1);
    assert_int_equal(crok_supervisor_running(s), 2);
    crok_supervisor_end(s);
    assert_int_equal(crok_supervisor_running(s), 0);
    assert_int_equal(count(": ended by signal 15 (Terminated)\n"), 2);
    crok_supervisor_free(&s);
}

static void a_program_that_ends_is_started_again_and_again(void **state)
{
    crok_supervisor *s = make(10, 0);
    crok_plans p = {0};
    char *text = NULL;
    (void)state;
    add(&p, "a", "printf last; exit 3");
    set(s, &p);
    until(s, "a: ended with status 3; started again in 0.01 s\n", 1);
    until(s, "a: ended with status 3; started again in 0.02 s\n", 1);
    until(s, "a: ended with status 3; started again in 0.04 s\n", 2);
    assert_int_equal(count("a| last\n"), 4);
    text = crok_supervisor_document(s);
    assert_non_null(strstr(text, "{\"schema\":\"crokeye.hall/1\",\"programs\":["
                                 "{\"name\":\"a\",\"state\":\"waiting\","));
    assert_non_null(
        strstr(text, "\"restarts\":4,\"ended\":\"with status 3\"}]}"));
    free(text);
    crok_supervisor_free(&s);
}

static void a_killed_program_is_started_again(void **state)
{
    crok_supervisor *s = make(10, 0);
    crok_plans p = {0};
    long pid = 0;
    (void)state;
    add(&p, "a", WAITS);
    add(&p, "b", WAITS);
    set(s, &p);
    until(s, "| up\n", 2);
    pid = pid_of("a");
    assert_int_equal(kill((pid_t)pid, SIGKILL), 0);
    until(s, "| up\n", 3);
    assert_int_equal(count("a: ended by signal 9 (Killed)"), 1);
    assert_int_not_equal(pid_of("a"), pid);
    assert_int_equal(count("b: "), 1);
    crok_supervisor_free(&s);
}

static void programs_are_added_ended_and_changed_while_others_run(void **state)
{
    crok_supervisor *s = make(10, 0);
    crok_plans p = {0};
    long same = 0;
    long changed = 0;
    (void)state;
    add(&p, "same", WAITS);
    add(&p, "changed", WAITS);
    add(&p, "left", WAITS);
    set(s, &p);
    until(s, "| up\n", 3);
    same = pid_of("same");
    changed = pid_of("changed");
    add(&p, "added", WAITS);
    add(&p, "changed", "echo new; " WAITS);
    add(&p, "same", WAITS);
    set(s, &p);
    until(s, "| up\n", 5);
    until(s, "left: ended by signal 15 (Terminated)\n", 1);
    assert_int_equal(count("left: the file does not start it any more\n"), 1);
    assert_int_equal(count("changed: its settings have changed\n"), 1);
    assert_int_equal(count("changed| new\n"), 1);
    assert_int_equal(pid_of("same"), same);
    assert_int_equal(count("same: "), 1);
    assert_int_not_equal(pid_of("changed"), changed);
    assert_int_equal(crok_supervisor_running(s), 3);
    crok_supervisor_free(&s);
}

static void a_changed_program_that_waits_starts_at_once(void **state)
{
    crok_supervisor *s = make(INT64_C(100) * 3600 * 1000, 0);
    crok_plans p = {0};
    (void)state;
    add(&p, "a", "exit 1");
    set(s, &p);
    until(s, "a: ended with status 1", 1);
    add(&p, "a", WAITS);
    set(s, &p);
    until(s, "a| up\n", 1);
    crok_supervisor_free(&s);
}

static void a_program_that_does_not_end_is_killed(void **state)
{
    crok_supervisor *s = make(10, 10);
    crok_plans p = {0};
    (void)state;
    add(&p, "a", "trap '' TERM; " WAITS);
    set(s, &p);
    until(s, "a| up\n", 1);
    crok_supervisor_end(s);
    assert_int_equal(count("a: did not end when it was asked, and is killed"),
                     1);
    assert_int_equal(count("a: ended by signal 9 (Killed)\n"), 1);
    crok_supervisor_free(&s);
}

static void publishers_end_after_the_others(void **state)
{
    crok_supervisor *s = make(10, 0);
    crok_plans p = {0};
    (void)state;
    add(&p, "publisher", WAITS);
    p.of[0].ends_last = true;
    add(&p, "table",
        "trap 'echo over; exit 0' TERM; echo up; while :; do "
        "sleep 0.01; done");
    set(s, &p);
    until(s, "| up\n", 2);
    crok_supervisor_end(s);
    assert_non_null(strstr(heard, "table| over\ntable: ended with status 0\n"
                                  "publisher: ended by signal 15"));
    crok_supervisor_free(&s);
}

/* The publisher of a table that is ended has what the table records until its
 * end; that of a table that plays on without it ends at once. */
static void a_publisher_that_leaves_waits_for_its_table_only(void **state)
{
    crok_supervisor *s = make(10, 0);
    crok_plans p = {0};
    (void)state;
    add(&p, "publisher 1", WAITS);
    add(&p, "table 1",
        "trap 'echo over; exit 0' TERM; echo up; while :; do "
        "sleep 0.01; done");
    add(&p, "publisher 2", WAITS);
    add(&p, "table 2", WAITS);
    for (int i = 0; i < p.n; i++) {
        p.of[i].ends_last = i % 2 == 0;
        p.of[i].table = strdup(i < 2 ? "1" : "2");
    }
    set(s, &p);
    until(s, "| up\n", 4);
    add(&p, "table 2", WAITS);
    p.of[0].table = strdup("2");
    set(s, &p);
    until(s, "publisher 1: ended by signal 15 (Terminated)\n", 1);
    until(s, "publisher 2: ended by signal 15 (Terminated)\n", 1);
    assert_true(strstr(heard, "table 1| over\n") <
                strstr(heard, "publisher 1: ended"));
    assert_int_equal(crok_supervisor_running(s), 1);
    crok_supervisor_free(&s);
}

static void what_cannot_be_started_is_told(void **state)
{
    const crok_supervisor_options o = {.program = "/none",
                                       .times = {.first_ms = 1},
                                       .line = hear_line,
                                       .told = hear_told};
    crok_supervisor *s = NULL;
    crok_plans p = {0};
    crok_err err = {0};
    (void)state;
    heard[0] = '\0';
    CHECK_STATUS(crok_supervisor_new(&o, &s, &err), CROK_OK, &err);
    add(&p, "a", "exit 0");
    set(s, &p);
    until(s, "a: ended with status 127; started again", 2);
    crok_supervisor_free(&s);
}

static void a_source_is_in_the_environment_only(void **state)
{
    crok_supervisor *s = make(10, 0);
    crok_plans p = {0};
    (void)state;
    add(&p, "a", "echo \"[$CROKEYE_SOURCE]\"; " WAITS);
    p.of[0].source = strdup("rtsp://me:word@camera");
    add(&p, "b", "echo \"[$CROKEYE_SOURCE]\"; " WAITS);
    set(s, &p);
    until(s, "| up\n", 2);
    assert_int_equal(count("a| [rtsp://me:word@camera]\n"), 1);
    assert_int_equal(count("b| []\n"), 1);
    crok_supervisor_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_told_under_the_programs_name),
        cmocka_unit_test(a_program_that_ends_is_started_again_and_again),
        cmocka_unit_test(a_killed_program_is_started_again),
        cmocka_unit_test(programs_are_added_ended_and_changed_while_others_run),
        cmocka_unit_test(a_changed_program_that_waits_starts_at_once),
        cmocka_unit_test(a_program_that_does_not_end_is_killed),
        cmocka_unit_test(publishers_end_after_the_others),
        cmocka_unit_test(a_publisher_that_leaves_waits_for_its_table_only),
        cmocka_unit_test(what_cannot_be_started_is_told),
        cmocka_unit_test(a_source_is_in_the_environment_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The day's file: what is read, each fault, and the programs that it asks
 * for. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../capture/scratch.h"
#include "hall/day_file.h"
#include "hall/day_values.h"
#include "hall/plans.h"
#include "hall/units.h"

/* The faults of a file, one a line: "LINE: WHAT". */
static char told[8192];

static void hear(void *context, int line, const char *what)
{
    size_t n = strlen(told);
    (void)context;
    (void)snprintf(told + n, sizeof told - n, "%d: %s\n", line, what);
}

static void write_file(const char *text)
{
    FILE *f = fopen(scratch_file("hall.conf"), "w");
    assert_non_null(f);
    (void)fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

static crok_status read_file(crok_day_file **out)
{
    crok_err err = {0};
    crok_status st = CROK_OK;
    told[0] = '\0';
    st = crok_day_file_read(scratch_file("hall.conf"), hear, NULL, out, &err);
    (void)unlink(scratch_file("hall.conf"));
    return st;
}

static crok_day_file *good(const char *text)
{
    crok_day_file *d = NULL;
    write_file(text);
    assert_int_equal(read_file(&d), CROK_OK);
    assert_string_equal(told, "");
    return d;
}

static const char DAY[] =
    "hall = \"open\"; date = \"2026-05-02\"; category = \"Doubles\";\n"
    "x-room = \"2\";\n"
    "listen = \"10.0.0.1:8090\";\n"
    "engine = { url = \"tls://10.0.0.1:4222\"; keys = \"keys\"; };\n"
    "tables = (\n"
    " { name = 4; match = \"4.db\"; listen = \"10.0.0.1:8081\";\n"
    "   source = \"rtsp://user:word@camera/1\"; rules = \"masters\";\n"
    "   sides = [\"red\", \"black\"]; set = (\"rounds=4\", \"target=5\"); },\n"
    " { name = \"A 1\"; match = \"/r/1.db\"; listen = \"10.0.0.1:8082\";\n"
    "   source = \"film.mp4\"; rules = \"own.json\"; machine = \"left\"; }\n"
    ");\n";

static void settings_and_paths_are_read(void **state)
{
    crok_day_file *d = good(DAY);
    char path[300];
    (void)state;
    assert_string_equal(crok_day_text(&d->day, "hall"), "open");
    assert_null(crok_day_text(&d->day, "title"));
    assert_int_equal(d->n_tables, 2);
    assert_string_equal(crok_day_text(&d->table[0], "name"), "4");
    assert_string_equal(crok_day_text(&d->table[0], "sides"), "red,black");
    (void)snprintf(path, sizeof path, "%s/4.db", scratch_dir());
    assert_string_equal(crok_day_text(&d->table[0], "match"), path);
    assert_string_equal(crok_day_text(&d->table[0], "rules"), "masters");
    assert_int_equal(crok_day_line(&d->table[0], "rules"), 7);
    (void)snprintf(path, sizeof path, "%s/own.json", scratch_dir());
    assert_string_equal(crok_day_text(&d->table[1], "rules"), path);
    assert_string_equal(crok_day_text(&d->table[1], "match"), "/r/1.db");
    assert_ptr_equal(crok_day_table(d, "A 1"), &d->table[1]);
    assert_null(crok_day_table(d, "1"));
    assert_true(crok_day_is_on(&d->table[0], "right"));
    assert_false(crok_day_is_on(&d->table[1], "right"));
    crok_day_file_free(&d);
    assert_null(d);
}

/* A file's only fault. */
static void check_fault(const char *text, const char *want)
{
    crok_day_file *d = NULL;
    write_file(text);
    assert_int_equal(read_file(&d), CROK_EFORMAT);
    assert_null(d);
    if (strncmp(told, want, strlen(want)) == 0 && strchr(told, '\n')[1] == '\0')
        return;
    print_error("told:\n%swanted only:\n%s...\n", told, want);
    fail();
}

#define TABLE "{ name = \"1\"; match = \"1.db\"; listen = \"[::1]:81\"; }"
#define WITH(setting) "hall = \"h\"; tables = ( " TABLE " );\n" setting "\n"
#define TABLE_WITH(setting)                                                    \
    "hall = \"h\"; tables = (\n{ name = \"1\"; match = \"1.db\"; listen = "    \
    "\"[::1]:81\"; " setting " } );\n"

static void each_fault_is_told_with_its_line(void **state)
{
    (void)state;
    check_fault("hall = \"h\"; tables = ( " TABLE, "1: syntax error");
    check_fault("tables = ( " TABLE " );", "1: hall: is missing");
    check_fault("hall = \"h\";", "1: tables: is missing");
    check_fault("hall = \"h\";\ntables = ();", "2: tables: must be a list of");
    check_fault("hall = \"h\";\ntables = (5);", "2: tables: each must be");
    check_fault(WITH("  @include \"/dev/zero\""), "2: @include: the day is in");
    check_fault(WITH("hall = \"h\";"), "2: duplicate setting name");
    check_fault(WITH("hal = 5;"), "2: hal: there is no such setting; there "
                                  "are hall, title,");
    check_fault(WITH("title = true;"), "2: title: must be a text or a number");
    check_fault(WITH("title = \"\";"), "2: title: must be a text of at least");
    check_fault(WITH("title = \"a\\nb\";"),
                "2: title: must be a text without control and invisible "
                "characters: delete U+000A");
    check_fault(TABLE_WITH("title = \"\xe2\x80\xae\";"),
                "2: tables[1].title: must be a text without control and "
                "invisible characters: delete U+202E");
    check_fault(TABLE_WITH("players = [\"Ann\", \"Bob\xf3\xa0\x81\x81\"];"),
                "2: tables[1].players: must be a text without control and "
                "invisible characters: delete U+E0041");
    check_fault(WITH("title = \"a\\xffb\";"), "2: title: must be a text of");
    check_fault(WITH("date = \"2026-13-01\";"), "2: date: must be a day");
    check_fault(WITH("date = \"2026-1-1\";"), "2: date: must be a day");
    check_fault(WITH("date = \"2026-02-29\";"), "2: date: must be a day");
    check_fault(WITH("date = \"2100-02-29\";"), "2: date: must be a day");
    check_fault(WITH("division = \"Open\";"), "2: division: must be a text");
    check_fault(WITH("division = \"A-B-C\";"), "2: division: must be a text");
    check_fault(WITH("category = \"Triples\";"), "2: category: must be Sing");
    check_fault(WITH("ties = \"coin\";"), "2: ties: must be 20s or");
    check_fault(WITH("listen = \"8080\";"), "2: listen: must be ADDRESS:PORT");
    check_fault(WITH("listen = \"a:70000\";"), "2: listen: must be ADDRESS");
    check_fault(WITH("engine = 5;"), "2: engine: must be { url");
    check_fault(WITH("engine = { keys = \"k\"; };"),
                "2: engine.url: is missing");
    check_fault(WITH("engine = { url = \"tls://me:word@h:1\"; };"),
                "2: engine.url: must be nats://");
    check_fault(WITH("listen = \"h:81\";"),
                "1: tables[1].listen: the hall's pages have this port");
    check_fault(TABLE_WITH("lisen = 1;"), "2: tables[1].lisen: there is no");
    check_fault(TABLE_WITH("sides = [\"a,b\"];"),
                "2: tables[1].sides: must be a text, or a list of texts");
    check_fault(TABLE_WITH("set = (true);"), "2: tables[1].set: must be");
    check_fault("hall = \"h\"; tables = (\n{ name = \"1\"; listen = \"h:1\"; "
                "} );",
                "2: tables[1].match: is missing");
}

/* A text that is too long is not told as one of a wrong type. */
static void a_long_text_is_told_as_such(void **state)
{
    char long_text[CROK_DAY_VALUE_MAX + 1];
    char text[CROK_DAY_VALUE_MAX + 200];
    (void)state;
    memset(long_text, 'x', sizeof long_text);
    long_text[CROK_DAY_VALUE_MAX] = '\0';
    (void)snprintf(text, sizeof text, WITH("title = \"%s\";"), long_text);
    check_fault(text, "2: title: is too long: at most 1023 bytes");
    (void)snprintf(text, sizeof text, TABLE_WITH("players = [\"a\", \"%s\"];"),
                   long_text);
    check_fault(text, "2: tables[1].players: is too long");
    (void)snprintf(text, sizeof text, TABLE_WITH("set = (\"a\", \"%s\");"),
                   long_text);
    check_fault(text, "2: tables[1].set: is too long");
    (void)snprintf(text, sizeof text, WITH("title = \"%s\";"), long_text + 1);
    {
        crok_day_file *d = good(text);
        crok_day_file_free(&d);
    }
}

static void all_faults_of_a_file_are_told(void **state)
{
    crok_day_file *d = NULL;
    (void)state;
    write_file("hall = 5;\nlisten = 5;\ntables = (\n{ nam = 1; } );\n");
    assert_int_equal(read_file(&d), CROK_EFORMAT);
    assert_non_null(strstr(told, "2: listen: "));
    assert_non_null(strstr(told, "4: tables[1].nam: "));
    assert_non_null(strstr(told, "4: tables[1].name: is missing"));
    assert_non_null(strstr(told, "4: tables[1].match: is missing"));
    assert_non_null(strstr(told, "4: tables[1].listen: is missing"));
}

/* Two tables with these settings beside name, match and listen. */
static void two(const char *a, const char *b, const char *want)
{
    char text[1024];
    crok_day_file *d = NULL;
    (void)snprintf(text, sizeof text,
                   "hall = \"h\"; tables = (\n{ %s },\n{ %s"
                   " } );\n",
                   a, b);
    if (want != NULL) {
        check_fault(text, want);
        return;
    }
    d = good(text);
    crok_day_file_free(&d);
}

#define A "name = \"1\"; match = \"1.db\"; listen = \"h:1\"; "
#define B "name = \"2\"; match = \"2.db\"; listen = \"h:2\"; "

static void tables_share_no_name_record_device_or_port(void **state)
{
    (void)state;
    two(A, B, NULL);
    two(A, "name = \"1\"; match = \"2.db\"; listen = \"h:2\";",
        "3: tables[2].name: tables[1] has it already, in line 2");
    two(A, "name = \"2\"; match = \"./1.db\"; listen = \"h:2\";",
        "3: tables[2].match: tables[1]");
    two(A, "name = \"2\"; match = \"2.db\"; listen = \"other:1\";",
        "3: tables[2].listen: tables[1]");
    two(A "source = \"/dev/null\";", B "source = \"/dev/../dev/null\";",
        "3: tables[2].source: tables[1]");
    two(A "source = \"rtsp://c/1\";", B "source = \"rtsp://c/1\";",
        "3: tables[2].source: tables[1]");
    two(A "source = \"a.mp4\";", B "source = \"a.mp4\";", NULL);
    two(A "source = \"none\";", B "source = \"none\";", NULL);
    two(A "state = \"s\";", B "state = \"s\";", "3: tables[2].state: tables");
    /* on two machines */
    two(A "machine = \"x\"; source = \"/dev/null\";",
        "name = \"2\"; match = \"1.db\"; listen = \"h:1\"; machine = \"y\"; "
        "source = \"/dev/null\";",
        NULL);
    two(A "machine = \"x\";",
        "name = \"2\"; match = \"1.db\"; listen = "
        "\"h:2\";",
        "3: tables[2].match: tables[1]");
}

/* Two paths that mean one record, which need not be there yet. */
static void one_record_under_two_names_is_told(void **state)
{
    static const char *const names[] = {"./1.db", "folder/../1.db", "link.db",
                                        "folder/link.db", "second.db"};
    (void)state;
    assert_int_equal(mkdir(scratch_file("folder"), 0700), 0);
    assert_int_equal(symlink("1.db", scratch_file("link.db")), 0);
    assert_int_equal(symlink("../link.db", scratch_file("folder/link.db")), 0);
    for (int is_there = 0; is_there < 2; is_there++) {
        for (int i = 0; i < 4 + is_there; i++) {
            char more[200];
            (void)snprintf(more, sizeof more,
                           "name = \"2\"; match = \"%s\"; listen = \"h:2\";",
                           names[i]);
            two(A, more,
                "3: tables[2].match: tables[1].match is this file already, in "
                "line 2, under another name");
        }
        two(A, "name = \"2\"; match = \"folder/1.db\"; listen = \"h:2\";",
            NULL);
        if (is_there == 0) {
            FILE *f = fopen(scratch_file("1.db"), "w");
            char one[300];
            assert_non_null(f);
            (void)fclose(f);
            (void)snprintf(one, sizeof one, "%s", scratch_file("1.db"));
            assert_int_equal(link(one, scratch_file("second.db")), 0);
        }
    }
    (void)unlink(scratch_file("1.db"));
    (void)unlink(scratch_file("second.db"));
    (void)unlink(scratch_file("link.db"));
    (void)unlink(scratch_file("folder/link.db"));
    (void)rmdir(scratch_file("folder"));
}

/* No setting may name a file that another one writes, under whatever name; what
 * is only read may be shared. */
static void a_file_that_is_written_has_one_setting(void **state)
{
    (void)state;
    check_fault(TABLE_WITH("state = \"a\"; next = \"a\";"),
                "2: tables[1].next: tables[1].state is this file already, in "
                "line 2");
    check_fault(TABLE_WITH("state = \"a\"; next = \"./a\";"),
                "2: tables[1].next: tables[1].state is this file already, in "
                "line 2, under another name");
    check_fault(TABLE_WITH("state = \"1.db\";"),
                "2: tables[1].state: tables[1].match is this file");
    check_fault(TABLE_WITH("next = \"1.db.state.json\";"),
                "2: tables[1].state: tables[1].next is this file");
    check_fault(TABLE_WITH("token-file = \"1.db\";"),
                "2: tables[1].token-file: tables[1].match is this file");
    check_fault(TABLE_WITH("board = \"t/\"; text = \"t/\";"),
                "2: tables[1].text: tables[1].board is this file");
    check_fault(TABLE_WITH("source = \"@s\"; state = \"s\";"),
                "2: tables[1].state: tables[1].source is this file");
    check_fault(TABLE_WITH("rules = \"own.json\"; next = \"own.json\";"),
                "2: tables[1].next: tables[1].rules is this file");
    check_fault(TABLE_WITH("state = \"./hall.conf\";"),
                "2: tables[1].state: this is the day's file itself");
    check_fault(WITH("pairings = \"1.db\";"),
                "1: tables[1].match: pairings is this file already, in line 2");
    check_fault(WITH("engine = { url = \"tls://h:1\"; keys = \"1.db\"; };"),
                "1: tables[1].match: engine.keys is this file already");
    two(A, B "state = \"1.db\";", "3: tables[2].state: tables[1].match is");
    two(A, B "theme = \"1.db\";", "3: tables[2].theme: tables[1].match is");
    two(A "state = \"n\";", B "next = \"n\";",
        "3: tables[2].next: tables[1].state is this file already, in line 2");
    two(A, B "state = \"1.db.next.json\";",
        "3: tables[2].state: tables[1].next by default is this file");
    two(A "text = \"t\";", B "text = \"t\";", "3: tables[2].text: tables[1].");
    two(A "token-file = \"t\"; theme = \"c.css\"; rules = \"masters\";",
        B "token-file = \"t\"; theme = \"c.css\"; rules = \"masters\";", NULL);
    two(A "machine = \"x\"; state = \"s\";", B "machine = \"y\"; next = \"s\";",
        NULL);
}

/* A table that has ended starts nothing, keeps its name and record, and leaves
 * its camera, port and files to others. */
static void a_table_that_has_ended_keeps_its_record_only(void **state)
{
    crok_day_file *d = good("hall = \"h\"; listen = \"h:1\"; tables = (\n{ " A
                            "source = \"rtsp://c/1\"; ended = true; },\n{ " B
                            "source = \"rtsp://c/1\"; ended = false; } );\n");
    crok_plans p = {0};
    crok_err err = {0};
    (void)state;
    assert_true(crok_day_has_ended(&d->table[0]));
    assert_false(crok_day_has_ended(&d->table[1]));
    CHECK_STATUS(crok_plans_make(d, "here", &p, &err), CROK_OK, &err);
    assert_int_equal(p.n, 2);
    assert_string_equal(p.of[0].name, "table 2");
    assert_string_equal(p.of[1].name, "pages");
    crok_plans_free(&p);
    crok_day_file_free(&d);
    two(A "ended = true; state = \"s\";",
        "name = \"2\"; match = \"2.db\"; listen = \"h:1\"; state = \"s\";",
        NULL);
    two(A "ended = true;", "name = \"1\"; match = \"2.db\"; listen = \"h:1\";",
        "3: tables[2].name: tables[1] has it already, in line 2");
    two(A, "name = \"2\"; match = \"1.db\"; listen = \"h:2\"; ended = true;",
        "3: tables[2].match: tables[1].match is this file already, in line 2");
    check_fault(TABLE_WITH("ended = \"yes\";"),
                "2: tables[1].ended: must be true or false");
    check_fault(TABLE_WITH("ended = 1;"),
                "2: tables[1].ended: must be true or false");
}

static void no_file_and_no_text_are_told(void **state)
{
    crok_day_file *d = NULL;
    crok_err err = {0};
    FILE *f = NULL;
    (void)state;
    assert_int_equal(
        crok_day_file_read(scratch_file("none"), hear, NULL, &d, &err),
        CROK_EIO);
    f = fopen(scratch_file("hall.conf"), "w");
    assert_non_null(f);
    (void)fwrite("hall = \"h\0\";", 1, 12, f);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(read_file(&d), CROK_EFORMAT);
    assert_string_equal(told,
                        "1: the file is no UTF-8 text: save it as UTF-8\n");
}

/* Faults of a damaged file may be any. */
static void read_damaged(const char *text)
{
    crok_day_file *d = NULL;
    crok_status st = CROK_OK;
    write_file(text);
    st = read_file(&d);
    assert_true(st == CROK_OK || st == CROK_EFORMAT);
    assert_true((st == CROK_OK) == (told[0] == '\0'));
    crok_day_file_free(&d);
}

static void a_damaged_file_is_read_or_refused(void **state)
{
    static const char marks[] = "\"{}()[];=,\\@\n0x-9.\x80";
    char text[sizeof DAY];
    (void)state;
    for (size_t n = 0; n < sizeof DAY; n++) {
        memcpy(text, DAY, n);
        text[n] = '\0';
        read_damaged(text);
        memcpy(text, DAY, sizeof DAY);
        if (n + 1 < sizeof DAY)
            text[n] = marks[n % (sizeof marks - 1)];
        read_damaged(text);
    }
}

/* libconfig keeps 32 bits of a number without a word, and a float may have more
 * digits than printf shows. */
static void a_number_is_what_is_written(void **state)
{
    static const struct {
        const char *written, *value;
    } good_ones[] = {{"999999999", "999999999"},
                     {"-5", "-5"},
                     {"0xFF", "255"},
                     {"1234567.5", "1234567.5"},
                     {"29.97", "29.97"},
                     {"\"4294967297\"", "4294967297"}};
    static const char *const long_ones[] = {"4294967297",
                                            "2147483648",
                                            "9999999999L",
                                            "0xFFFFFFFF",
                                            "-99999999999999999999",
                                            "[true,\"a\\\"\",4294967297]"};
    char text[300];
    (void)state;
    for (size_t i = 0; i < sizeof good_ones / sizeof *good_ones; i++) {
        crok_day_file *d = NULL;
        (void)snprintf(text, sizeof text,
                       WITH("title = %s; x-2222222222 = 0; # 4294967297\n"
                            "/* 4294967297\n*/ // 4294967297"),
                       good_ones[i].written);
        d = good(text);
        assert_string_equal(crok_day_text(&d->day, "title"),
                            good_ones[i].value);
        crok_day_file_free(&d);
    }
    for (size_t i = 0; i < sizeof long_ones / sizeof *long_ones; i++) {
        (void)snprintf(text, sizeof text, WITH("title = %s;"), long_ones[i]);
        check_fault(text, "2: a number of more than nine digits is written as "
                          "a text");
    }
    check_fault(WITH("title = 1e999;"), "2: title: must be a text or a number");
}

/* As programs of Windows save it: with a byte order mark, and CRLF. */
static void a_file_of_windows_is_read(void **state)
{
    static const char small[] =
        "\xEF\xBB\xBFhall = \"h\";\r\ntables = (\r\n" TABLE "\r\n);\r\n";
    crok_day_file *d = good(small);
    (void)state;
    assert_string_equal(crok_day_text(&d->day, "hall"), "h");
    assert_string_equal(crok_day_text(&d->table[0], "name"), "1");
    assert_int_equal(crok_day_line(&d->table[0], "match"), 3);
    crok_day_file_free(&d);
    check_fault("\xEF\xBB\xBF@include \"/dev/zero\"\r\n", "1: @include: ");
    check_fault("\xEF\xBB\xBFhall = \"h\";\r\nhal = 5;\r\ntables = ( " TABLE
                " );",
                "2: hal: there is no such setting");
}

static void utf_16_is_told(void **state)
{
    static const char *const begins[] = {"\xFF\xFEh\0a\0", "\xFE\xFF\0h\0a",
                                         "h\0a\0l\0", "\0h\0a\0l"};
    (void)state;
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
        crok_day_file *d = NULL;
        FILE *f = fopen(scratch_file("hall.conf"), "w");
        assert_non_null(f);
        (void)fwrite(begins[i], 1, 6, f);
        assert_int_equal(fclose(f), 0);
        assert_int_equal(read_file(&d), CROK_EFORMAT);
        assert_string_equal(told, "1: the file is UTF-16: save it as UTF-8\n");
    }
}

/* The words of a program, with spaces between them. */
static const char *words_of(const crok_plan *p)
{
    static char text[2048];
    size_t n = 0;
    for (int i = 0; i < p->n_words; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s",
                              i == 0 ? "" : " ", p->words[i]);
    assert_null(p->words[p->n_words]);
    return text;
}

/* Compare with words in which @ is the file's folder. */
static void check_words(const crok_plan *p, const char *name, const char *want)
{
    char text[2048] = "";
    size_t n = 0;
    for (; *want != '\0' && n + 300 < sizeof text; want++)
        n += (size_t)(*want == '@'
                          ? snprintf(text + n, sizeof text - n, "%s",
                                     scratch_dir())
                          : snprintf(text + n, sizeof text - n, "%c", *want));
    assert_string_equal(p->name, name);
    assert_string_equal(words_of(p), text);
}

static void a_machine_gets_the_programs_of_its_tables(void **state)
{
    crok_day_file *d = good(DAY);
    crok_plans p = {0};
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_plans_make(d, "right", &p, &err), CROK_OK, &err);
    assert_int_equal(p.n, 3);
    check_words(&p.of[0], "table 4",
                "crokeye serve --table 4 --state @/4.db.state.json --next "
                "@/4.db.next.json --match @/4.db --listen 10.0.0.1:8081 "
                "--rules masters --sides "
                "red,black --set rounds=4 --set target=5 -- "
                "env:CROKEYE_SOURCE");
    assert_string_equal(p.of[0].source, "rtsp://user:word@camera/1");
    assert_false(p.of[0].ends_last);
    check_words(&p.of[1], "publisher 4",
                "crokeye publish @/4.db --engine tls://10.0.0.1:4222 --hall "
                "open --table 4 --state @/4.db.state.json --next "
                "@/4.db.next.json --key @/keys/table-4.key");
    assert_true(p.of[1].ends_last);
    check_words(&p.of[2], "pages", "crokeye hall serve @/hall.conf");
    crok_plans_free(&p);
    CHECK_STATUS(crok_plans_make(d, "left", &p, &err), CROK_OK, &err);
    assert_int_equal(p.n, 5);
    check_words(&p.of[2], "table A 1",
                "crokeye serve --table A 1 --state /r/1.db.state.json --next "
                "/r/1.db.next.json --match /r/1.db --listen 10.0.0.1:8082 "
                "--rules @/own.json -- "
                "@/film.mp4");
    assert_null(p.of[2].source);
    assert_non_null(strstr(words_of(&p.of[3]), "/keys/table-A%201.key"));
    crok_plans_free(&p);
    crok_day_file_free(&d);
}

static void a_unit_quotes_what_systemd_would_replace(void **state)
{
    char *words[] = {(char[]){"crokeye"}, (char[]){"a b"},  (char[]){"5%"},
                     (char[]){"$x"},      (char[]){"\"\\"}, NULL};
    crok_plan p = {
        .name = (char[]){"table A 1/2"}, .words = words, .n_words = 5};
    const crok_unit_place place = {"/usr/bin/crokeye", "/srv/50% a", 1000};
    char name[CROK_UNIT_NAME];
    char *text = NULL;
    crok_err err = {0};
    (void)state;
    crok_unit_name(&p, name);
    assert_string_equal(name, "crokeye-table-A\\x201\\x2f2.service");
    CHECK_STATUS(crok_unit_text(&p, &place, &text, &err), CROK_OK, &err);
    assert_non_null(strstr(text, "ExecStart=\"/usr/bin/crokeye\" \"a b\" "
                                 "\"5%%\" \"$$x\" \"\\\"\\\\\"\n"));
    assert_non_null(strstr(text, "WorkingDirectory=/srv/50%% a\n"));
    assert_non_null(strstr(text, "\nUser=1000\n"));
    assert_non_null(strstr(text, "\nReadWritePaths=\"/srv/50%% a\"\n"));
    free(text);
    p.source = (char[]){"rtsp://a"};
    CHECK_STATUS(crok_unit_text(&p, &place, &text, &err), CROK_EARG, &err);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_and_paths_are_read),
        cmocka_unit_test(each_fault_is_told_with_its_line),
        cmocka_unit_test(all_faults_of_a_file_are_told),
        cmocka_unit_test(tables_share_no_name_record_device_or_port),
        cmocka_unit_test(one_record_under_two_names_is_told),
        cmocka_unit_test(a_long_text_is_told_as_such),
        cmocka_unit_test(a_file_that_is_written_has_one_setting),
        cmocka_unit_test(a_table_that_has_ended_keeps_its_record_only),
        cmocka_unit_test(no_file_and_no_text_are_told),
        cmocka_unit_test(a_damaged_file_is_read_or_refused),
        cmocka_unit_test(a_number_is_what_is_written),
        cmocka_unit_test(a_file_of_windows_is_read),
        cmocka_unit_test(utf_16_is_told),
        cmocka_unit_test(a_machine_gets_the_programs_of_its_tables),
        cmocka_unit_test(a_unit_quotes_what_systemd_would_replace),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}

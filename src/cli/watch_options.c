/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/watch_options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board/calib.h"
#include "cli/load_book.h"
#include "cli/say.h"
#include "core/text.h"

enum {
    OPT_RULES = 256,
    OPT_SET,
    OPT_CALIB,
    OPT_MATCH,
    OPT_SIDES,
    OPT_PLAYERS,
    OPT_SEATS,
    OPT_BOARD,
    OPT_FIRST,
    OPT_TITLE,
    OPT_TABLE,
    OPT_JSON,
    OPT_STATE,
    OPT_FORCE,
    OPT_LISTEN,
    OPT_PUBLIC_URL,
    OPT_THEME,
    OPT_TEXT,
    OPT_QR,
    OPT_TOKEN_FILE
};

/* Help text of the options that watch and serve share. */
#define WATCHING                                                               \
    "  --rules R          a rule book: a preset's name or a file; else\n"      \
    "                     " CROK_USUAL_BOOK "\n"                               \
    "  --set KEY=VALUE    changes a setting of it; as often as needed\n"       \
    "  --sides A,B[,C,D]  the colours that play, e.g. red,black; else "        \
    "those\n"                                                                  \
    "                     that the first reading shows\n"                      \
    "  --players A,B,...  the players' names, in the order of the seats\n"     \
    "  --seats N=SIDE,... who sits where: 0 below in the picture, 1 left,\n"   \
    "                     2 above, 3 right; e.g. 0=red,2=black\n"              \
    "  --first SEAT       who begins; else the first shot shows it\n"          \
    "  --title T, --table T   the match's title, the table's name\n"           \
    "  --calib FILE       the fixed camera's calibration\n"                    \
    "  --board FILE       the board under it, learnt by crokeye "              \
    "board\n" CROK_SOURCE_HELP

static const char watch_help[] =
    "Usage: crokeye watch [OPTION]... SOURCE\n"
    "Follows a match from a camera above the board: sees each shot, judges "
    "it,\n"
    "says what must leave the board, counts the 20s and totals the rounds.\n"
    "SOURCE is a camera (/dev/videoN or a link in /dev/v4l/by-id), a video "
    "file,\n"
    "a folder of frames, or a stream's address; with @FILE the first line of\n"
    "a file is the source, with env:NAME an environment variable is, so that\n"
    "no list of processes shows a password.\n"
    "\n"
    "  --match FILE.db    the match's record; one that is there goes on where\n"
    "                     it was\n" WATCHING
    "  --json             every change as a line of crokeye.match/1\n"
    "  --state FILE       the newest of them as a file\n"
    "  --force            let FILE be replaced if crokeye did not write it\n"
    "  -h, --help         show this\n"
    "\n"
    "Without --json a terminal shows one line that lives; at the end of a\n"
    "video or folder the whole match is printed. Warnings go to standard "
    "error.\n"
    "\n"
    "Exit status: 0 done, also when ended by Ctrl-C; 1 the source is no video\n"
    "or shows no match, or the record is none or damaged; 2 wrong usage, also\n"
    "a record of another match; 3 could not run (camera, record, output).\n";

static const char serve_help[] =
    "Usage: crokeye serve [OPTION]... [SOURCE]\n"
    "Serves a match to browsers till it is interrupted: /overlay for a\n"
    "streaming program, /console for the operator, /api/match and /api/events\n"
    "for programs. Reading is open; writing needs the token that is printed.\n"
    "With a SOURCE (a camera, a video file, a folder of frames, a stream's\n"
    "address; @FILE and env:NAME as in crokeye watch) it watches the match\n"
    "too; the shots and what the console says are one record.\n"
    "\n"
    "  --match FILE.db     the match's record; made where there is none.\n"
    "                      Without it the match is lost at the end. More of\n"
    "                      them are more tables, each with another name:\n"
    "                      ?table=NAME or ?n=2 in an address says which; the\n"
    "                      SOURCE is of the first\n"
    "  --listen A:P        127.0.0.1:8080 if not given; 0.0.0.0:8080 lets\n"
    "                      other machines in\n"
    "  --public-url URL    the address under which a proxy shows the server,\n"
    "                      like https://crokinole.example; it is printed, and\n"
    "                      its pages may write\n"
    "  --state FILE        a file that always has the match as JSON\n"
    "  --text DIR          a folder with a text file for each name and "
    "figure,\n"
    "                      as name1.txt, for text sources of a streaming\n"
    "                      program\n"
    "  --force             let files be replaced that crokeye did not write\n"
    "  --theme FILE.css    other colours and fonts for the overlay; with\n"
    "                      2=FILE.css for that of the second table\n"
    "  --token-file FILE   keep the token there; else FILE.db.token beside "
    "the\n"
    "                      first record. Consoles stay signed in over a "
    "restart\n"
    "  --qr                print a QR code a table also where no terminal "
    "reads\n"
    "                      them: it signs a phone in at this table only\n"
    "  -h, --help          show this\n"
    "\n"
    "With a SOURCE:\n" WATCHING "\n"
    "A video or folder is shown at its own speed; when it has ended its match\n"
    "is left to the console.\n"
    "\n"
    "Exit status: 0 done, when interrupted; 1 the source is no video; 2 wrong\n"
    "usage, also a record of another match; 3 could not run (address, camera,\n"
    "record).\n";

void crok_watch_cli_help(const crok_watch_cli *cli, FILE *to)
{
    (void)fputs(cli->serves ? serve_help : watch_help, to);
}

/* Copy the next item of a comma-separated list to `to`; returns the position
 * after it, or NULL if it is empty, too long or not UTF-8. */
static const char *item(const char *p, char *to, size_t size)
{
    size_t len = strcspn(p, ",");
    if (len == 0 || len >= size || crok_text_find_bad(p, len) != NULL)
        return NULL;
    memcpy(to, p, len);
    to[len] = '\0';
    return p + len;
}

static crok_status set_sides(crok_table_sides *sides, const char *text,
                             crok_err *err)
{
    static const char wanted[] =
        "two to four different colours, e.g. red,black";
    const char *p = text;
    for (sides->n = 0;; p++) {
        int n = sides->n;
        if (n == CROK_MAX_SIDES ||
            (p = item(p, sides->name[n], sizeof sides->name[n])) == NULL)
            return crok_cli_wrong(err, "--sides", text, wanted);
        for (int i = 0; i < n; i++)
            if (strcmp(sides->name[i], sides->name[n]) == 0)
                return crok_cli_wrong(err, "--sides", text, wanted);
        sides->n++;
        if (*p == '\0')
            break;
    }
    return sides->n < 2 ? crok_cli_wrong(err, "--sides", text, wanted)
                        : CROK_OK;
}

static crok_status set_players(crok_table_setup *setup, const char *text,
                               crok_err *err)
{
    static const char wanted[] = "two to four names, e.g. Ann,Bob";
    const char *p = text;
    for (setup->n_players = 0;; p++) {
        char *to = setup->player[setup->n_players];
        if (setup->n_players == CROK_MAX_SEATS ||
            (p = item(p, to, sizeof setup->player[0])) == NULL)
            return crok_cli_wrong(err, "--players", text, wanted);
        setup->n_players++;
        if (*p == '\0')
            break;
    }
    return setup->n_players < 2 ? crok_cli_wrong(err, "--players", text, wanted)
                                : CROK_OK;
}

static crok_status set_seats(crok_table_setup *setup, const char *text,
                             crok_err *err)
{
    static const char wanted[] =
        "two to four of SEAT=SIDE, seats 0 to 3 rising, e.g. 0=red,2=black";
    const char *p = text;
    for (setup->n_seats = 0;; p++) {
        int n = setup->n_seats;
        const char *eq = NULL;
        if (n == CROK_MAX_SEATS ||
            !crok_cli_whole(p, n == 0 ? 0 : setup->seat[n - 1] + 1,
                            CROK_MAX_SEATS - 1, '=', &setup->seat[n], &eq) ||
            (p = item(eq + 1, setup->seat_side[n],
                      sizeof setup->seat_side[n])) == NULL)
            return crok_cli_wrong(err, "--seats", text, wanted);
        setup->n_seats++;
        if (*p == '\0')
            break;
    }
    return setup->n_seats < 2 ? crok_cli_wrong(err, "--seats", text, wanted)
                              : CROK_OK;
}

static crok_status add_set(crok_watch_cli *c, const char *text, crok_err *err)
{
    if (c->n_sets == CROK_MAX_BOOK_SETS)
        return crok_cli_wrong(err, "--set", text, "too many of them");
    c->set[c->n_sets++] = text;
    return CROK_OK;
}

/* Add a record. The first is the record of the watched match; the others are
 * the records of further tables. */
static crok_status add_record(crok_watch_cli *c, const char *path,
                              crok_err *err)
{
    if (c->record_path == NULL) {
        c->record_path = path;
        c->record_is_new = access(path, F_OK) != 0;
        return CROK_OK;
    }
    if (!c->serves)
        return crok_cli_wrong(err, "--match", path, "one record only");
    if (c->n_more == CROK_MAX_TABLES - 1)
        return crok_cli_wrong(err, "--match", path, "too many of them");
    c->more_paths[c->n_more++] = path;
    return CROK_OK;
}

static crok_status set_text(const char *option, const char *text, char *to,
                            size_t size, crok_err *err)
{
    if (strlen(text) >= size)
        return crok_cli_wrong(err, option, text, "too long");
    if (crok_text_find_bad(text, strlen(text)) != NULL)
        return crok_cli_wrong(err, option, text, "no UTF-8");
    (void)snprintf(to, size, "%s", text);
    return CROK_OK;
}

/* Read FILE.css or N=FILE.css, where N is the number of a table. */
static void set_theme(crok_watch_cli *c, const char *text)
{
    int n = 0;
    const char *eq = NULL;
    if (crok_cli_whole(text, 1, CROK_MAX_TABLES, '=', &n, &eq))
        c->theme_path[n] = eq + 1;
    else
        c->theme_path[0] = text;
}

/* Check that the tables for which there is a theme are served. */
static crok_status check_themes(const crok_watch_cli *c, crok_err *err)
{
    for (int i = c->n_more + 2; i <= CROK_MAX_TABLES; i++)
        if (c->theme_path[i] != NULL)
            return crok_fail(err, CROK_EARG,
                             "--theme %d=%s: there is no table %d; each "
                             "--match is one",
                             i, c->theme_path[i], i);
    return CROK_OK;
}

/* Read an option of the match. */
static crok_status take_match(crok_watch_cli *c, int opt, char *value,
                              crok_err *err)
{
    crok_table_setup *setup = &c->setup;
    switch (opt) {
    case OPT_SIDES:
        return set_sides(&setup->sides, value, err);
    case OPT_PLAYERS:
        return set_players(setup, value, err);
    case OPT_SEATS:
        return set_seats(setup, value, err);
    case OPT_FIRST:
        return crok_cli_whole(value, 0, CROK_MAX_SEATS - 1, '\0',
                              &setup->first_seat, NULL)
                   ? CROK_OK
                   : crok_cli_wrong(err, "--first", value,
                                    "a seat from 0 to 3");
    case OPT_TITLE:
        return set_text("--title", value, setup->title, sizeof setup->title,
                        err);
    case OPT_TABLE:
        return set_text("--table", value, setup->table, sizeof setup->table,
                        err);
    case OPT_SET:
        return add_set(c, value, err);
    default:
        return crok_source_cli_take(&c->source, opt, value, err);
    }
}

static crok_status take_option(crok_watch_cli *c, int opt, char *value,
                               crok_err *err)
{
    switch (opt) {
    case OPT_RULES:
        c->rules = value;
        return CROK_OK;
    case OPT_CALIB:
        c->calib_path = value;
        return CROK_OK;
    case OPT_BOARD:
        c->board_path = value;
        return CROK_OK;
    case OPT_MATCH:
        return add_record(c, value, err);
    case OPT_STATE:
        c->state.path = value;
        return CROK_OK;
    case OPT_FORCE:
        c->state.force = true;
        return CROK_OK;
    case OPT_JSON:
        c->wants_json = true;
        return CROK_OK;
    case OPT_LISTEN:
        c->listen = value;
        return CROK_OK;
    case OPT_PUBLIC_URL:
        c->public_url = value;
        return CROK_OK;
    case OPT_THEME:
        set_theme(c, value);
        return CROK_OK;
    case OPT_TEXT:
        c->text_dir = value;
        return CROK_OK;
    case OPT_QR:
        c->wants_qr = true;
        return CROK_OK;
    case OPT_TOKEN_FILE:
        c->token_path = value;
        return CROK_OK;
    case 'h':
        c->wants_help = true;
        return CROK_OK;
    default:
        return take_match(c, opt, value, err);
    }
}

/* Check that the option belongs to this command (watch or serve). */
static crok_status check_option(crok_watch_cli *c, int opt, crok_err *err)
{
    bool is_serves = opt == OPT_LISTEN || opt == OPT_PUBLIC_URL ||
                     opt == OPT_THEME || opt == OPT_TEXT || opt == OPT_QR ||
                     opt == OPT_TOKEN_FILE;
    if (c->serves && opt == OPT_JSON)
        return crok_fail(err, CROK_EARG,
                         "--json is of crokeye watch; here --state FILE and "
                         "/api/match have the match as JSON");
    if (!c->serves && is_serves)
        return crok_fail(err, CROK_EARG,
                         "--listen, --public-url, --theme, --text, --qr and "
                         "--token-file are of crokeye serve, which watches "
                         "too");
    if (!is_serves && opt != OPT_MATCH && opt != OPT_STATE &&
        opt != OPT_TABLE && opt != OPT_FORCE && opt != 'h')
        c->says_how = true;
    return CROK_OK;
}

/* Read the source from the n arguments that follow the options. */
static crok_status take_source(crok_watch_cli *c, int n, char **names,
                               crok_err *err)
{
    crok_status st = crok_source_cli_name(&c->source, n, names, err);
    if (st != CROK_OK || n > 0)
        return st;
    if (!c->serves)
        return crok_source_cli_missing(err);
    if (c->says_how)
        return crok_fail(err, CROK_EARG,
                         "how a match is watched is said, and no source: name "
                         "a camera, a video, a folder or an address");
    return CROK_OK;
}

static crok_status parse(int argc, char **argv, crok_watch_cli *c,
                         crok_err *err)
{
    static const struct option options[] = {
        {"rules", required_argument, NULL, OPT_RULES},
        {"set", required_argument, NULL, OPT_SET},
        {"calib", required_argument, NULL, OPT_CALIB},
        {"board", required_argument, NULL, OPT_BOARD},
        {"match", required_argument, NULL, OPT_MATCH},
        {"sides", required_argument, NULL, OPT_SIDES},
        {"players", required_argument, NULL, OPT_PLAYERS},
        {"seats", required_argument, NULL, OPT_SEATS},
        {"first", required_argument, NULL, OPT_FIRST},
        {"title", required_argument, NULL, OPT_TITLE},
        {"table", required_argument, NULL, OPT_TABLE},
        {"json", no_argument, NULL, OPT_JSON},
        {"state", required_argument, NULL, OPT_STATE},
        {"force", no_argument, NULL, OPT_FORCE},
        CROK_SOURCE_OPTIONS,
        {"listen", required_argument, NULL, OPT_LISTEN},
        {"public-url", required_argument, NULL, OPT_PUBLIC_URL},
        {"theme", required_argument, NULL, OPT_THEME},
        {"qr", no_argument, NULL, OPT_QR},
        {"text", required_argument, NULL, OPT_TEXT},
        {"token-file", required_argument, NULL, OPT_TOKEN_FILE},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0}};
    int opt = 0;
    crok_status st = CROK_OK;
    opterr = 0;
    while (st == CROK_OK &&
           (opt = getopt_long(argc, argv, "h", options, NULL)) != -1) {
        if (opt == '?')
            crok_say_refused(argv, options);
        st = check_option(c, opt, err);
        if (st == CROK_OK)
            st = take_option(c, opt, optarg, err);
    }
    if (st == CROK_OK)
        st = check_themes(c, err);
    if (st != CROK_OK || c->wants_help)
        return st;
    return take_source(c, argc - optind, argv + optind, err);
}

crok_status crok_watch_cli_read(int argc, char **argv, bool serves,
                                crok_watch_cli *out, crok_err *err)
{
    *out = (crok_watch_cli){.setup = {.first_seat = -1}, .serves = serves};
    optind = 0; /* for getopt_long this is another command line */
    return parse(argc, argv, out, err);
}

crok_status crok_watch_cli_parse(int argc, char **argv, bool serves,
                                 crok_watch_cli *out)
{
    const char *name = serves ? "serve" : "watch";
    crok_err err = {0};
    if (crok_watch_cli_read(argc, argv, serves, out, &err) == CROK_OK)
        return CROK_OK;
    if (err.msg[0] != '\0')
        crok_say("crokeye %s: %s", name, err.msg);
    crok_say("crokeye %s --help says more", name);
    return CROK_EARG;
}

static crok_status apply_sets(crok_watch_cli *c, crok_err *err)
{
    crok_status st = CROK_OK;
    for (int i = 0; i < c->n_sets && st == CROK_OK; i++)
        st = crok_book_change(&c->setup.book, c->set[i], err);
    if (st == CROK_OK)
        st = crok_book_check(&c->setup.book, "--set", err);
    return st == CROK_OK ? crok_book_check_new(&c->setup.book, "--set", err)
                         : st;
}

crok_status crok_watch_cli_known(const crok_watch_cli *c, crok_watch_known *out,
                                 crok_err *err)
{
    crok_status st = CROK_OK;
    out->pose = NULL;
    out->board = NULL;
    if (c->calib_path != NULL) {
        st = crok_calib_load(c->calib_path, &out->calibrated, err);
        out->pose = &out->calibrated;
    }
    if (st == CROK_OK && c->board_path != NULL) {
        st = crok_known_load(c->board_path, &out->known, err);
        out->board = &out->known;
    }
    return st;
}

crok_status crok_watch_cli_book(crok_watch_cli *c, crok_err *err)
{
    const char *name = c->rules == NULL ? CROK_USUAL_BOOK : c->rules;
    size_t len = 0;
    crok_status st = crok_book_load(name, &c->setup.book, NULL, err);
    if (st != CROK_OK)
        return st;
    c->setup.rules_given = c->rules != NULL || c->n_sets > 0;
    c->setup.book_inline =
        c->n_sets > 0 || crok_preset_text(name, &len) == NULL;
    return apply_sets(c, err);
}

bool crok_watch_cli_is_unused(const crok_watch_cli *cli, crok_live *live)
{
    bool is_empty = false;
    crok_live_hold(live);
    is_empty = crok_live_log(live)->n == 0;
    crok_live_release(live);
    return cli->record_is_new && is_empty;
}

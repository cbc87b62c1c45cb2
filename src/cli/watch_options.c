/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/watch_options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/say.h"
#include "core/words.h"

enum {
    OPT_OF_MATCH = 256, /* the option's name says which */
    OPT_TABLE,          /* likewise, also without a source */
    OPT_MATCH,
    OPT_JSON,
    OPT_STATE,
    OPT_NEXT,
    OPT_FORCE,
    OPT_LISTEN,
    OPT_PUBLIC_URL,
    OPT_THEME,
    OPT_TEXT,
    OPT_QR,
    OPT_TOKEN_FILE,
    OPT_ON,
    OPT_SOURCE
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
    "  --seats N=SIDE,...\n"                                                   \
    "                     who sits where: 0 below in the picture, 1 left,\n"   \
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
    "  --on N              the options behind it are of table N, each of "
    "which\n"
    "                      may have a source: --on 1 --match a.db --source\n"
    "                      /dev/video0 --on 2 --match b.db --source ...\n"
    "  --source SOURCE     the source of this table, instead of the argument\n"
    "  --listen A:P        127.0.0.1:8080 if not given; 0.0.0.0:8080 lets\n"
    "                      other machines in\n"
    "  --public-url URL    the address under which a proxy shows the server,\n"
    "                      like https://crokinole.example; it is printed, and\n"
    "                      its pages may write\n"
    "  --state FILE        a file that always has the first table's match as\n"
    "                      JSON\n"
    "  --next FILE         the list of the table's next matches, which the "
    "hall\n"
    "                      writes (crokeye publish --next): the console "
    "offers\n"
    "                      them; read again when it changes\n"
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

/* The table to which the options belong now. */
static crok_watch_table *table_of(crok_watch_cli *c)
{
    return &c->table[c->on];
}

/* Add a record: with --on of the table that it names, else of the first table
 * without one. */
static crok_status add_record(crok_watch_cli *c, const char *path,
                              crok_err *err)
{
    int i = c->on;
    while (!c->says_on && i < CROK_MAX_TABLES &&
           c->table[i].record_path != NULL)
        i++;
    if (!c->serves && i > 0)
        return crok_words_wrong(err, "--match", path, "one record only");
    if (i == CROK_MAX_TABLES)
        return crok_words_wrong(err, "--match", path, "too many of them");
    if (c->table[i].record_path != NULL)
        return crok_words_wrong(err, "--match", path,
                                "a table has one record only");
    c->table[i].record_path = path;
    c->table[i].record_is_new = access(path, F_OK) != 0;
    if (i >= c->n_tables)
        c->n_tables = i + 1;
    return CROK_OK;
}

/* From here on the options belong to table number N. */
static crok_status set_on(crok_watch_cli *c, const char *text, crok_err *err)
{
    int n = 0;
    if (!crok_words_whole(text, 1, CROK_MAX_TABLES, '\0', &n, NULL))
        return crok_words_wrong(err, "--on", text,
                                "the number of a table, 1 to 16");
    c->on = n - 1;
    c->says_on = true;
    if (n > c->n_tables)
        c->n_tables = n;
    return CROK_OK;
}

/* Read FILE.css or N=FILE.css, where N is the number of a table. Behind --on
 * FILE.css is for that table. */
static void set_theme(crok_watch_cli *c, const char *text)
{
    int n = 0;
    const char *eq = NULL;
    if (crok_words_whole(text, 1, CROK_MAX_TABLES, '=', &n, &eq))
        c->theme_path[n] = eq + 1;
    else
        c->theme_path[c->says_on ? c->on + 1 : 0] = text;
}

/* Check that the tables for which there is a theme are served. */
static crok_status check_themes(const crok_watch_cli *c, crok_err *err)
{
    for (int i = c->n_tables + 1; i <= CROK_MAX_TABLES; i++)
        if (c->theme_path[i] != NULL)
            return crok_fail(err, CROK_EARG,
                             "--theme %d=%s: there is no table %d; each "
                             "--match is one",
                             i, c->theme_path[i], i);
    return CROK_OK;
}

/* Check that each of several tables has a record, and that none tells how a
 * source is watched that it does not have. */
static crok_status check_tables(const crok_watch_cli *c, crok_err *err)
{
    for (int i = 0; i < c->n_tables; i++) {
        const crok_watch_table *t = &c->table[i];
        if (c->n_tables > 1 && t->record_path == NULL)
            return crok_fail(err, CROK_EARG,
                             "table %d has no record: --on %d --match FILE.db",
                             i + 1, i + 1);
        if (t->says_how && t->source.spec[0] == '\0')
            return crok_fail(err, CROK_EARG,
                             "how a match is watched is said, and no source%s: "
                             "name a camera, a video, a folder or an address",
                             i == 0 ? "" : " behind this --on");
    }
    return CROK_OK;
}

/* Read the source of the table to which the options belong. */
static crok_status set_source(crok_watch_cli *c, char *name, crok_err *err)
{
    crok_watch_table *t = table_of(c);
    if (t->source.spec[0] != '\0')
        return crok_fail(err, CROK_EARG,
                         "--source: a table has one source "
                         "only");
    return crok_source_cli_name(&t->source, 1, &name, err);
}

/* Read an option of the match, by its name without the dashes. */
static crok_status take_match(crok_watch_cli *c, const char *name,
                              const char *value, crok_err *err)
{
    crok_err why = {0};
    crok_status st =
        crok_setup_words_take(&table_of(c)->words, name, value, &why);
    return st == CROK_OK ? CROK_OK : crok_fail(err, st, "--%s", why.msg);
}

static crok_status take_option(crok_watch_cli *c, int opt, char *value,
                               crok_err *err)
{
    switch (opt) {
    case OPT_MATCH:
        return add_record(c, value, err);
    case OPT_ON:
        return set_on(c, value, err);
    case OPT_SOURCE:
        return set_source(c, value, err);
    case OPT_STATE:
        c->state.path = value;
        return CROK_OK;
    case OPT_NEXT:
        table_of(c)->next_path = value;
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
        return crok_source_cli_take(&table_of(c)->source, opt, value, err);
    }
}

/* Is it an option of crokeye serve only? */
static bool is_serves(int opt)
{
    return opt == OPT_LISTEN || opt == OPT_PUBLIC_URL || opt == OPT_THEME ||
           opt == OPT_TEXT || opt == OPT_QR || opt == OPT_TOKEN_FILE ||
           opt == OPT_ON || opt == OPT_SOURCE || opt == OPT_NEXT;
}

/* Check that the option belongs to this command (watch or serve). */
static crok_status check_option(crok_watch_cli *c, int opt, crok_err *err)
{
    if (c->serves && opt == OPT_JSON)
        return crok_fail(err, CROK_EARG,
                         "--json is of crokeye watch; here --state FILE and "
                         "/api/match have the match as JSON");
    if (!c->serves && is_serves(opt))
        return crok_fail(err, CROK_EARG,
                         "--listen, --public-url, --theme, --text, --qr, "
                         "--token-file, --next, --on and --source are of "
                         "crokeye serve, which watches too");
    if (!is_serves(opt) && opt != OPT_MATCH && opt != OPT_STATE &&
        opt != OPT_TABLE && opt != OPT_FORCE && opt != 'h')
        table_of(c)->says_how = true;
    return CROK_OK;
}

/* Read the source of the first table from the n arguments that follow the
 * options. */
static crok_status take_source(crok_watch_cli *c, int n, char **names,
                               crok_err *err)
{
    crok_source_cli *source = &c->table[0].source;
    if (n > 0 && source->spec[0] != '\0')
        return crok_fail(err, CROK_EARG,
                         "the first table has a --source already; a table has "
                         "one source only");
    if (n > 0)
        return crok_source_cli_name(source, n, names, err);
    return c->serves ? CROK_OK : crok_source_cli_missing(err);
}

static crok_status parse(int argc, char **argv, crok_watch_cli *c,
                         crok_err *err)
{
    static const struct option options[] = {
        {"rules", required_argument, NULL, OPT_OF_MATCH},
        {"set", required_argument, NULL, OPT_OF_MATCH},
        {"calib", required_argument, NULL, OPT_OF_MATCH},
        {"board", required_argument, NULL, OPT_OF_MATCH},
        {"match", required_argument, NULL, OPT_MATCH},
        {"sides", required_argument, NULL, OPT_OF_MATCH},
        {"players", required_argument, NULL, OPT_OF_MATCH},
        {"seats", required_argument, NULL, OPT_OF_MATCH},
        {"first", required_argument, NULL, OPT_OF_MATCH},
        {"title", required_argument, NULL, OPT_OF_MATCH},
        {"table", required_argument, NULL, OPT_TABLE},
        {"json", no_argument, NULL, OPT_JSON},
        {"state", required_argument, NULL, OPT_STATE},
        {"next", required_argument, NULL, OPT_NEXT},
        {"force", no_argument, NULL, OPT_FORCE},
        CROK_SOURCE_OPTIONS,
        {"listen", required_argument, NULL, OPT_LISTEN},
        {"public-url", required_argument, NULL, OPT_PUBLIC_URL},
        {"theme", required_argument, NULL, OPT_THEME},
        {"qr", no_argument, NULL, OPT_QR},
        {"text", required_argument, NULL, OPT_TEXT},
        {"token-file", required_argument, NULL, OPT_TOKEN_FILE},
        {"on", required_argument, NULL, OPT_ON},
        {"source", required_argument, NULL, OPT_SOURCE},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0}};
    int opt = 0;
    int at = 0; /* index in `options` */
    crok_status st = CROK_OK;
    opterr = 0;
    while (st == CROK_OK &&
           (opt = getopt_long(argc, argv, "h", options, &at)) != -1) {
        if (opt == '?')
            crok_say_refused(argv, options);
        st = check_option(c, opt, err);
        if (st == CROK_OK && (opt == OPT_OF_MATCH || opt == OPT_TABLE))
            st = take_match(c, options[at].name, optarg, err);
        else if (st == CROK_OK)
            st = take_option(c, opt, optarg, err);
    }
    if (st == CROK_OK)
        st = check_themes(c, err);
    if (st != CROK_OK || c->wants_help)
        return st;
    st = take_source(c, argc - optind, argv + optind, err);
    return st == CROK_OK ? check_tables(c, err) : st;
}

crok_status crok_watch_cli_read(int argc, char **argv, bool serves,
                                crok_watch_cli *out, crok_err *err)
{
    memset(out, 0, sizeof *out); /* too large for a literal on the stack */
    out->serves = serves;
    out->n_tables = 1;
    for (int i = 0; i < CROK_MAX_TABLES; i++) {
        crok_setup_words_begin(&out->table[i].words);
        out->table[i].source.capture.controls = out->table[i].source.control;
    }
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

bool crok_watch_table_is_unused(const crok_watch_table *table, crok_live *live)
{
    bool is_empty = false;
    crok_live_hold(live);
    is_empty = crok_live_log(live)->n == 0;
    crok_live_release(live);
    return table->record_is_new && is_empty;
}

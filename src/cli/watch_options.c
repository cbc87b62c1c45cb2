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
    OPT_DRAW,
    OPT_STATE,
    OPT_NEXT,
    OPT_FORCE,
    OPT_LISTEN,
    OPT_PUBLIC_URL,
    OPT_THEME,
    OPT_TEXT,
    OPT_KEEP,
    OPT_NO_REPLAY,
    OPT_QR,
    OPT_TOKEN_FILE,
    OPT_ON,
    OPT_SOURCE
};

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

/* Check that each of several tables has a record, and that none without a
 * source has an option of watching. */
static crok_status check_tables(const crok_watch_cli *c, crok_err *err)
{
    for (int i = 0; i < c->n_tables; i++) {
        const crok_watch_table *t = &c->table[i];
        if (c->n_tables > 1 && t->record_path == NULL)
            return crok_fail(err, CROK_EARG,
                             "table %d has no record: --on %d --match FILE.db",
                             i + 1, i + 1);
        if (t->watched_by != NULL && t->source.spec[0] == '\0')
            return crok_fail(err, CROK_EARG,
                             "--%s: it is for a match that is watched, and "
                             "there is no source%s: name a camera, a video, a "
                             "folder or an address, or leave it out: without a "
                             "source a match is set up at the console",
                             t->watched_by, i == 0 ? "" : " behind this --on");
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
    case OPT_DRAW:
        c->drawn_path = value;
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
    case OPT_KEEP:
        c->keep_dir = value;
        return CROK_OK;
    case OPT_NO_REPLAY:
        c->no_replay = true;
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
           opt == OPT_TEXT || opt == OPT_KEEP || opt == OPT_NO_REPLAY ||
           opt == OPT_QR || opt == OPT_TOKEN_FILE || opt == OPT_ON ||
           opt == OPT_SOURCE || opt == OPT_NEXT;
}

/* Check that the option belongs to this command (watch or serve). */
static crok_status check_option(crok_watch_cli *c, int opt, const char *name,
                                crok_err *err)
{
    if (c->serves && opt == OPT_JSON)
        return crok_fail(err, CROK_EARG,
                         "--json is of crokeye watch; here --state FILE and "
                         "/api/match have the match as JSON");
    if (c->serves && opt == OPT_DRAW)
        return crok_fail(err, CROK_EARG, "--draw is of crokeye watch");
    if (!c->serves && is_serves(opt))
        return crok_fail(err, CROK_EARG,
                         "--listen, --public-url, --theme, --text, --keep, "
                         "--no-replay, --qr, --token-file, --next, --on and "
                         "--source are of crokeye serve, which watches too");
    if (!is_serves(opt) && opt != OPT_MATCH && opt != OPT_STATE &&
        opt != OPT_TABLE && opt != OPT_FORCE && opt != 'h' &&
        table_of(c)->watched_by == NULL)
        table_of(c)->watched_by = name;
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
        {"draw", required_argument, NULL, OPT_DRAW},
        {"state", required_argument, NULL, OPT_STATE},
        {"next", required_argument, NULL, OPT_NEXT},
        {"force", no_argument, NULL, OPT_FORCE},
        CROK_SOURCE_OPTIONS,
        {"listen", required_argument, NULL, OPT_LISTEN},
        {"public-url", required_argument, NULL, OPT_PUBLIC_URL},
        {"theme", required_argument, NULL, OPT_THEME},
        {"no-replay", no_argument, NULL, OPT_NO_REPLAY},
        {"qr", no_argument, NULL, OPT_QR},
        {"text", required_argument, NULL, OPT_TEXT},
        {"keep", required_argument, NULL, OPT_KEEP},
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
        st = check_option(c, opt, options[at].name, err);
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

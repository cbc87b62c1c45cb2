/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/hall_pair.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/hall_day.h"
#include "cli/hall_plan.h"
#include "cli/help.h"
#include "cli/say.h"
#include "core/words.h"
#include "hall/pair_stage.h"

enum { DONE = 0, SOME_FAILED = 1, WRONG_USAGE = 2, COULD_NOT_RUN = 3 };

enum { MOST_TABLES = 128 };

static char command[] = "crokeye hall pair";

static const char usage[] =
    "Usage: crokeye hall pair METHOD [OPTION]... FILE.conf\n"
    "       crokeye hall pair METHOD [OPTION]... [MATCH.db...]\n\n"
    "Prints who meets whom in the next round of a stage, as lines for the "
    "file\n"
    "of pairings: crokeye hall pair --swiss hall.conf >>pairings.csv\n"
    "The day's file, or the records with --pairings, say what was played.\n"
    "METHOD is one of these:\n"
    "  --swiss           by points, then 20s: nobody meets somebody again, or\n"
    "                    has a second bye, while that can be avoided; then\n"
    "                    neighbours in the standings meet\n"
    "  --partners        players who entered alone get new partners; for a\n"
    "                    stage that is --individual\n"
    "  --round-robin     everybody meets everybody, all rounds at once\n"
    "  --bracket         the next round of the losers-are-out stages R16, R8,\n"
    "                    Quarter, Semi, Final; the first one by --from, "
    "--take\n"
    "What is paired:\n"
    "  --stage NAME --pool NAME\n"
    "                    default: those of the day, else Prelim and A\n"
    "  --players FILE    who takes part from now on, by seeds: a name a line,\n"
    "                    a team as Ann/Bob; else those of the stage's "
    "pairings\n"
    "  --draw N          players who are level, and partners, are drawn with\n"
    "                    this number; else they stay in their order\n"
    "  --from STAGE --take N\n"
    "                    the N best of a stage are the seeds of a bracket\n"
    "  --third-place     with the final: who lost the semi-finals meet\n"
    "  --tables LIST     \"1,2,3\": dealt out in turn; default: those of the\n"
    "                    day's file; else any table\n"
    "  --time TIME       14:30\n"
    "  --anyway          although a match of the round before is not over\n"
    "What the day is, as in `crokeye hall results`:\n"
    "  --pairings FILE --category NAME --individual LIST --head-to-head\n"
    "  --settled NAME    given again for the next one\n"
    "  -h, --help\n"
    "Exit status: 0 done; 1 it cannot be paired, or something is wrong with\n"
    "what was read, as standard error says; 2 wrong usage; 3 could not run.\n";

/* What the command line says. The texts borrow argv. */
typedef struct options {
    crok_hall_given given;
    crok_pair_wish wish;
    bool has_method;
    const char *players; /* path */
    char tables[1024];   /* of --tables, cut where a comma was */
    const char *table[MOST_TABLES];
} options;

static int wrong_usage(const char *text, const char *arg)
{
    crok_say("%s: %s%s", command, text, arg);
    crok_say("%s --help says more", command);
    return WRONG_USAGE;
}

static int report(const crok_err *err, int status)
{
    crok_say("%s: %s", command, err->msg);
    return status;
}

/* ---- options ---- */

enum {
    OPT_SWISS = 256,
    OPT_PARTNERS,
    OPT_ROUND_ROBIN,
    OPT_BRACKET,
    OPT_STAGE,
    OPT_POOL,
    OPT_PLAYERS,
    OPT_DRAW,
    OPT_FROM,
    OPT_TAKE,
    OPT_THIRD_PLACE,
    OPT_TABLES,
    OPT_TIME,
    OPT_ANYWAY,
    OPT_PAIRINGS,
    OPT_CATEGORY,
    OPT_INDIVIDUAL,
    OPT_HEAD_TO_HEAD,
    OPT_SETTLED
};

static const struct option names[] = {
    {"swiss", no_argument, NULL, OPT_SWISS},
    {"partners", no_argument, NULL, OPT_PARTNERS},
    {"round-robin", no_argument, NULL, OPT_ROUND_ROBIN},
    {"bracket", no_argument, NULL, OPT_BRACKET},
    {"stage", required_argument, NULL, OPT_STAGE},
    {"pool", required_argument, NULL, OPT_POOL},
    {"players", required_argument, NULL, OPT_PLAYERS},
    {"draw", required_argument, NULL, OPT_DRAW},
    {"from", required_argument, NULL, OPT_FROM},
    {"take", required_argument, NULL, OPT_TAKE},
    {"third-place", no_argument, NULL, OPT_THIRD_PLACE},
    {"tables", required_argument, NULL, OPT_TABLES},
    {"time", required_argument, NULL, OPT_TIME},
    {"anyway", no_argument, NULL, OPT_ANYWAY},
    {"pairings", required_argument, NULL, OPT_PAIRINGS},
    {"category", required_argument, NULL, OPT_CATEGORY},
    {"individual", required_argument, NULL, OPT_INDIVIDUAL},
    {"head-to-head", no_argument, NULL, OPT_HEAD_TO_HEAD},
    {"settled", required_argument, NULL, OPT_SETTLED},
    {NULL, 0, NULL, 0}};

static int take_method(options *o, crok_pair_method method)
{
    if (o->has_method && o->wish.method != method)
        return wrong_usage("one of --swiss, --partners, --round-robin and "
                           "--bracket only",
                           "");
    o->has_method = true;
    o->wish.method = method;
    return DONE;
}

static int take_text(const char *name, char *to, size_t room)
{
    crok_err err = {0};
    if (crok_words_seen(name, optarg, &err) != CROK_OK)
        return wrong_usage(err.msg, "");
    if (strlen(optarg) >= room)
        return wrong_usage("too long a value for --", name);
    (void)snprintf(to, room, "%s", optarg);
    return DONE;
}

/* Take a whole number from 1. */
static int take_number(const char *name, unsigned long most, unsigned long *to)
{
    char *end = NULL;
    *to = strtoul(optarg, &end, 10);
    if (optarg[0] < '0' || optarg[0] > '9' || *end != '\0' || *to == 0 ||
        *to > most) {
        crok_say("%s: --%s %s: a whole number from 1 to %lu is needed", command,
                 name, optarg, most);
        return WRONG_USAGE;
    }
    return DONE;
}

static int take_tables(options *o)
{
    char *rest = NULL;
    int status = take_text("tables", o->tables, sizeof o->tables);
    for (char *one = strtok_r(o->tables, ",", &rest);
         one != NULL && status == DONE; one = strtok_r(NULL, ",", &rest)) {
        if (o->wish.n_tables == MOST_TABLES)
            return wrong_usage("too many tables in --tables", "");
        o->table[o->wish.n_tables++] = one + strspn(one, " ");
    }
    o->wish.tables = o->table;
    return status;
}

static int take_numbers(options *o, int opt)
{
    unsigned long n = 0;
    int status = opt == OPT_DRAW ? take_number("draw", 999999999, &n)
                                 : take_number("take", 1000, &n);
    if (opt == OPT_DRAW)
        o->wish.draw = n;
    else
        o->wish.take = (int)n;
    return status;
}

/* Read an option that describes the day, such as its category. */
static int take_of_day(options *o, int opt)
{
    crok_day_settings *s = &o->given.settings;
    switch (opt) {
    case OPT_PAIRINGS:
        o->given.pairings = optarg;
        return DONE;
    case OPT_CATEGORY:
        return take_text("category", s->category, sizeof s->category);
    case OPT_INDIVIDUAL:
        return take_text("individual", s->individual, sizeof s->individual);
    case OPT_HEAD_TO_HEAD:
        s->head_to_head = true;
        return DONE;
    case OPT_SETTLED:
        return s->n_settled == CROK_MAX_SETTLED
                   ? wrong_usage("too many of --settled", "")
                   : take_text("settled", s->settled[s->n_settled++],
                               CROK_TEXT_MAX);
    default:
        return wrong_usage("there is no such option", "");
    }
}

static int take_flag(options *o, int opt)
{
    switch (opt) {
    case OPT_SWISS:
        return take_method(o, CROK_PAIR_SWISS);
    case OPT_PARTNERS:
        return take_method(o, CROK_PAIR_PARTNERS);
    case OPT_ROUND_ROBIN:
        return take_method(o, CROK_PAIR_ROUND_ROBIN);
    case OPT_BRACKET:
        return take_method(o, CROK_PAIR_BRACKET);
    case OPT_THIRD_PLACE:
        o->wish.third_place = true;
        return DONE;
    default:
        o->wish.anyway = true;
        return DONE;
    }
}

static int take(options *o, int opt)
{
    const struct {
        int opt;
        const char **to;
    } texts[] = {{OPT_STAGE, &o->wish.stage},
                 {OPT_POOL, &o->wish.pool},
                 {OPT_FROM, &o->wish.from},
                 {OPT_TIME, &o->wish.time},
                 {OPT_PLAYERS, &o->players}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].opt == opt) {
            *texts[i].to = optarg;
            return DONE;
        }
    if (opt == OPT_TABLES)
        return take_tables(o);
    if (opt == OPT_DRAW || opt == OPT_TAKE)
        return take_numbers(o, opt);
    return opt < OPT_STAGE || opt == OPT_THIRD_PLACE || opt == OPT_ANYWAY
               ? take_flag(o, opt)
               : take_of_day(o, opt);
}

static int take_path(options *o, const char *path)
{
    bool is_day = crok_is_day_file(path);
    if (o->given.day != NULL || (is_day && o->given.n > 0))
        return wrong_usage("a day's file has its records, there can be no ",
                           path);
    if (is_day)
        o->given.day = path;
    else
        o->given.records[o->given.n++] =
            (crok_hall_record){.path = path, .table = ""};
    return DONE;
}

/* Do the options belong together? */
static int check(const options *o)
{
    bool is_bracket = o->wish.method == CROK_PAIR_BRACKET;
    if (!o->has_method)
        return wrong_usage("give --swiss, --partners, --round-robin or "
                           "--bracket",
                           "");
    if (is_bracket && o->players != NULL)
        return wrong_usage("the players of a bracket come from a stage: give "
                           "--from and --take, not --players",
                           "");
    if (!is_bracket &&
        (o->wish.from != NULL || o->wish.take > 0 || o->wish.third_place))
        return wrong_usage("--from, --take and --third-place are of --bracket",
                           "");
    return DONE;
}

static int read_words(int argc, char **argv, options *o)
{
    int status = DONE;
    optind = 0;
    for (int opt = 0; status == DONE && opt != -1;) {
        opt = getopt_long(argc, argv, "", names, NULL);
        if (opt == '?')
            return wrong_usage("there is no option, or it needs a value: ",
                               argv[optind - 1]);
        if (opt != -1)
            status = take(o, opt);
    }
    for (int i = optind; i < argc && status == DONE; i++)
        status = take_path(o, argv[i]);
    return status == DONE ? check(o) : status;
}

/* ---- the command ---- */

/* Deal out the tables of the day's file where none are named. */
static void use_tables(options *o, const crok_day_file *file)
{
    if (o->wish.n_tables > 0)
        return;
    for (int i = 0; i < file->n_tables && i < MOST_TABLES; i++)
        if (!crok_day_has_ended(&file->table[i]))
            o->table[o->wish.n_tables++] =
                crok_day_text(&file->table[i], "name");
    o->wish.tables = o->table;
}

static int print(const options *o, const crok_day *day)
{
    crok_paired paired;
    crok_err err = {0};
    crok_status st = crok_pair_stage(day, &o->wish, &paired, &err);
    if (st != CROK_OK)
        return report(&err, st == CROK_ENOMEM ? COULD_NOT_RUN : SOME_FAILED);
    if (paired.repetitions > 0)
        crok_say("%s: %d pairing%s or bye%s repeated: there is no way without",
                 command, paired.repetitions,
                 paired.repetitions == 1 ? "" : "s",
                 paired.repetitions == 1 ? " is" : "s are");
    (void)fputs(paired.text, stdout);
    free(paired.text);
    if (crok_output_is_written())
        return DONE;
    crok_say("%s: cannot write the output", command);
    return COULD_NOT_RUN;
}

static int pair(options *o, crok_day *day)
{
    crok_day_file *file = NULL;
    crok_pairing_side *players = NULL;
    crok_err err = {0};
    int status = crok_hall_read_day(&o->given, day, &file);
    if (status < WRONG_USAGE && file != NULL)
        use_tables(o, file);
    if (status < WRONG_USAGE && o->players != NULL &&
        crok_pair_players(o->players,
                          crok_is_singles(crok_day_settings_of(day)->category),
                          &players, &o->wish.n_players, &err) != CROK_OK)
        status = report(&err, COULD_NOT_RUN);
    o->wish.players = players;
    if (status < WRONG_USAGE) {
        int printed = print(o, day);
        status = printed > status ? printed : status;
    }
    free(players);
    crok_day_file_free(&file);
    return status;
}

static int run(options *o)
{
    crok_day *day = crok_day_new(&o->given.settings);
    int status = COULD_NOT_RUN;
    if (day == NULL)
        crok_say("%s: no memory for the day", command);
    else
        status = pair(o, day);
    crok_day_free(&day);
    return status;
}

int crok_hall_pair(int argc, char **argv)
{
    static options o; /* its names have room for some KB */
    int status = DONE;
    if (crok_asks_help(argc, argv)) {
        (void)fputs(usage, stdout);
        return DONE;
    }
    o = (options){.given = {.who = command, .makes_pairings = true}};
    o.given.records = calloc((size_t)argc + 1, sizeof *o.given.records);
    if (o.given.records == NULL) {
        crok_say("%s: no memory", command);
        return COULD_NOT_RUN;
    }
    status = read_words(argc, argv, &o);
    if (status == DONE)
        status = run(&o);
    free(o.given.records);
    return status;
}
